import { enter } from './enter';

/** What somebody asks for with a button: one thing at a time, and why the last one could not be. */
export class Asking {
  busy = $state(false);
  problem = $state('');
  #left = false;

  constructor() {
    $effect(() => () => {
      this.#left = true;
    });
  }

  /** Asks, unless something is being asked for; `ask` answers what is wrong, or nothing. */
  async once(ask: () => Promise<string>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = await ask();
    this.busy = false;
  }

  /** Asks for a page, and goes there while that from which it was asked for is still open. */
  enter(ask: Parameters<typeof enter>[0], how: { named?: boolean } = {}): Promise<void> {
    return this.once(() => enter(ask, { ...how, wanted: () => !this.#left }));
  }
}
