import { describe, expect, test } from 'vitest';

import { cardSizes, layersOf, layoutHand, slotsAfter, trickBesideHands } from './hand-layout';

/** Return the narrowest strip of a card that its neighbor in the row leaves free. */
function narrowestStrip(count: number, room: number, card: number): number {
  const { places } = layoutHand(count, room, card);
  const strips = places.slice(1).map((place, index) => {
    const before = places[index];
    return before?.y === place.y ? place.x - before.x : card;
  });
  return Math.min(card, ...strips);
}

describe.each([4, 8, 13, 15])('a hand of %i cards on the narrowest phone', (count) => {
  const room = 344;
  const size = cardSizes(360, 740, 4).hand;

  test('leaves each card a strip a thumb can hit', () => {
    expect(narrowestStrip(count, room, size)).toBeGreaterThanOrEqual(39);
  });

  test('fits the room', () => {
    const { places, width } = layoutHand(count, room, size);
    expect(width).toBeLessThanOrEqual(room);
    for (const { x } of places) expect(Math.abs(x) + size / 2).toBeLessThanOrEqual(room / 2 + 0.01);
  });
});

test.each([17, 18, 26])('a hand of %i cards on the narrowest phone keeps its indices', (count) => {
  const size = cardSizes(360, 740, 6).hand;
  expect(narrowestStrip(count, 344, size)).toBeGreaterThanOrEqual(34);
  for (const { x } of layoutHand(count, 344, size).places) {
    expect(Math.abs(x) + size / 2).toBeLessThanOrEqual(172.01);
  }
});

describe.each([13, 17, 26])('of %i cards on a phone', (count) => {
  const { places } = layoutHand(count, 344, cardSizes(360, 740, 4).hand);

  test.each([false, true])('a lower row lies above an upper one (left-handed: %s)', (left) => {
    const layers = layersOf(places, left);
    const rows = [...new Set(places.map(({ y }) => y))].map((y) =>
      layers.filter((_, index) => places[index]?.y === y),
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const [index, row] of rows.slice(1).entries()) {
      expect(Math.min(...row)).toBeGreaterThan(Math.max(...(rows[index] ?? [])));
    }
    for (const row of rows) {
      expect(row).toEqual(row.toSorted((a, b) => (left ? b - a : a - b)));
      expect(new Set(row).size).toBe(row.length);
    }
  });
});

test('the longest hand is no deeper on a desktop than any other', () => {
  const { height, width } = layoutHand(26, 944, 104);
  expect(height).toBeLessThan(104 * 1.4 + 30);
  expect(width).toBeLessThanOrEqual(944);
});

test('a desktop shows one row', () => {
  const { places } = layoutHand(13, 900, 104);
  expect(Math.max(...places.map(({ y }) => y))).toBeLessThan(104 * 0.3);
});

test('one card and none at all are laid out, too', () => {
  expect(layoutHand(1, 344, 66).places).toEqual([{ x: 0, y: 0, turn: 0, row: 0 }]);
  expect(layoutHand(0, 344, 66).places).toEqual([]);
});

describe('the places of the cards that are left', () => {
  const dealt = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

  test('stay the same in two rows', () => {
    expect(slotsAfter(dealt, without('c'), false)).toBe(dealt);
  });

  test('are those of all cards again after an undo', () => {
    expect(slotsAfter(slotsAfter(dealt, without('c'), false), dealt, false)).toEqual(dealt);
  });

  test.each([
    ['one row is enough', without('a', 'b'), false],
    ['they lie in a fan', without('c'), true],
    ['the player rearranges them', ['b', 'a', ...dealt.slice(2)], false],
    ['others are dealt', ['x', ...dealt.slice(1)], false],
  ])('change if %s', (_, held, oneRow) => {
    expect(slotsAfter(dealt, held, oneRow)).toBe(held);
  });

  function without(...keys: string[]): string[] {
    return dealt.filter((key) => !keys.includes(key));
  }
});

describe('the cards of a trick', () => {
  test('are as large as on a table on a usual phone', () => {
    const { trick } = cardSizes(390, 844, 4);
    expect(trick).toBeGreaterThanOrEqual(84);
    expect(trick).toBeLessThanOrEqual(90);
  });

  test.each([4, 6])('grow with the screen (%i players)', (players) => {
    const screens = [
      [320, 640],
      [390, 844],
      [820, 1180],
      [1920, 1080],
    ] as const;
    const sizes = screens.map(([width, height]) => cardSizes(width, height, players).trick);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });

  test('are larger if the player wants large cards', () => {
    const [usual, large] = [cardSizes(390, 844, 4), cardSizes(390, 844, 4, true)];
    expect(large.trick).toBeGreaterThan(usual.trick);
    expect(large.hand).toBeGreaterThan(usual.hand);
  });
});

test.each([
  [320, 4],
  [320, 6],
  [390, 4],
  [390, 6],
])(
  'on a phone of %i pixels, a trick of %i cards leaves open hands at the sides free',
  (width, players) => {
    const usual = cardSizes(width, 844, players).trick;
    const hands = Array.from({ length: players }, () => ['SA']);
    const trick = trickBesideHands(usual, width, hands);
    expect(trick).toBeLessThan(usual);
    expect(trick).toBeGreaterThanOrEqual(36);
    expect(trickBesideHands(40, width, hands)).toBe(Math.min(40, trick));
  },
);

test('a trick keeps its size on a wider screen, and without open hands', () => {
  const hands = [['SA'], ['SK'], [], []];
  expect(trickBesideHands(130, 820, hands)).toBe(130);
  expect(trickBesideHands(130, 390, hands)).toBeLessThan(130);
  expect(trickBesideHands(130, 390, [[], [], [], []])).toBe(130);
});
