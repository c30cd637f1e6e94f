import { expect, test } from 'vitest';

import { RULES } from '../testing/states';

import { lossesOf } from './losses';

const standing = { sets: 1, sets_in_a_row: 1, revokes: 1 };

test('sets and revokes that lose nothing are not shown', () => {
  expect(lossesOf(RULES, standing)).toEqual([]);
});

test('sets are shown from the first round on, revokes once there are any', () => {
  const strict = {
    ...RULES,
    end: { ...RULES.end, sets_to_lose: 3, sets_in_a_row: 2 },
    enforcement: { ...RULES.enforcement, revokes_to_lose: 2 },
  };
  expect(lossesOf(strict, standing)).toEqual([
    'Sets: 1 of 3',
    'Sets in a row: 1 of 2',
    'Revokes: 1 of 2',
  ]);
  expect(lossesOf(strict, undefined)).toEqual(['Sets: 0 of 3', 'Sets in a row: 0 of 2']);
});
