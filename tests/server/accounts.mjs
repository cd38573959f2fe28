/* accounts.mjs: what a page does for a person with an account, for the tests of the server. */
import assert from "node:assert/strict";
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
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

/* --- an authenticator --------------------------------------------------------------------------- */

/* Passkeys are made here by hand, as an authenticator would, so that each of their parts can be wrong. */

export const b64 = (bytes) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest();

export class Authenticator {
  constructor(server) {
    this.pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.id = randomBytes(32);
    this.site = server.url;
    this.rp = "127.0.0.1";
    this.counter = 0;
    this.flags = 0x05; // somebody is there, and was verified
  }

  /* What it tells of itself; with the key where it is new. */
  data(fresh) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const head = Buffer.concat([sha256(this.rp), Buffer.from([this.flags | (fresh ? 0x40 : 0)]), counter]);
    if (!fresh) return head;
    const { x, y } = this.pair.publicKey.export({ format: "jwk" });
    const cose = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"), Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"), Buffer.from(y, "base64url"),
    ]);
    return Buffer.concat([head, Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cose]);
  }

  client(type, challenge) {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.site, crossOrigin: false }));
  }

  make(challenge) {
    return { data: b64(this.data(true)), client: b64(this.client("webauthn.create", challenge)) };
  }

  use(challenge) {
    const data = this.data(false);
    const client = this.client("webauthn.get", challenge);
    const signature = createSign("sha256").update(Buffer.concat([data, sha256(client)])).sign(this.pair.privateKey);
    return { id: b64(this.id), data: b64(data), client: b64(client), signature: b64(signature) };
  }
}

export async function challenge(guest) {
  return (await guest.get({ type: "challenge" })).challenge;
}
