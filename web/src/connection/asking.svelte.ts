import { tick } from 'svelte';

import { holdFocus } from '../ui/keep-focus';

import { sentenceOf } from './api';
import { enter } from './enter';

/** What someone asks for with a button: one thing at a time, and why the last one could not be. */
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
   * Asks, unless something is being asked for; `ask` answers what is wrong, or nothing. Says whether
   * it was done.
   */
  async once(ask: () => Promise<string>): Promise<boolean> {
    if (this.busy) return false;
    const giveBack = holdFocus();
    this.busy = true;
    this.problem = ''; // the same once more is said once more
    this.problem = await ask().catch(sentenceOf);
    this.busy = false;
    await tick();
    giveBack();
    return this.problem === '';
  }

  /** The same for what says by failing that something is wrong. */
  attempt(work: () => Promise<unknown>): Promise<boolean> {
    return this.once(async () => {
      await work();
      return '';
    });
  }

  /** Asks for a page, and goes there while that from which it was asked for is still open. */
  enter(ask: Parameters<typeof enter>[0], how: { named?: boolean } = {}): Promise<boolean> {
    return this.once(() => enter(ask, { ...how, wanted: () => !this.#left }));
  }
}
