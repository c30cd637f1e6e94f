import { prefersReducedMotion } from 'svelte/motion';

import { settings } from '../settings.svelte';

/** Milliseconds: two short pulses, like the two bells of a turn. */
const TURN = [40, 70, 40];

/** Return true if the device may be able to vibrate. Browsers on computers say so as well. */
export const canVibrate = (): boolean =>
  'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

/** Vibrate for a turn, unless the player wants no motion. Browsers allow it after the first tap. */
export function vibrate(): void {
  if (!canVibrate() || settings.lessMotion || prefersReducedMotion.current) return;
  if (navigator.userActivation.hasBeenActive) navigator.vibrate(TURN);
}
