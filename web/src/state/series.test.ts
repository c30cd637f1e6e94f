import { expect, test } from 'vitest';

import { stateWith } from '../testing/states';

import { asksOthers, contestOf, seriesOf } from './series';

const attempt = { challenge: 'c', attempt: 1, deal: 2, deals: 4 };
const duplicate = { duplicate: 'd', deal: 2, deals: 8 };
const evening = { evening: 'e', round: 1, deal: 2, deals: 6 };

test('others are asked at a table of its own alone, and by whoever has a seat', () => {
  expect(asksOthers(stateWith(1, null))).toBe(true);
  expect(asksOthers(stateWith(1, null, { you: null }))).toBe(false);
  expect(asksOthers(stateWith(1, null, { attempt }))).toBe(false);
  expect(asksOthers(stateWith(1, null, { duplicate }))).toBe(false);
  expect(asksOthers(stateWith(1, null, { evening }))).toBe(false);
});

test('deals that others have, too, are compared on a page of theirs', () => {
  const pageOf = (changes: Parameters<typeof stateWith>[2]) =>
    seriesOf(stateWith(1, null, changes))?.page;
  expect(pageOf({ attempt })).toBe('/c/c');
  expect(pageOf({ duplicate })).toBe('/d/d');
  expect(pageOf({ evening })).toBe('/e/e');
  expect(pageOf({ evening: { ...evening, deals: 0 } })).toBeUndefined();
});

test('a tournament of whole games is a contest, but no series of deals', () => {
  const state = stateWith(1, null, { evening: { ...evening, deals: 0 } });
  expect(contestOf(state)).toMatchObject({ format: 'pairs', number: 1, page: '/e/e' });
  expect(seriesOf(state)).toBeNull();
});
