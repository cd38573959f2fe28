/* Passkeys: what the browser's own questions give, as the server wants it. */
import { link } from "../lib/link.svelte";
import type { ErrorMessage } from "../lib/protocol";
import type { ChallengeMessage, NewKey, UsedKey } from "./messages";
import { N_ } from "../lib/words.svelte";

/* Browsers have passkeys where the page is safe (https or localhost) and its address has a name. */
export const possible =
  typeof PublicKeyCredential !== "undefined" && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname);

const error = (why: string): ErrorMessage => ({ type: "error", code: "key", why, n: 0 });
const KNOWN = error(N_("This device has a key of this account already."));
const GIVEN_UP = error(N_("No key was used. You may try again, or choose a password."));

function pack(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function unpack(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

async function ask(): Promise<ChallengeMessage | ErrorMessage> {
  const answer = await link.ask({ type: "challenge" });
  return answer.type === "challenge" || answer.type === "error" ? answer : GIVEN_UP;
}

/* Has the browser make a key for this name. A device keeps one key of an account: another would take the
   place of the one it has, so a device that has one of `known` makes none. */
export async function makeKey(name: string, known: string[] = []): Promise<NewKey | ErrorMessage> {
  const asked = await ask();
  if (asked.type === "error") return asked;
  const id = new TextEncoder().encode(link.welcome?.person.id ?? name);
  const made = await navigator.credentials
    .create({
      publicKey: {
        challenge: unpack(asked.challenge),
        rp: { id: asked.site, name: "Négoce" },
        user: { id, name, displayName: name },
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        excludeCredentials: known.map((key) => ({ type: "public-key", id: unpack(key) })),
        attestation: "none",
      },
    })
    .catch((reason: unknown) => reason);
  if (made instanceof DOMException && made.name === "InvalidStateError") return KNOWN;
  if (!(made instanceof PublicKeyCredential)) return GIVEN_UP;
  const response = made.response as AuthenticatorAttestationResponse;
  return { data: pack(response.getAuthenticatorData()), client: pack(response.clientDataJSON) };
}

/* Has the browser sign with a key it has for this site. */
export async function useKey(): Promise<UsedKey | ErrorMessage> {
  const asked = await ask();
  if (asked.type === "error") return asked;
  const used = await navigator.credentials
    .get({ publicKey: { challenge: unpack(asked.challenge), rpId: asked.site, userVerification: "required" } })
    .catch(() => null);
  if (!(used instanceof PublicKeyCredential)) return GIVEN_UP;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    id: pack(used.rawId),
    data: pack(response.authenticatorData),
    client: pack(response.clientDataJSON),
    signature: pack(response.signature),
  };
}
