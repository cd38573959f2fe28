/* The record of a game as a file, for `negoce show` and for keeping. */
export function downloadRecord(game: string, id: string, record: string): void {
  const url = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  const way = document.createElement("a");
  way.href = url;
  way.download = `${game}-${id}.negoce`;
  way.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000); // a slow browser may still be reading it
}
