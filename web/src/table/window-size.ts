import { innerHeight, innerWidth } from 'svelte/reactivity/window';

import { screenOf, type Screen } from './hand-layout';

interface WindowSize {
  width: number;
  height: number;
  screen: Screen;
  /** Whether there is room for the other players' hands, face down. */
  roomy: boolean;
}

/** Return the window size in pixels, or a common size while it is unknown. */
export function windowSize(): WindowSize {
  const [width, height] = [innerWidth.current ?? 1280, innerHeight.current ?? 800];
  const screen = screenOf(width, height);
  const roomy = screen === 'wide' || (width >= 600 && height >= 820);
  return { width, height, screen, roomy };
}
