import { expect, test } from 'vitest';

import type { PuzzleInfo } from '../generated/protocol';

import { nextOf, ofTheme } from './choosing';

const puzzles: PuzzleInfo[] = [
  { number: 1, sees: 'all', difficulty: 'hard', themes: ['duck'] },
  { number: 2, sees: 'all', difficulty: 'easy', themes: ['duck', 'set'] },
  { number: 3, sees: 'own', difficulty: 'medium', themes: ['bid'] },
];

test('the easiest of a theme come first', () => {
  expect(ofTheme(puzzles, 'duck').map(({ number }) => number)).toEqual([2, 1]);
  expect(ofTheme(puzzles, null).map(({ number }) => number)).toEqual([2, 3, 1]);
});

test('the next one was not answered yet, and comes round again to what was left out', () => {
  const sorted = ofTheme(puzzles, null);
  expect(nextOf(sorted, {}, 2)).toBe(3);
  expect(nextOf(sorted, { 3: false }, 2)).toBe(1);
  expect(nextOf(sorted, { 1: true }, 1)).toBe(2);
  expect(nextOf(sorted, { 1: true, 2: true, 3: true }, 1)).toBeNull();
});
