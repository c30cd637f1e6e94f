import { expect, test } from 'vitest';

import { stateWith, viewWith } from '../testing/states';

import { ownDecisions } from './own-decisions';

const bid = { type: 'bid', tricks: 3, nil: false, blind: false, mo: '' } as const;

test('the own card of each trick is found, and the bid', () => {
  const view = viewWith({
    phase: 'score',
    bids: [bid, bid, bid, bid],
    tricks: [
      { leader: 1, cards: ['C2', 'C3', 'C4', 'C5'], winner: 0, low: [] },
      { leader: 0, cards: ['H2', 'H3', 'H4', 'H5'], winner: 3, low: [] },
    ],
  });
  expect(ownDecisions(stateWith(1, view), view)).toEqual([
    { trick: 0, bid, card: null },
    { trick: 1, bid: null, card: 'C3' },
    { trick: 2, bid: null, card: 'H4' },
  ]);
});

test('who watches has none, and a blind bid is not made again with open eyes', () => {
  const view = viewWith({ bids: [bid, bid, { ...bid, blind: true }, bid] });
  expect(ownDecisions(stateWith(1, view), view)).toEqual([]);
  expect(ownDecisions(stateWith(1, view, { you: null }), view)).toEqual([]);
});
