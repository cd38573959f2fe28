/* The open tables, followed while a page shows them; and my search for one, which goes on wherever I look
   meanwhile. */
import { link } from "./link.svelte";
import { mine } from "./mine.svelte";
import { notices } from "./notices.svelte";
import type { ServerMessage, Summary } from "./protocol";
import { way } from "./route.svelte";
import { sound } from "./sound.svelte";

const MOST = 100; // tables shown; the server tells no more either
const WAIT = 60; // s before machines are offered

/* What I wish of a table, as I chose it; "": as it will. */
export interface Wished {
  game: string;
  speed: string; // "live", "slow"
  counts: string; // "friendly", "rated"
  level: string; // "near"
}

class Lobby {
  open = $state.raw<Summary[]>([]);
  watch = $state.raw<Summary[]>([]);
  total = $state(0);
  ready = $state(false);
  #followers = 0;

  /* The table my search waits at, and since when. */
  search = $state.raw<{ table: string; since: number } | null>(null);
  now = $state(Date.now());

  found: Summary | undefined = $derived(this.search ? mine.find(this.search.table) : undefined);
  seconds: number = $derived(this.search ? Math.max(0, Math.floor((this.now - this.search.since) / 1000)) : 0);
  patient: boolean = $derived(this.seconds < WAIT);
  readonly wait = WAIT;

  start(): void {
    link.listen((message) => this.#hear(message));
    $effect.root(() => {
      $effect(() => {
        if (!this.search) return;
        const clock = setInterval(() => (this.now = Date.now()), 1000);
        return () => clearInterval(clock);
      });
      $effect(() => {
        const news = mine.news;
        if (news && news.id === this.search?.table && (news.begun || news.seat === null)) this.#end(news);
      });
    });
  }

  /* Follows the list until the returned function is called. */
  follow(): () => void {
    this.#followers++;
    if (this.#followers === 1 && link.open) void this.#load();
    return () => {
      this.#followers--;
      if (this.#followers === 0 && link.open) void link.ask({ type: "follow", lobby: false });
    };
  }

  /* Looks for a table such as I wish; false, with a notice, where the server refused. */
  async seek({ game, speed, counts, level }: Wished): Promise<boolean> {
    const account = link.welcome?.person.account;
    const answer = await link.ask({
      type: "find",
      ...(game ? { game } : {}),
      ...(speed === "live" || speed === "slow" ? { speed } : {}),
      ...(counts && account ? { rated: counts === "rated" } : {}),
      ...(level && account ? { near: true } : {}),
    });
    if (answer.type === "error") notices.refuse(answer, false);
    if (answer.type !== "opened") return false;
    this.now = Date.now();
    this.search = { table: answer.table, since: this.now };
    const page = await link.ask({ type: "mine", state: "turn" });
    // The last seat may have been mine: then the game is on.
    if (page.type === "mine" && page.tables.some((one) => one.id === answer.table)) this.#go(answer.table);
    return true;
  }

  async stop(): Promise<void> {
    const table = this.search?.table;
    this.search = null;
    if (table) await link.ask({ type: "leave", table });
  }

  #end(table: Summary): void {
    if (table.begun) this.#go(table.id);
    else this.search = null;
  }

  #go(table: string): void {
    this.search = null;
    if (way.route.page === "table") return; // a game is not left for another
    sound.play("bell");
    way.go(`/t/${table}`);
  }

  #hear(message: ServerMessage): void {
    if (message.type === "welcome" && message.re === undefined && this.#followers > 0) void this.#load();
    if (message.type !== "offers") return;
    const gone = new Set([...message.gone, ...message.open.map((table) => table.id)]);
    const changed = new Map(message.open.map((table) => [table.id, table]));
    const kept = this.open.map((table) => changed.get(table.id) ?? table);
    const fresh = message.open.filter((table) => !this.open.some((one) => one.id === table.id));
    this.open = [...fresh, ...kept].filter((table) => changed.has(table.id) || !gone.has(table.id)).slice(0, MOST);
    this.total = message.total;
  }

  async #load(): Promise<void> {
    void link.ask({ type: "follow", lobby: true });
    const answer = await link.ask({ type: "lobby" });
    if (answer.type !== "lobby") return;
    this.open = answer.open;
    this.watch = answer.watch;
    this.total = answer.total;
    this.ready = true;
  }
}

export const lobby = new Lobby();
