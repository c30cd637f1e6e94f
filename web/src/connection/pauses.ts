const FIRST = 500;
const LONGEST = 8_000;

/**
 * How long to wait before each attempt to reconnect, in milliseconds. Each wait is about twice as
 * long as the one before. A random part keeps clients of the same server from reconnecting at once.
 */
export class Pauses {
  #usual = FIRST;

  constructor(private readonly chance: () => number = Math.random) {}

  next(): number {
    const pause = this.#usual * (0.5 + this.chance());
    this.#usual = Math.min(this.#usual * 2, LONGEST);
    return pause;
  }

  /** Start with short pauses again. */
  reset(): void {
    this.#usual = FIRST;
  }
}
