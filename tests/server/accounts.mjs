/* accounts.mjs: what a page does for a person with an account, for the tests of the server. */
import assert from "node:assert/strict";
import { Guest } from "./harness.mjs";

export const PASSWORD = "corde et cabestan";

/* Exchanges a ticket for the cookie of the new session; the status, and the cookie where there is one. */
export async function exchange(server, ticket, cookie, headers = {}) {
  const answer = await fetch(`${server.url}/session`, { method: "POST", headers: { "x-negoce-ticket": ticket, cookie, ...headers } });
  return { status: answer.status, cookie: answer.headers.get("set-cookie")?.split(";")[0] };
}

/* A request that changes somebody's rights: goes on with the new session. */
export async function sign(guest, request) {
  const answer = await guest.get(request);
  assert.equal(answer.type, "signed");
  const { status, cookie } = await exchange(guest.server, answer.ticket, guest.cookie);
  assert.equal(status, 204);
  assert.notEqual(cookie, guest.cookie, "the session is renewed");
  guest.old = guest.cookie;
  guest.cookie = cookie;
  await guest.connect();
  return answer;
}

export async function openAccount(guest, name, password = PASSWORD) {
  const { code } = await guest.get({ type: "code" });
  await sign(guest, { type: "join", name, password });
  assert.deepEqual([guest.person.name, guest.person.account], [name, true]);
  return code;
}

export async function newcomer(server, name, password) {
  const guest = await Guest.arrive(server);
  guest.code = await openAccount(guest, name, password);
  return guest;
}
