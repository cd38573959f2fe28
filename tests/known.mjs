/* known.mjs: what a client knows of a table after a message, as docs/protocol.md says: a `table` tells the
   whole, a `change` what is not as it was; its events are the new ones. */
export function known(before, message) {
  if (message.type !== "change") return message;
  const picture = { ...before.window.picture, ...message.window?.picture };
  return {
    ...message,
    type: "table",
    summary: { ...before.summary, ...message.summary },
    window: { ...before.window, ...message.window, picture },
  };
}
