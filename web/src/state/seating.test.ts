import { expect, test } from 'vitest';

import type { Seat } from '../generated/protocol';

import { partnersOf, placeOf } from './seating';

test('the own seat is at the bottom and the others follow clockwise', () => {
  const places = ([2, 3, 0, 1] as const).map((seat) => placeOf(seat, 2, 4));
  expect(places).toEqual(['bottom', 'left', 'top', 'right']);
});

test('two players sit opposite each other', () => {
  expect([placeOf(1, 1, 2), placeOf(0, 1, 2)]).toEqual(['bottom', 'top']);
});

test.each([2, 3, 4, 5, 6])('at a table of %i everybody has a place of their own', (players) => {
  const seats = ([0, 1, 2, 3, 4, 5] as const).slice(0, players);
  for (const you of seats) {
    const places = seats.map((seat) => placeOf(seat, you, players));
    expect(new Set(places).size).toBe(players);
    expect(places[you]).toBe('bottom');
  }
});

test('partners of three pairs sit opposite each other', () => {
  const pairs: (readonly Seat[])[] = [
    [0, 3],
    [1, 4],
    [2, 5],
  ];
  expect(partnersOf(pairs, 2)).toEqual([5]);
  expect(placeOf(5, 2, 6)).toBe('top');
});

test('a side of one has no partner, a side of three has two', () => {
  expect(partnersOf([[0], [1]], 1)).toEqual([]);
  expect(
    partnersOf(
      [
        [0, 2, 4],
        [1, 3, 5],
      ],
      2,
    ),
  ).toEqual([0, 4]);
});
