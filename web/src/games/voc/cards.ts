/* The eighteen contracts of VOC! as the rules show them and the journal tells them: needs, value, penalty
   (src/games/voc/data.c). A test of the page holds them against what a table tells. */
import type { Contract } from "./picture";

const LIST: readonly (readonly [needs: string, value: number, penalty: number])[] = [
  ["textile textile", 7, 3],
  ["textile textile textile", 11, 5],
  ["cinnamon cinnamon", 9, 4],
  ["coffee coffee", 11, 5],
  ["cloves cloves", 13, 6],
  ["nutmeg nutmeg", 13, 6],
  ["tea tea", 17, 8],
  ["pepper", 8, 4],
  ["pepper pepper", 16, 8],
  ["cinnamon nutmeg cloves / pepper pepper", 18, 9],
  ["textile cinnamon", 8, 4],
  ["textile coffee / cinnamon cinnamon", 9, 4],
  ["nutmeg cloves", 13, 6],
  ["tea / coffee coffee", 10, 5],
  ["textile cinnamon coffee", 14, 7],
  ["cloves tea / nutmeg tea", 16, 8],
  ["cloves cloves cloves / nutmeg nutmeg nutmeg", 20, 10],
  ["cinnamon pepper / textile pepper", 12, 6],
];

export const CONTRACTS: readonly Contract[] = LIST.map(([needs, value, penalty], i) => ({
  card: i + 1,
  needs: needs.split(" / ").map((side) => side.split(" ")),
  value,
  penalty,
  signer: null,
  due: null,
}));

/* The contract of this number. */
export function card(number: number): Contract {
  const found = CONTRACTS[number - 1];
  if (!found) throw new Error(`there is no contract ${number}`);
  return found;
}
