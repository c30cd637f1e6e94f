import { tick } from 'svelte';

import { holdFocus } from './keep-focus';

/** Does something on the page that may take away what has the focus. */
export async function holdingFocus(act: () => void): Promise<void> {
  const giveBack = holdFocus();
  act();
  await tick();
  giveBack();
}
