/* A ship comes from the left and goes to the right: 600 ms along the water, or a fade where motion is
   not wanted. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { room } from "../../lib/theme.svelte";

const FAR = 200; // px

function along(side: 1 | -1, delay: number): TransitionConfig {
  if (room.still) return { duration: 120, css: (here) => `opacity: ${here}` };
  return {
    delay,
    duration: 600,
    easing: cubicOut,
    css: (here, away) =>
      `transform: translateX(${side * away * FAR}px); opacity: ${Math.min(1, here * 1.6)}`,
  };
}

export const dock = (_: Element): TransitionConfig => along(-1, 200);
export const leave = (_: Element): TransitionConfig => along(1, 0);
