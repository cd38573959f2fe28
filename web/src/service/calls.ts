/* The service worker's part of "it is your turn": a push has no content, so the worker asks the server
   itself what waits, and says no more than at which table. */
const WAIT = 8000; // ms for the answer

interface Waiting {
  id: string;
  title: string;
}

/* What waits for me, as the server says it; null where it does not answer. */
function ask(home: string): Promise<Waiting[] | null> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${home.replace(/^http/, "ws")}ws`);
    const late = setTimeout(() => end(null), WAIT);
    function end(found: Waiting[] | null): void {
      clearTimeout(late);
      socket.close();
      resolve(found);
    }
    socket.onerror = () => end(null);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as { type: string; tables?: Waiting[] };
      if (message.type === "welcome") {
        socket.send('{"type":"follow","asleep":true}');
        socket.send('{"type":"mine","state":"turn"}');
      }
      if (message.type === "mine") end(message.tables ?? []);
      if (message.type === "error") end(null);
    };
  });
}

/* The language the page was last read in, kept beside its files (lib/bell.svelte.ts). */
export const SPOKEN = "spoken";
async function french(): Promise<boolean> {
  const kept = await caches.match("/spoken").catch(() => undefined);
  return ((await kept?.text()) ?? navigator.language).startsWith("fr");
}

interface Shown {
  title: string;
  body: string;
  path: string;
  count: number;
}

export async function whatWaits(home: string): Promise<Shown> {
  const [tables, fr] = await Promise.all([ask(home), french()]);
  const count = tables?.length ?? 0;
  const [only] = tables ?? [];
  const title = fr ? "C’est à vous" : "It is your turn";
  if (count === 1 && only) return { title, body: only.title, path: `/t/${only.id}`, count };
  if (count > 1)
    return { title, body: fr ? `${count} tables vous attendent.` : `${count} tables wait for you.`, path: "/games", count };
  return { title: "Négoce", body: fr ? "Vos parties ont avancé." : "Your games have moved on.", path: "/games", count };
}
