const FIRST = 500;
const LONGEST = 8_000;

/**
 * How long to wait before each attempt to come back, in milliseconds: about twice as long each time.
 * By how much differs, or all who have lost the same server would come back at the same moments.
 */
export class Pauses {
  #usual = FIRST;

  constructor(private readonly chance: () => number = Math.random) {}

  next(): number {
    const pause = this.#usual * (0.5 + this.chance());
    this.#usual = Math.min(this.#usual * 2, LONGEST);
    return pause;
  }

  /** Begins with short ones again. */
  reset(): void {
    this.#usual = FIRST;
  }
}
