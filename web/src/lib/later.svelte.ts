/* The first view is there and can be used: from here on the page may fetch what that did not need. */
class Later {
  come = $state(false);
}

export const later = new Later();
