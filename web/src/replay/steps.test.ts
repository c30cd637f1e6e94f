import { expect, test } from 'vitest';

import type { Card, Trick, View } from '../generated/protocol';
import { stateWith, viewWith } from '../testing/states';

import { indexAt, statesOf, trickAfter, trickAt, trickBefore, type Step } from './steps';

const trick = (...cards: Card[]): Trick => ({
  leader: 0,
  cards,
  low: [],
  winner: cards.length === 4 ? 0 : null,
});

/** Two bids, and two tricks card by card, as in a round of two tricks. */
const VIEWS: readonly Partial<View>[] = [
  { phase: 'bidding' },
  { phase: 'bidding' },
  { phase: 'play' },
  { trick: trick('H2') },
  { trick: trick('H2', 'H3', 'H4') },
  { tricks: [trick('H2', 'H3', 'H4', 'H5')] },
  { tricks: [trick('H2', 'H3', 'H4', 'H5')], trick: trick('C2') },
  { tricks: [trick('H2', 'H3', 'H4', 'H5'), trick('C2', 'C3', 'C4', 'C5')], phase: 'score' },
];
const STEPS: readonly Step[] = VIEWS.map((changes, index) => {
  const view = viewWith(changes);
  return { ...stateWith(10 + 2 * index, view), view };
});

test('a step is found by what had happened by then, or the last one', () => {
  expect(indexAt(STEPS, 10)).toBe(0);
  expect(indexAt(STEPS, 11)).toBe(1);
  expect(indexAt(STEPS, 16)).toBe(3);
  expect(indexAt(STEPS, 99)).toBe(STEPS.length - 1);
  expect(indexAt([], 5)).toBe(0);
});

test('by trick one stops after the bids, at each complete trick and at the end', () => {
  expect(trickAfter(STEPS, 0)).toBe(2);
  expect(trickAfter(STEPS, 2)).toBe(5);
  expect(trickAfter(STEPS, 5)).toBe(7);
  expect(trickAfter(STEPS, 7)).toBeNull();
  expect(trickBefore(STEPS, 7)).toBe(5);
  expect(trickBefore(STEPS, 4)).toBe(2);
  expect(trickBefore(STEPS, 0)).toBeNull();
});

test('a trick that is complete lies on the table for one step', () => {
  expect(trickAt(STEPS, 2)).toBeNull();
  expect(trickAt(STEPS, 4)).toMatchObject({ number: 1, trick: { cards: ['H2', 'H3', 'H4'] } });
  expect(trickAt(STEPS, 5)).toMatchObject({ number: 1, trick: { winner: 0 } });
  expect(trickAt(STEPS, 6)).toMatchObject({ number: 2, trick: { cards: ['C2'] } });
  expect(trickAt(STEPS, 99)).toBeNull();
});

test('what a round has come to is a step of its own', () => {
  const [first] = STEPS;
  const last = STEPS.at(-1);
  if (!first || !last) throw new Error('there are steps');
  const told = { round: 1, last_round: 1, updates: [] };
  expect(statesOf({ ...told, state: first })).toHaveLength(1);
  const [ended, summed] = statesOf({ ...told, state: last });
  expect(summed).toEqual(ended);
});

test('a trick that a claim has ended lies on the table for one step', () => {
  const view = viewWith({ phase: 'score', trick: trick('H2', 'H3') });
  const steps = statesOf({ round: 1, last_round: 1, updates: [], state: stateWith(10, view) });
  expect(steps).toHaveLength(2);
  expect(trickAt(steps, 0)).toMatchObject({ trick: { cards: ['H2', 'H3'] } });
  expect(trickAt(steps, 1)).toBeNull();
});
