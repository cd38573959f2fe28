/* A ship comes and goes: 600 ms along the water, or a fade where motion is not wanted. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { room } from "../../lib/theme.svelte";

export function sail(_: Element): TransitionConfig {
  if (room.still) return { duration: 120, css: (here) => `opacity: ${here}` };
  return {
    duration: 600,
    easing: cubicOut,
    css: (here, away) => `transform: translateX(${away * 220}px); opacity: ${Math.min(1, here * 1.6)}`,
  };
}
