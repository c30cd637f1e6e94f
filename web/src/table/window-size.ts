import { innerHeight, innerWidth } from 'svelte/reactivity/window';

import { screenOf, type Screen } from './hand-layout';

/** Return the window size in pixels, or a common size while it is unknown. */
export function windowSize(): { width: number; height: number; screen: Screen } {
  const [width, height] = [innerWidth.current ?? 1280, innerHeight.current ?? 800];
  return { width, height, screen: screenOf(width, height) };
}
