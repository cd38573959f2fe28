/* Who sits at the table in front of us: their pages and ratings, once the server has told. */
import { untrack } from "svelte";
import type { CompanyInfo } from "../people/people";
import { link } from "./link.svelte";
import type { Summary } from "./protocol";

type Told = CompanyInfo & { helped: boolean };

const STRANGERS: Told = { seats: [], emblems: [], helped: false };

/* To be called while a component is made; asks again when somebody else sits down, and at the end. */
export function company(table: () => Summary | undefined): { readonly told: Told } {
  let told = $state.raw(STRANGERS);
  const key = $derived.by(() => {
    const now = table();
    return now && [now.id, now.over, ...now.seats.map(({ kind, name }) => `${kind} ${name}`)].join();
  });
  const server = $derived(link.open && !link.local && !table()?.id.startsWith("~"));
  $effect(() => {
    const asked = key;
    const id = asked && server && untrack(table)?.id;
    if (!id) return;
    void link.ask({ type: "company", table: id }).then((answer) => {
      if (answer.type === "company" && asked === key) told = { ...answer.company, helped: answer.helped };
    });
  });
  return {
    get told() {
      return told;
    },
  };
}

export const pageOf = (name: string): string => `/people/${encodeURIComponent(name)}`;
