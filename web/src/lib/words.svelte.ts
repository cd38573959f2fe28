/* Sentences in the reader's language. English sentences stand in the code and are the keys of the
   catalogue; the French comes in parts, the first view's, the rest's and one a game, each loaded when somebody reads
   French there. Whatever is told through t() follows a change of language at once. The holes and their
   rules are those of src/core/words.h. */
import { names } from "virtual:catalogue";
import { french, type Words } from "./catalogue";
import { keep } from "./kept";
import { firstEnglish, firstLang, type Lang } from "./lang";
import type { NewsEvent } from "./protocol";

export interface Holes {
  seat?: string;
  other?: string;
  n?: number;
  m?: number;
  items?: readonly string[];
}

/* Marks a sentence for the catalogue without telling it yet. */
export const N_ = (sentence: string): string => sentence;

class Language {
  lang = $state<Lang>(firstLang());
  french = $state.raw<Words>({});
  /* How dates and numbers are written: English as the browser writes it. */
  readonly locale: string = $derived(this.lang === "fr" ? "fr" : firstEnglish());
  #wanted: Lang = this.lang;
  #parts = new Set<string>(); // what is shown, or was

  /* The words of a part of the page, at hand before it is shown. Where they cannot be had the English
     keys stand in. */
  async learn(part: string): Promise<void> {
    this.#parts.add(part);
    if (this.#wanted === "fr") await this.#read([part]);
  }

  /* Somebody is about to ask for French. */
  expectFrench(): void {
    void this.#read([...this.#parts]);
  }

  /* Whoever chooses again meanwhile has the last word. */
  async choose(lang: Lang): Promise<void> {
    this.#wanted = lang;
    keep("lang", lang);
    if (lang === "fr") await this.#read([...this.#parts]);
    if (this.#wanted === lang) this.lang = lang;
  }

  async #read(parts: readonly string[]): Promise<void> {
    const words = await Promise.all(parts.map((part) => french(part).catch(() => ({}))));
    this.french = Object.assign({}, this.french, ...words);
  }
}

export const language = new Language();

$effect.root(() => {
  $effect(() => {
    document.documentElement.lang = language.lang;
  });
});

function words(english: string): string {
  return language.lang === "fr" ? (language.french[english] ?? english) : english;
}

/* The word for an id without numbers. A proper name has its capital in the catalogue. */
const idWord = (id: string): string => words(names[id] ?? id);

/* An id in words: "wood3" is "wood 3", "bois 3"; "2wood" is "2 wood", "2 bois". Never broken between
   two lines. An id has no spaces: what has some is a name of the catalogue, or words already. */
export function item(id: string): string {
  if (/\s/.test(id)) return words(id);
  const [, count = "", stem = id, number = ""] = /^(\d*)(.*?)(\d*)$/.exec(id) ?? [];
  if (!stem) return words(id);
  return [count, idWord(stem), number].filter((part) => part).join("\u00a0");
}

/* "a", "a and b", "a, b and c"; "nothing" where there is none. */
export function list(parts: readonly string[]): string {
  const last = parts[parts.length - 1];
  if (last === undefined) return t("nothing");
  if (parts.length === 1) return last;
  return `${parts.slice(0, -1).join(", ")} ${t("and")} ${last}`;
}

/* Items in words, equal ones together: "a ×2 and b". */
export function items(ids: readonly string[]): string {
  return list(
    [...new Set(ids)].map((id) => {
      const same = ids.filter((other) => other === id).length;
      return same > 1 ? `${item(id)}\u00a0×${same}` : item(id);
    }),
  );
}

/* French counts 0 and 1 alike, English only 1. */
function isOne(n: number): boolean {
  return Math.abs(n) === 1 || (n === 0 && language.lang === "fr");
}

/* A name after what stands before it in the sentence: in French « de Anna » is « d’Anna ». An H is left
   as it is. */
function afterDe(de: string, name: string): string {
  const elides = de !== "" && language.lang === "fr" && /^[aeiouàâéèêëîïôöùû]/i.test(name);
  return elides ? ` d’${name}` : de + name;
}

/* The sentence in the reader's language with its holes filled. */
export function t(english: string, holes: Holes = {}): string {
  return words(english).replace(/( de (?=\{(?:seat|other)\}))?\{([^{}]*)\}/g, (whole, de: string = "", hole: string) => {
    if (hole === "seat") return afterDe(de, holes.seat ?? "");
    if (hole === "other") return afterDe(de, holes.other ?? "");
    if (hole === "n") return String(holes.n ?? 0);
    if (hole === "m") return String(holes.m ?? 0);
    if (hole === "items") return items(holes.items ?? []);
    const [, number, one, many] = /^([nm])\?([^|]*)\|(.*)$/.exec(hole) ?? [];
    if (number === undefined || one === undefined || many === undefined) return whole;
    return isOne((number === "n" ? holes.n : holes.m) ?? 0) ? one : many;
  });
}

/* A title as it stands between quotation marks: its own become the inner ones. */
export const quoted = (title: string): string =>
  language.lang === "fr" ? title.replace(/«\s*(.*?)\s*»/g, "“$1”") : title.replace(/“(.*?)”/g, "‘$1’");

/* What an event tells, with the names of the seats. */
export function say(event: NewsEvent, names: readonly string[]): string {
  return t(event.say, {
    seat: event.seat === null ? "" : (names[event.seat] ?? ""),
    other: event.other === null ? "" : (names[event.other] ?? ""),
    n: event.n,
    m: event.m,
    items: event.items,
  });
}

/* With a capital first letter, as at the start of a line or on the foot of a card. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language.lang) + text.slice(1);
}
