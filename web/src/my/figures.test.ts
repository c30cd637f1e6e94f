import { expect, test } from 'vitest';

import type { CountedGame } from '../generated/protocol';

import { accuracyOf, csvOf, grouped, inSteps, mostFirst, part, totalOf } from './figures';

const game = (changes: Partial<CountedGame> = {}): CountedGame => ({
  game: 'abc',
  made: 1_785_312_000,
  title: 'Standard',
  against: 'expert',
  won: true,
  apart: false,
  figures: {
    rounds: 4,
    tricky: 3,
    bid: 10,
    won: 12,
    contracts: 4,
    sets: 0,
    bags: 2,
    nils: 1,
    nils_made: 1,
    blind_nils: 0,
    blind_nils_made: 0,
    points: 210,
    theirs: 90,
  },
  partners: [],
  losses: null,
  ...changes,
});

test('games add up, and who has not won has lost only where somebody has won', () => {
  const total = totalOf([game(), game({ won: false }), game({ won: null })]);
  expect(total).toMatchObject({ games: 3, decided: 2, victories: 1, rounds: 12, bid: 30, sets: 0 });
  expect(part(total.victories, total.decided)).toBe(0.5);
  expect(part(0, totalOf([]).games)).toBeNull();
});

test('accuracy is that of all decisions together, and of none where no game was reviewed', () => {
  const losses = (decisions: number, cost: number) => game({ losses: { decisions, cost } });
  const total = totalOf([losses(40, 0), losses(10, 500), game()]);
  expect(total).toMatchObject({ games: 3, reviewed: 2, judged: 50, cost: 500 });
  expect(accuracyOf(total)).toBeCloseTo(36.8, 1);
  expect(accuracyOf(totalOf([game()]))).toBeNull();
  expect(csvOf([losses(40, 12.5)])).toMatch(/,40,12\.5\r\n$/);
});

test('games are told apart by level, the last played first', () => {
  const groups = grouped([game(), game({ against: 'people' }), game()], ({ against }) => against);
  expect(groups.map(({ name, total }) => [name, total.games])).toEqual([
    ['expert', 2],
    ['people', 1],
  ]);
});

test('many games are drawn in few steps, the oldest first', () => {
  const games = Array.from({ length: 25 }, (_, index) => game({ won: index >= 20 }));
  const steps = inSteps(games, 10);
  expect(steps.map(({ games: count }) => count)).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 1]);
  expect(steps[0]?.victories).toBe(3);
  expect(inSteps([], 10)).toEqual([]);
});

test('a file for a spreadsheet keeps what names hold, and runs nothing', () => {
  const [head, line] = csvOf([game({ title: '=Our "rules", mine', won: null })]).split('\r\n');
  expect(head).toMatch(/^ended,game,rules,against,won,apart,rounds,/);
  expect(line).toContain(`,"'=Our ""rules"", mine",expert,,false,4,3,10,12,`);
});

test('groups with the most games come first, and the others keep their order', () => {
  const games = ['a', 'b', 'b', 'c'].map((title) => game({ title }));
  const names = mostFirst(grouped(games, ({ title }) => title)).map(({ name }) => name);
  expect(names).toEqual(['b', 'a', 'c']);
});
