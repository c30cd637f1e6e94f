import { expect, test } from 'vitest';

import { partnerOf, placeOf } from './seating';

test('the own seat is at the bottom and the others follow clockwise', () => {
  const places = ([2, 3, 0, 1] as const).map((seat) => placeOf(seat, 2, 4));
  expect(places).toEqual(['bottom', 'left', 'top', 'right']);
});

test('two players sit opposite each other', () => {
  expect([placeOf(1, 1, 2), placeOf(0, 1, 2)]).toEqual(['bottom', 'top']);
});

test('a side of one has no partner', () => {
  expect(
    partnerOf(
      [
        [0, 2],
        [1, 3],
      ],
      3,
    ),
  ).toBe(1);
  expect(partnerOf([[0], [1]], 1)).toBeNull();
});
