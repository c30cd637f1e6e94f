import { innerHeight, innerWidth } from 'svelte/reactivity/window';

/** How large the window is, in pixels; as a usual one while nobody can tell. */
export const windowSize = (): { width: number; height: number } => ({
  width: innerWidth.current ?? 1280,
  height: innerHeight.current ?? 800,
});
