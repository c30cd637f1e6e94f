import { describe, expect, test } from 'vitest';

import type { Options, Play } from '../generated/protocol';
import { FROZEN, stateWith, viewWith } from '../testing/states';

import { forcedCard, ThinkingTimes } from './forced-card';
import { heard } from './heard';

const ace: Play = { type: 'play', card: 'HA', low: false };
const king: Play = { type: 'play', card: 'HK', low: false };

const at = (options: Partial<Options>, to_act: 1 | 2 = 2) =>
  stateWith(
    1,
    viewWith({
      to_act,
      options: { actions: [], choose: null, aside: [], tolerated: [], ...options },
    }),
  );

describe('a card plays itself', () => {
  test('when it is the only one', () => {
    expect(forcedCard(at({ actions: [ace] }))).toEqual(ace);
  });

  test('not where there is a choice', () => {
    expect(forcedCard(at({ actions: [ace, king] }))).toBeNull();
    expect(forcedCard(at({ actions: [ace, { ...ace, low: true }] }))).toBeNull();
    expect(forcedCard(at({ actions: [ace], tolerated: [king] }))).toBeNull();
  });

  test('not out of turn, and not in another phase', () => {
    expect(forcedCard(at({ actions: [ace] }, 1))).toBeNull();
    const bidding = viewWith({ to_act: 2, phase: 'bidding' });
    expect(forcedCard(stateWith(1, bidding))).toBeNull();
  });

  test.each(FROZEN)('not while the table stands still', (consent) => {
    expect(forcedCard({ ...at({ actions: [ace] }), consent })).toBeNull();
  });
});

describe('the time that a forced card takes', () => {
  test('is one of those that were taken for choices', () => {
    const times = new ThinkingTimes();
    for (const time of [1_000, 2_000, 3_000, 4_000]) times.add(time);
    expect([0, 0.3, 0.6, 0.99].map((chance) => times.some(chance))).toEqual([
      1_000, 2_000, 3_000, 4_000,
    ]);
  });

  test('is bounded, forgets what is long ago, and is not short before there was a choice', () => {
    const times = new ThinkingTimes();
    expect(times.some(0)).toBe(900);
    for (let move = 0; move < 20; move++) times.add(move < 8 ? 1_000 : 60_000);
    expect(times.some(0)).toBe(5_000);
    for (let move = 0; move < 20; move++) times.add(1);
    expect(times.some(1)).toBe(600);
  });
});

test('one sound is heard at a time, the one that matters most', () => {
  const played = { kind: 'played', seat: 1, card: 'HA', low: false } as const;
  const trick = { kind: 'trick', seat: 1 } as const;
  expect(heard([])).toBeNull();
  expect(heard([played])).toBe('card');
  expect(heard([played, trick])).toBe('trick');
  expect(heard([played, trick, { kind: 'turn' }])).toBe('turn');
  expect(heard([played, trick, { kind: 'scored', round: 1 }])).toBe('end');
});
