/* The messages of docs/protocol.md as types; those about accounts, people and games looked back at stand in
   their folders. Nothing here decides anything: a game's own picture stays `unknown` and is typed by that
   game's folder. */
import type {
  AccountMessage,
  ChallengeMessage,
  CodeMessage,
  ExportMessage,
  NewKey,
  SignedMessage,
  UsedKey,
} from "../account/messages";
import type { CompanyMessage, PersonMessage, RankingMessage } from "../people/people";
import type { AnalysisMessage, Eyes, GalleryMessage, OutlineMessage, ReplayMessage } from "../replay/messages";

export type SeatKind = "person" | "bot" | "invited" | "empty"; // invited: kept for somebody

export interface SeatSummary {
  kind: SeatKind;
  name: string;
  bot: string | null;
  style: string | null; // how a bot is known to play, of the catalogue
  mine: boolean;
  here: boolean; // a socket is open
  since: number | null; // seconds since 1970: since when he is not
  given: boolean; // the host gave it away: whoever comes may take it
  away: boolean; // a bot plays for a person
  lost: boolean; // its guest bot failed, a trader plays on
  holiday: number | null; // until when, seconds since 1970
}

export interface Summary {
  id: string;
  title: string;
  game: string;
  players: number;
  options: Record<string, string>;
  delay: number; // moves those who only look are behind
  held?: "delay" | "voyage" | null; // what holds back what I see, where I only look
  watching?: { count: number; names: string[] }; // those who look, and who of them wishes to be named
  time: string; // how long decisions may take: "none", "decision:30", "bank:600+15", "slow:24"
  points: [least: number, most: number] | null; // for whom it is; null: for everybody
  listed: boolean;
  rated: boolean; // its result counts
  lesson: boolean; // the first game of a lesson
  unfinished: boolean; // a record that breaks off: nothing is played here, everything of it is open
  offline: boolean; // a part of it was played without a server, which cannot vouch for it
  host: boolean; // you are
  begun: boolean;
  over: boolean;
  paused: number | null; // the seat those present pause for
  at: number;
  commitment: string | null; // the seal of its seed; null where it is not sealed
  seats: SeatSummary[];
  seat: number | null; // yours
  turn: number[];
  keeper: number | null; // the host's seat
  result: { points: number; rank: number }[] | null; // of each seat, once it is over
  rematch: string | null; // the table that followed it
  created: number; // seconds since 1970
  left?: number | null; // in my own list: ms until a clock runs out there; null: none runs
  ends?: number | null; // the same as Date.now() tells it, written by the page
  series: { id: string; round: number; wins: number[] } | null; // games won by each seat so far
}

/* A sentence of the catalogue and the number in it. */
export interface Sentence {
  say: string;
  n: number;
}

export interface ScorePart {
  name: string;
  points: number;
}

export interface Score {
  seat: number;
  points: number;
  tie: number;
  rank: number;
  parts: ScorePart[];
}

/* What writing to the table costs me now: the warning, what paying is called, both with the number
   {n}, and why I cannot pay. */
export interface Fine extends Sentence {
  act: string;
  why: Sentence | null;
}

/* What may be ordered ahead: bids up to a limit (or down to one), for something on sale, and plain moves. */
export interface Orders {
  bids: boolean;
  falling: boolean;
  most: number | null; // what I could bid
  now: boolean; // an auction runs in which I may bid
  next: number | null; // what a bid must stake there at least, at most where it is falling
  wares: string[];
  moves: string[];
}

/* What one seat may see of a game. */
export interface Window {
  game: string;
  seat: number | null; // null: a spectator
  position: number;
  turn: number[];
  over: boolean;
  ask: Sentence | null;
  moves: string[];
  forced: boolean; // the only one, and it must be made
  since: number; // the position after my last decision that others have answered
  until: number; // and where the one I am about to make began
  undo: { can: boolean; why: string | null; n: number };
  talk: Fine | null; // null: writing to the table is free
  picture: unknown;
  scores: Score[] | null;
  order: string | null; // what I ordered ahead, known to me alone
  ordered: number | null; // position behind the last move my order made
  orders: Orders | null; // what I could order
  missed: number | null; // the position behind which others moved for me, and I have not since
}

/* One thing that happened, already told for this viewer. */
export interface NewsEvent {
  at: number; // position after the move
  kind: string;
  seat: number | null;
  other: number | null;
  say: string;
  n: number;
  m: number;
  items: string[];
}

export interface GameOption {
  name: string;
  label: string;
  choices: { name: string; label: string; least: number }[]; // least: fewest players it is for
}

export interface GameInfo {
  id: string;
  title: string;
  pitch: string;
  players: { min: number; max: number };
  options: GameOption[];
}

export interface BotInfo {
  id: string;
  title: string;
  offered: boolean; // to people who choose; the others sit at older tables
}

/* --- from the server ----------------------------------------------------------------------- */

export interface Welcome {
  type: "welcome";
  person: { id: string; name: string; account: boolean };
  games: GameInfo[];
  bots: BotInfo[];
  next: string; // the seal of the next table I open
  house: { terms: boolean; contact: boolean }; // texts of who runs it: /terms.txt, /contact.txt
  push?: string; // the key push services know the server by
  version: string;
}

export interface OkMessage {
  type: "ok";
  at?: number;
}

export interface ErrorMessage {
  type: "error";
  code: string;
  why: string;
  n: number;
  at?: number;
  line?: number; // of a record that was sent; 0: no line is at fault
}

export interface OpenedMessage {
  type: "opened";
  table: string;
  commitment: string | null; // null: the table is not sealed
  next: string | null; // null: the house in the page seals no table beforehand
}

export interface Counts {
  turn: number;
  waiting: number;
  over: number;
  won: number;
}

export interface MineMessage {
  type: "mine";
  tables: Summary[];
  counts: Counts; // of all my tables, whatever was asked for
  next: string | null; // where the next page begins
}

/* One of my tables has changed. */
export interface YoursMessage {
  type: "yours";
  summary: Summary;
}

export interface LobbyMessage {
  type: "lobby";
  open: Summary[];
  watch: Summary[];
  total: number;
}

/* What changed in the list of open tables; told to everybody alike, so no seat is mine in it. */
export interface OffersMessage {
  type: "offers";
  open: Summary[];
  gone: string[];
  total: number;
}

export interface TableMessage {
  type: "table";
  summary: Summary;
  window: Window;
  at: number;
  clock: number | null; // ms left for the decisions of the moment
  times: Time[] | null; // one a seat
  ballots: BallotMessage[];
  from: number;
  events: NewsEvent[];
}

/* What is not as it was: fields left out have not changed. */
export interface ChangeMessage {
  type: "change";
  summary?: Partial<Summary>;
  window?: Partial<Window>; // its picture too has only what has changed
  at: number;
  clock: number | null;
  times: Time[] | null;
  ballots: BallotMessage[];
  from: number;
  events: NewsEvent[];
}

/* What is left on the clock of a seat, in ms; null: it has none. */
export interface Time {
  left: number | null;
  runs: boolean;
}

/* What those present may choose about who is absent. */
export type Choice = "wait" | "pause" | "bot";

export interface BallotMessage {
  seat: number;
  gone: number; // ms
  grace: number; // ms
  needed: number; // voices
  voices: { seat: number; choice: Choice | null }[]; // one of each who may choose
}

/* What people and the clock did with seats. */
export interface SeatAct {
  act: number; // counts all of them, from 1
  at: number; // position
  kind: string;
  seat: number | null;
  other: number | null;
  say: string;
  n: number;
}

export interface ActsMessage {
  type: "acts";
  table: string;
  acts: SeatAct[];
}

/* A page of older events: those between the two positions. */
export interface EventsMessage {
  type: "events";
  table: string;
  from: number;
  to: number;
  events: NewsEvent[];
}

/* One thing somebody wrote to the table. */
export interface ChatLine {
  n: number; // counts all that was ever written there, from 1
  seat: number;
  name: string; // of who had the seat then
  text: string;
}

export interface ChatMessage {
  type: "chat";
  table: string;
  lines: ChatLine[];
}

/* One thing somebody said who only looks. */
export interface Aside {
  n: number;
  seat: null;
  name: string;
  text: string;
}

export interface AsidesMessage {
  type: "asides";
  table: string;
  lines: Aside[];
}

/* How I stand to somebody. */
export type Regard = "mute" | "block" | "none";

export interface Manners {
  mark: string; // names him in my list
  name: string;
  how: "mute" | "block";
}

export interface MannersMessage {
  type: "manners";
  people: Manners[];
}

export interface WhyMessage {
  type: "why";
  move: string;
  why: string | null;
  n: number;
}

/* A move a coach speaks of. */
export interface Hinted {
  move: string;
  chance: number | null; // to win, in thousandths; null: there is nothing to compare it with
  reasons: NewsEvent[]; // what speaks for it, and against it
  events: NewsEvent[]; // what it would do
}

/* What a good player would do, or would have done: up to three moves, the best first. */
export interface HintMessage {
  type: "hint";
  table: string;
  at: number;
  position: number; // the decision it is about
  share: number; // an equal chance, in thousandths
  moves: (Hinted & { close: boolean })[]; // close: as good as the best, as far as one can tell
  played: (Hinted & { loss: number; mark: "good" | "doubtful" | "costly" }) | null; // where it was made
}

export interface RecordMessage {
  type: "record";
  record: string;
}

export interface PongMessage {
  type: "pong";
}

/* Only from the house in the page: the browser keeps nothing of its tables; it has to be opened anew. */
export interface UnkeptMessage {
  type: "unkept";
}

/* A game of the server that is played on in the page. */
export interface TakenMessage {
  type: "taken";
  table: string;
  at: number;
  game: string;
  players: number;
  options: string; // "gains=open length=short"
  title: string;
  lines: string;
}

/* What a table of the page is founded on: moves made already. */
export interface FoundedMessage {
  type: "founded";
  game: string;
  players: number;
  options: string; // "gains=open length=short"
  seed: string; // "": none is known
  lines: string;
}

export interface BrokenMessage {
  type: "broken";
  why: string;
}

export type ServerMessage = (
  | Welcome
  | OkMessage
  | ErrorMessage
  | OpenedMessage
  | MineMessage
  | YoursMessage
  | LobbyMessage
  | OffersMessage
  | TableMessage
  | ChangeMessage
  | EventsMessage
  | ChatMessage
  | AsidesMessage
  | MannersMessage
  | ActsMessage
  | WhyMessage
  | HintMessage
  | RecordMessage
  | ReplayMessage
  | OutlineMessage
  | GalleryMessage
  | AnalysisMessage
  | PongMessage
  | UnkeptMessage
  | FoundedMessage
  | TakenMessage
  | BrokenMessage
  | CodeMessage
  | ChallengeMessage
  | SignedMessage
  | AccountMessage
  | ExportMessage
  | RankingMessage
  | PersonMessage
  | CompanyMessage
) & { re?: number };

/* --- from the page ------------------------------------------------------------------------- */

export type Request =
  | { type: "name"; name: string }
  | {
      type: "mine";
      state?: "turn" | "waiting" | "over";
      game?: string;
      find?: string;
      series?: string;
      after?: string;
    }
  | { type: "follow"; mine?: boolean; lobby?: boolean; asleep?: boolean }
  | { type: "subscribe"; endpoint: string; quiet?: number[]; zone?: number }
  | { type: "unsubscribe"; endpoint: string }
  | { type: "lobby" }
  | { type: "find"; game?: string; speed?: "live" | "slow"; rated?: boolean; near?: boolean; nonce?: string }
  | { type: "rematch"; table: string; nonce?: string }
  | {
      type: "open";
      game: string;
      players: number;
      options?: Record<string, string>;
      seats: string[]; // "me", "open", or the level of a bot
      listed?: boolean;
      rated?: boolean;
      title?: string;
      time?: string;
      delay?: number;
      points?: [least: number, most: number];
      nonce?: string; // what my seat mixes into the draws
    }
  | { type: "learn"; game: string }
  | { type: "hint"; table: string; position?: number }
  | { type: "pace"; table: string; pace: "calm" | "brisk" | "once" | "wait" }
  | { type: "enter"; table: string; named?: boolean }
  | { type: "aside"; table: string; text: string }
  | { type: "regard"; table: string; seat?: number; aside?: number; how: Regard }
  | { type: "report"; table: string; seat?: number; aside?: number; text: string }
  | { type: "manners" }
  | { type: "forgive"; mark: string }
  | { type: "exit" }
  | { type: "sit"; table: string; seat: number; name?: string; nonce?: string }
  | { type: "leave"; table: string }
  | { type: "fill"; table: string; seat: number; bot: string }
  | { type: "move"; table: string; at: number; move: string }
  | { type: "undo"; table: string; at: number }
  | { type: "order"; table: string; order: string }
  | { type: "vote"; table: string; seat: number; choice: Choice }
  | { type: "resume"; table: string }
  | { type: "replace"; table: string; seat: number }
  | { type: "holiday"; table: string; days: number }
  | { type: "chat"; table: string; text: string; fine: boolean }
  | { type: "why"; table: string; move: string }
  | { type: "events"; table: string; before: number; eyes?: Eyes }
  | { type: "replay"; table: string; position: number; eyes: Eyes; known?: number }
  | { type: "outline"; table: string }
  | { type: "fork"; table: string; position: number; seat: number }
  | { type: "upload"; record: string }
  | { type: "take"; table: string }
  | {
      type: "hand-over";
      game: string;
      players: number;
      options: Record<string, string>;
      title: string;
      seed: string;
      journal: string;
      nonce?: string;
    }
  | { type: "hand-back"; table: string; at: number; seed: string; journal: string }
  | { type: "gallery" }
  | { type: "analyse"; table: string; open: boolean; stop?: boolean }
  | { type: "record"; table: string }
  | { type: "checked"; table: string }
  | { type: "invite"; table: string; seat: number; name: string }
  | { type: "company"; table: string }
  | { type: "ping" }
  | { type: "prepare" } // to the house in the page: a game is likely
  | { type: "account" | "challenge" | "code" | "keep-code" | "export" }
  | { type: "join"; name: string; password?: string; key?: NewKey }
  | { type: "sign-in"; name?: string; password?: string; code?: string; key?: UsedKey; keep?: boolean }
  | { type: "sign-out"; session?: string; everywhere?: boolean }
  | { type: "password"; password: string; old?: string }
  | { type: "add-key"; key: NewKey }
  | { type: "drop-key"; id: string }
  | { type: "show"; shown: boolean }
  | { type: "ranking"; game: string }
  | { type: "person"; name: string }
  | { type: "delete"; name: string };
