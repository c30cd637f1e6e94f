import { tick } from 'svelte';

import { holdFocus } from '../ui/keep-focus';

import { sentenceOf } from './api';
import { enter, type Entering } from './enter';

/** A request made with a button: one at a time, with the reason why the last one failed. */
export class Asking {
  busy = $state(false);
  problem = $state('');
  #left = false;

  constructor() {
    $effect(() => () => {
      this.#left = true;
    });
  }

  /**
   * Send a request unless another one is pending. `ask` returns the problem, or an empty string.
   * Return true if it worked.
   */
  async once(ask: () => Promise<string>): Promise<boolean> {
    if (this.busy) return false;
    const giveBack = holdFocus();
    this.busy = true;
    this.problem = ''; // announce the same problem again
    this.problem = await ask().catch(sentenceOf);
    this.busy = false;
    await tick();
    giveBack();
    return this.problem === '';
  }

  /** Do the same for work that throws an error on failure. */
  attempt(work: () => Promise<unknown>): Promise<boolean> {
    return this.once(async () => {
      await work();
      return '';
    });
  }

  /** Request a page and open it if the page that requested it is still open. */
  enter(ask: Parameters<typeof enter>[0], how: Omit<Entering, 'wanted'> = {}): Promise<boolean> {
    return this.once(() => enter(ask, { ...how, wanted: () => !this.#left }));
  }
}
