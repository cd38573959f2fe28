/* The keyboard is never lost: where the control in focus vanishes, is hidden or is switched off, the focus goes to
   the first place in view that says of itself it is one for that (`data-refuge`), else to the page's content. */

const gone = (element: Element) => !element.isConnected || element.matches(":disabled") || !element.checkVisibility();

/* Looks after it from now on; returns what ends it. */
export function keepFocus(): () => void {
  let held: Element | null = null; // what was in focus last
  let frame = 0;

  function look(): void {
    frame = 0;
    const now = document.activeElement;
    const lost = now && now !== document.body ? now : held;
    if (!lost || !gone(lost)) return;
    held = null;
    const refuges = [...document.querySelectorAll<HTMLElement>("[data-refuge]")];
    const refuge = refuges.find((one) => one.checkVisibility()) ?? document.getElementById("main");
    if (refuge && !refuge.hasAttribute("tabindex")) refuge.tabIndex = -1;
    refuge?.focus({ preventScroll: true });
  }
  const hold = ({ target }: FocusEvent) => (held = target instanceof Element ? target : null);
  /* once a frame: a press that replaces a whole board is many changes */
  const eye = new MutationObserver(() => (frame ||= requestAnimationFrame(look)));

  document.addEventListener("focusin", hold);
  eye.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled", "hidden"] });
  return () => {
    document.removeEventListener("focusin", hold);
    eye.disconnect();
    cancelAnimationFrame(frame);
  };
}
