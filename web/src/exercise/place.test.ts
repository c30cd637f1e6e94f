import { expect, test } from 'vitest';

import type { ExerciseAnswer } from '../generated/protocol';
import { viewWith } from '../testing/states';

import { placeAfter, tableOf } from './place';

const start = viewWith({
  to_act: 2,
  hand: ['H3', 'HA'],
  hand_sizes: [1, 2, 2, 2],
  shown: [['H2'], ['HK', 'D4'], [], ['S2', 'D5']],
  trick: { leader: 0, cards: ['H9', 'HQ'], winner: null, low: [] },
  won: [3, 3, 3, 2],
});
const answer: ExerciseAnswer = {
  action: { type: 'play', card: 'HA', low: false },
  right: true,
  sentences: [],
  line: ['HA', 'S2', 'D5', 'H2', 'HK', 'H3'],
  winners: [3, 3],
  hand: null,
};

test('cards that were looked at lie open', () => {
  const looked: ExerciseAnswer = {
    ...answer,
    action: { type: 'look' },
    line: [],
    hand: ['H3', 'HA'],
  };
  expect(placeAfter({ ...start, hand: null }, looked, 0).view.hand).toEqual(['H3', 'HA']);
});

test('a bid stands at its seat, whose turn is over', () => {
  const action = { type: 'bid', tricks: 3, nil: false, blind: false, mo: '' } as const;
  const { view } = placeAfter(start, { ...answer, action, line: [] }, 0);
  expect(view.bids[view.seat ?? 0]).toEqual(action);
  expect(view.to_act).toBeNull();
});

test('nothing has been played yet', () => {
  const { view, shown, last } = placeAfter(start, answer, 0);
  expect(view).toBe(start);
  expect(shown?.trick.cards).toEqual(['H9', 'HQ']);
  expect(last).toBeNull();
});

test('a card leaves the hand and lies in the trick', () => {
  const { view, shown } = placeAfter(start, answer, 1);
  expect(view.hand).toEqual(['H3']);
  expect(view.to_act).toBe(3);
  expect(view.trick?.cards).toEqual(['H9', 'HQ', 'HA']);
  expect(shown?.number).toBe(1);
});

test('a completed trick stays in sight and goes to its winner, who leads', () => {
  const { view, shown, last } = placeAfter(start, answer, 2);
  expect(shown?.trick.winner).toBe(3);
  expect(last).toEqual({ seat: 3, card: 'S2', winner: 3 });
  expect(view.trick).toBeNull();
  expect(view.won).toEqual([3, 3, 3, 3]);
  expect(view.broken).toBe(true);
  expect(view.to_act).toBe(3);
  expect(placeAfter(start, answer, 3).view.shown[3]).toEqual([]);
});

test('when all cards are played nobody is to act', () => {
  const { view } = placeAfter(start, answer, 6);
  expect(view.hand_sizes).toEqual([0, 1, 0, 0]);
  expect(view.won[3]).toBe(4);
  expect(view.tricks).toHaveLength(2);
});

test('a view is looked at as if nobody else were connected', () => {
  const state = tableOf(start, 'A puzzle');
  expect(state.you).toBe(2);
  expect(state.seats.map(({ occupant }) => occupant)).toEqual(['bot', 'bot', 'person', 'bot']);
});
