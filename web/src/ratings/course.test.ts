import { expect, test } from 'vitest';

import type { RatedGameInfo } from '../generated/protocol';

import { plotOf } from './course';

const game = (number: number, mu: number, sigma = 2, won = true): RatedGameInfo => ({
  number,
  mu,
  sigma,
  won,
  ended: null,
});

test('a plot reaches over all strengths and the ranges of the later ones, at round numbers', () => {
  const { ticks } = plotOf([game(1, 25, 8), game(2, 31, 0.5), game(3, 27, 2)]);
  expect(ticks.map(({ value }) => value)).toEqual([24, 26, 28, 30, 32]);
  expect(ticks.at(-1)?.y).toBe(0);
});

test('a line and its band go from game to game, the band there and back', () => {
  const { line, band } = plotOf([game(7, 25, 1), game(8, 27, 1)]);
  expect(line.split(' ').map((at) => at.split(',')[0])).toEqual(['25', '75']);
  expect(band.split(' ').map((at) => at.split(',')[0])).toEqual(['25', '75', '75', '25']);
});

test('games stand beside each other; very many are taken together', () => {
  expect(plotOf([game(7, 25), game(8, 24, 2, false)]).results).toEqual([
    { won: 1, x: 6.25, width: 37.5 },
    { won: 0, x: 56.25, width: 37.5 },
  ]);
  const many = Array.from({ length: 130 }, (_, index) => game(index, 25, 2, index % 3 > 0));
  const { results } = plotOf(many);
  expect(results).toHaveLength(44);
  expect(results[0]?.won).toBeCloseTo(2 / 3);
  expect(results.every(({ x, width }) => x > 0 && x + width < 100)).toBe(true);
});

test('whatever the strengths are, there are a few lines across, and everything has a place', () => {
  for (const spread of [0.001, 0.3, 4, 17, 900]) {
    const games = Array.from({ length: 500 }, (_, index) =>
      game(index + 1, -3 + (spread * index) / 499, spread / 9),
    );
    const { ticks, line } = plotOf(games);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThan(8);
    const heights = line.split(' ').map((at) => Number(at.split(',')[1]));
    expect(heights.every((y) => y >= 0 && y <= 100)).toBe(true);
  }
  expect(plotOf([]).ticks).toEqual([]);
});
