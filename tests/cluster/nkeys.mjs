/* nkeys.mjs: keys and credentials of NATS, as its tool for them writes them: an operator who signs an
   account, which signs a user (docs.nats.io, "JWTs and NKeys"). */
import { createHash, generateKeyPairSync, sign } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const SEED = 18 << 3;
const ROLES = { operator: 14 << 3, account: 0, user: 20 << 3 };

function base32(bytes) {
  let bits = 0, value = 0, out = "";
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) out += ALPHABET[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits ? out + ALPHABET[(value << (5 - bits)) & 31] : out;
}

/* With the sum of XMODEM behind it. */
function checked(bytes) {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let i = 0; i < 8; i++) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return base32([...bytes, sum & 255, sum >> 8]);
}

export function newKey(role) {
  const { privateKey } = generateKeyPairSync("ed25519");
  const jwk = privateKey.export({ format: "jwk" });
  const [open, secret] = [jwk.x, jwk.d].map((text) => [...Buffer.from(text, "base64url")]);
  const prefix = ROLES[role];
  return {
    privateKey,
    id: checked([prefix, ...open]),
    seed: checked([SEED | (prefix >> 5), (prefix & 31) << 3, ...secret]),
  };
}

/* What `issuer` says of `subject`, signed. */
export function token(issuer, subject, name, nats) {
  const part = (json) => Buffer.from(JSON.stringify(json)).toString("base64url");
  const claims = { iat: Math.floor(Date.now() / 1000), iss: issuer.id, name, sub: subject.id, nats: { version: 2, ...nats } };
  const jti = base32(createHash("sha512-256").update(JSON.stringify(claims)).digest());
  const text = `${part({ typ: "JWT", alg: "ed25519-nkey" })}.${part({ jti, ...claims })}`;
  return `${text}.${sign(null, Buffer.from(text), issuer.privateKey).toString("base64url")}`;
}

const ALL = { subs: -1, data: -1, payload: -1 };
const ACCOUNT = { ...ALL, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };

/* The lines of nats-server.conf for one operator with a house's account, and the file of its user. */
export function credentials() {
  const [operator, system, house, user] = ["operator", "account", "account", "user"].map(newKey);
  const account = (key, name, more = {}) =>
    token(operator, key, name, { type: "account", limits: { ...ACCOUNT, ...more }, default_permissions: { pub: {}, sub: {} } });
  const stored = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const conf = `operator: ${token(operator, operator, "operator", { type: "operator", system_account: system.id })}
system_account: ${system.id}
resolver: MEMORY
resolver_preload: {
  ${system.id}: ${account(system, "SYS")}
  ${house.id}: ${account(house, "house", stored)}
}`;
  const pass = token(house, user, "negoce", { type: "user", pub: {}, sub: {}, ...ALL });
  const creds = `-----BEGIN NATS USER JWT-----\n${pass}\n------END NATS USER JWT------\n
-----BEGIN USER NKEY SEED-----\n${user.seed}\n------END USER NKEY SEED------\n`;
  return { conf, creds };
}
