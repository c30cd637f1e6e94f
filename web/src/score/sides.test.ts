import { describe, expect, test } from 'vitest';

import type { Bid, Rules, View } from '../generated/protocol';
import { RULES, stateWith, UNBEATEN, viewWith } from '../testing/states';

import { standingsOf } from './sides';

const bid = (tricks: number, kind: Partial<Bid> = {}): Bid => ({
  type: 'bid',
  tricks,
  nil: false,
  blind: false,
  mo: '',
  ...kind,
});

const nil = bid(0, { nil: true });

function shown(changes: Partial<View>, rules: Rules = RULES) {
  const view = viewWith({ rules, ...changes });
  const [side] = standingsOf(stateWith(1, view), view);
  return side && { taken: side.taken, made: side.made };
}

/** A failed nil with seven tricks, next to a bid of five with three tricks. */
const FAILED: Partial<View> = {
  bids: [bid(5), bid(3), nil, bid(1)],
  contracts: [5, 4],
  won: [3, 2, 7, 1],
};

const nilsThat = (kind: Rules['scoring']['failed_nil_tricks']): Rules => ({
  ...RULES,
  scoring: { ...RULES.scoring, failed_nil_tricks: kind },
});

describe('the tricks that stand beside a contract', () => {
  test.each(['ignored', 'bags'] as const)('are not those of a failed nil: %s', (kind) => {
    expect(shown(FAILED, nilsThat(kind))).toEqual({ taken: 3, made: false });
  });

  test('are those of a failed nil as well where they help the partner', () => {
    expect(shown(FAILED, nilsThat('help_partner'))).toEqual({ taken: 10, made: true });
  });

  test('are all before there is a bid', () => {
    expect(shown({ won: [1, 0, 2, 0] })).toEqual({ taken: 3, made: false });
  });
});

test('a side of which all bid nil is told from one that has not bid', () => {
  const sideOf = (bids: (Bid | null)[]) => {
    const view = viewWith({ bids, contracts: [null, null] });
    return standingsOf(stateWith(1, view), view)[0]?.nil;
  };
  expect(sideOf([nil, null, nil, null])).toBe(true);
  expect(sideOf([nil, null, null, null])).toBe(false);
  expect(sideOf([bid(5), null, nil, null])).toBe(false);
});

describe('a contract is shown as made', () => {
  const enough: Partial<View> = {
    bids: [bid(2), bid(3), bid(3), bid(1)],
    contracts: [5, 4],
    won: [3, 2, 3, 1],
  };

  test('with as many tricks', () => {
    expect(shown(enough)).toEqual({ taken: 6, made: true });
  });

  test('not where it was set for a revoke', () => {
    const lines = [{ reason: 'contract-set', points: -50, text: '' }] as const;
    const standing = { score: -50, bags: 0, ...UNBEATEN };
    const side = { contract: 5, taken: 6, overtricks: 0, points: -50, ...standing };
    const sides = [
      { ...side, lines },
      { ...side, lines: [] },
    ];
    const result = { number: 1, dealer: 0, bids: [], won: [3, 2, 3, 1], sides } as const;
    const scored = { ...enough, phase: 'score', results: [result] };
    expect(shown(scored)).toEqual({ taken: 6, made: false });
    expect(shown({ ...scored, round: 2, phase: 'play' })?.made).toBe(true);
  });

  test('of a blind bid with no more than was bid, where that is asked', () => {
    const exact = { ...RULES, blind: { ...RULES.blind, exact: true } };
    const blind = { ...enough, bids: [bid(2), bid(3), bid(3, { blind: true }), bid(1)] };
    expect(shown(blind, exact)?.made).toBe(false);
    expect(shown({ ...blind, won: [3, 2, 2, 1] }, exact)?.made).toBe(true);
  });
});
