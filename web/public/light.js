/* Day or night before anything is painted; lib/theme.svelte.ts keeps the choice and changes it later. */
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("negoce.theme");
  } catch (forbidden) {
    /* as the system says */
  }
  var night = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : night ? "dark" : "light";
})();
