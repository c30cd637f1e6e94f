import { tick } from 'svelte';

import { holdFocus } from './keep-focus';

/** Change the page in a way that may remove the focused element, and restore the focus. */
export async function holdingFocus(act: () => void): Promise<void> {
  const giveBack = holdFocus();
  act();
  await tick();
  giveBack();
}
