import { innerHeight, innerWidth } from 'svelte/reactivity/window';

import { screenOf, type Screen } from './hand-layout';

/** How large the window is, in pixels; as a usual one while no one can tell. */
export function windowSize(): { width: number; height: number; screen: Screen } {
  const [width, height] = [innerWidth.current ?? 1280, innerHeight.current ?? 800];
  return { width, height, screen: screenOf(width, height) };
}
