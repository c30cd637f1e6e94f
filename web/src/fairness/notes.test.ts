import { beforeEach, describe, expect, test } from 'vitest';

import type { State } from '../generated/protocol';
import { stateWith, viewWith } from '../testing/states';

import { noteOf, noteCommitment } from './notes';

class Memory implements Storage {
  readonly #items = new Map<string, string>();
  get length(): number {
    return this.#items.size;
  }
  clear = (): void => {
    this.#items.clear();
  };
  getItem = (key: string): string | null => this.#items.get(key) ?? null;
  key = (): null => null;
  removeItem = (key: string): void => {
    this.#items.delete(key);
  };
  setItem = (key: string, value: string): void => {
    this.#items.set(key, value);
  };
}

const SEAL = 'ab'.repeat(32);

describe('what is noted of a deal', () => {
  let storage: Storage;
  beforeEach(() => {
    storage = new Memory();
  });

  const waiting = (salted: State['you'][]): State =>
    stateWith(1, null, {
      seal: { seal: SEAL, open: true, salted: salted.filter((seat) => seat !== null) },
    });

  test('a salt is drawn once, and given until it is taken', () => {
    const salt = noteCommitment(waiting([]), storage);
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    expect(noteCommitment(waiting([]), storage)).toBe(salt);
    expect(noteCommitment(waiting([2]), storage)).toBeNull();
  });

  test('who watches adds nothing', () => {
    expect(noteCommitment({ ...waiting([]), you: null }, storage)).toBeNull();
  });

  test('the first hand that is seen of a round is kept with its seal', () => {
    noteCommitment(waiting([]), storage);
    const dealt = (hand: readonly ('SA' | 'SK')[] | null) =>
      stateWith(2, viewWith({ round: 1, phase: 'bidding', hand, kitty: 0 }), {
        seal: { seal: SEAL, open: false, salted: [2] },
      });
    noteCommitment(dealt(null), storage);
    noteCommitment(dealt(['SA', 'SK']), storage);
    noteCommitment(dealt(['SA']), storage);
    expect(noteOf('T', 1, SEAL, storage)).toMatchObject({
      seal: SEAL,
      early: true,
      hand: ['SA', 'SK'],
    });
  });

  test('a seal that was first seen with its cards is no early one', () => {
    const state = stateWith(2, viewWith({ round: 3, phase: 'play', kitty: 0 }), {
      seal: { seal: SEAL, open: false, salted: [] },
    });
    noteCommitment(state, storage);
    expect(noteOf('T', 3, SEAL, storage)?.early).toBe(false);
  });

  test('where the table is not known any more, what was seen is found by its seal', () => {
    const salt = noteCommitment(waiting([]), storage);
    expect(noteOf('a game', 1, SEAL, storage)).toMatchObject({ early: true, salt });
    expect(noteOf('a game', 1, 'cd'.repeat(32), storage)).toBeUndefined();
  });

  test('a seal that is told afterwards does not stand in for the one that was shown', () => {
    noteCommitment(waiting([]), storage);
    const dealt = stateWith(2, viewWith({ round: 1, phase: 'bidding', hand: null, kitty: 0 }), {
      seal: { seal: SEAL, open: false, salted: [] },
    });
    noteCommitment(dealt, storage);
    expect(noteOf('T', 1, 'cd'.repeat(32), storage)?.seal).toBe(SEAL);
  });
});
