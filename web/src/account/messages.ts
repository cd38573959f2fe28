/* The messages of docs/protocol.md about accounts. Times are seconds since 1970. */

export interface CodeMessage {
  type: "code";
  code: string;
}

export interface ChallengeMessage {
  type: "challenge";
  challenge: string;
  site: string;
}

/* My rights have changed: the ticket is exchanged for the cookie of a new session. */
export interface SignedMessage {
  type: "signed";
  ticket: string;
  code?: string; // the one that replaces the code I came in with
}

export interface KeyInfo {
  id: string;
  device: string;
  created: number;
  used: number;
}

export interface SessionInfo extends KeyInfo {
  way: "key" | "password" | "code" | "";
  here: boolean;
}

export interface AccountMessage {
  type: "account";
  name: string;
  since: number;
  password: boolean;
  shown: boolean;
  keys: KeyInfo[];
  sessions: SessionInfo[];
}

export interface ExportMessage {
  type: "export";
  data: unknown;
}

/* What a passkey made or signed, each part in base64url. */
export interface NewKey {
  data: string;
  client: string;
}
export interface UsedKey extends NewKey {
  id: string;
  signature: string;
}
