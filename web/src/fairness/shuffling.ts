import type { Card } from '../generated/protocol';

/** This file mirrors `chance.py` and `seals.py`. Shared test vectors prove that they agree. */

/** Return true if this browser can compute hashes, which requires a secure connection. */
export const canCheck = (): boolean => 'subtle' in crypto;

/** Return the deal code, which the server shows before the deal. */
export const commitmentOf = async (seed: string): Promise<string> =>
  hex(await digest(`seal/${seed}`));

/** Return the seed of the shuffle for the random outcome with that number, counting from 0. */
export async function shuffleSeed(
  seed: string,
  salts: readonly string[],
  number: number,
): Promise<string> {
  return `${hex(await digest(['deal', seed, ...salts].join('/')))}/${number}`;
}

/** Shuffle cards with the Fisher-Yates method, from the last position down. */
export async function shuffled(seed: string, cards: readonly Card[]): Promise<Card[]> {
  const words = new Words(seed);
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last--) {
    const other = await words.below(last + 1);
    [order[last], order[other]] = [order[other] as Card, order[last] as Card];
  }
  return order;
}

const WORD = 8;
const ALL_WORDS = 1n << 64n;

/** 64-bit numbers from SHA-256(`seed`/0), SHA-256(`seed`/1) and so on. */
class Words {
  #block = 0;
  #at = 0;
  #bytes: DataView | null = null;

  constructor(private readonly seed: string) {}

  /** Return the next number below `n`. Skip words that would favor low numbers. */
  async below(n: number): Promise<number> {
    const limit = (ALL_WORDS / BigInt(n)) * BigInt(n);
    for (;;) {
      const word = await this.#next();
      if (word < limit) return Number(word % BigInt(n));
    }
  }

  async #next(): Promise<bigint> {
    let bytes = this.#bytes;
    if (bytes === null || this.#at === bytes.byteLength) {
      bytes = this.#bytes = new DataView(await digest(`${this.seed}/${this.#block++}`));
      this.#at = 0;
    }
    const word = bytes.getBigUint64(this.#at);
    this.#at += WORD;
    return word;
  }
}

const digest = (text: string): Promise<ArrayBuffer> =>
  crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));

export const hex = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
