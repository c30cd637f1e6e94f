import { beforeEach, describe, expect, test } from 'vitest';

import { sinceWords } from '../dates';
import { stateWith, UNBEATEN, viewWith } from '../testing/states';

import {
  forgetGame,
  isOwnGame,
  keptTables,
  noteGame,
  noteMyTables,
  runningGames,
} from './running-games';

/** The storage of a browser. If it is `full`, it stores nothing more. */
class Shelf implements Storage {
  readonly #kept = new Map<string, string>();
  full = false;
  readonly length = 0;

  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.#kept.set(key, value);
  }

  removeItem(): void {
    throw new Error('never asked for');
  }

  clear(): void {
    throw new Error('never asked for');
  }

  key(): null {
    return null;
  }
}

describe('the games of a device', () => {
  let shelf: Shelf;
  beforeEach(() => {
    shelf = new Shelf();
  });

  const standings = [
    { score: 120, bags: 2, ...UNBEATEN },
    { score: -40, bags: 0, ...UNBEATEN },
  ];
  const note = (changes: Parameters<typeof stateWith>[2], seen = 1) => {
    noteGame(stateWith(1, viewWith({ round: 3, standings }), changes), seen, shelf);
  };

  test('are kept with the others, the round and the own score first', () => {
    note({ you: 1 });
    expect(runningGames(shelf)).toEqual([
      {
        table: 'T',
        title: 'Standard',
        others: ['Sophie', 'Wim', 'Nora'],
        round: 3,
        scores: [-40, 120],
        seen: 1,
      },
    ]);
  });

  test('stand in the order in which they were played, each once, and not too many', () => {
    for (const table of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'B']) note({ table });
    expect(runningGames(shelf).map(({ table }) => table)).toEqual(['B', 'G', 'F', 'E', 'D', 'C']);
  });

  test('are forgotten when they are over, left, or gone', () => {
    for (const table of ['A', 'B', 'C']) note({ table });
    note({ table: 'A', status: 'over' });
    note({ table: 'B', you: null });
    forgetGame('C', shelf);
    expect(runningGames(shelf)).toEqual([]);
  });

  test('that are over still have a table where nobody is asked for a name', () => {
    note({ table: 'A', status: 'over' });
    expect(isOwnGame('A', shelf)).toBe(true);
    expect(isOwnGame('B', shelf)).toBe(false);
  });

  test('are those that the server tells, once it has', () => {
    note({ table: 'A' });
    const mine = (table: string, status: 'playing' | 'over') =>
      ({
        table,
        title: 'Whiz',
        status,
        others: ['Sophie'],
        round: 2,
        scores: [5],
        used: 7,
        duplicate: null,
      }) as const;
    noteMyTables([mine('B', 'over'), mine('C', 'playing')], keptTables(shelf), shelf);
    expect(runningGames(shelf)).toEqual([
      { table: 'C', title: 'Whiz', others: ['Sophie'], round: 2, scores: [5], seen: 7000 },
    ]);
  });

  test('are also those that have come since the server was asked', () => {
    note({ table: 'A' });
    const known = keptTables(shelf);
    note({ table: 'B' });
    noteMyTables([], known, shelf);
    expect(isOwnGame('A', shelf)).toBe(false);
    expect(isOwnGame('B', shelf)).toBe(true);
  });

  test('are none where the browser keeps nothing, or something else', () => {
    shelf.full = true;
    note({});
    expect(runningGames(shelf)).toEqual([]);
    shelf.full = false;
    for (const text of ['{', '{}', 'null']) {
      shelf.setItem('spadille.games', text);
      expect(runningGames(shelf)).toEqual([]);
    }
  });
});

test('how long ago a game was played is told in words', () => {
  const minute = 60_000;
  const day = 24 * 60 * minute;
  expect(sinceWords(0, 20_000, 'en')).toBe('just now');
  expect(sinceWords(0, 5.9 * minute, 'en')).toBe('5 minutes ago');
  expect(sinceWords(0, 90 * minute, 'de')).toBe('vor 1 Stunde');
  expect(sinceWords(0, 1.5 * day, 'en')).toBe('yesterday');
  expect(sinceWords(minute, 0, 'en')).toBe('just now');
});
