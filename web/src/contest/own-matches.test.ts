import { expect, test } from 'vitest';

import type { MyTable } from '../generated/protocol';

import { matchesIn } from './own-matches';

const table = (status: MyTable['status'], played: number | null): MyTable => ({
  table: 'aaaaaaaaaaaa',
  title: 'Match: Standard',
  status,
  others: ['Ben', 'Cyd'],
  round: 3,
  scores: [],
  used: 0,
  duplicate: played === null ? null : { duplicate: 'bbbbbbbbbbbb', played, deals: 4 },
});

test('matches are those tables where others play the same deals, with how far they are', () => {
  const found = matchesIn([
    table('playing', 2),
    table('playing', null),
    table('waiting', 0),
    table('over', 4),
  ]);
  expect(found.map(({ state }) => state)).toEqual([
    '2 of 4 played',
    'waiting for players',
    '4 of 4 played',
  ]);
  expect(found[0]).toMatchObject({ href: '/d/bbbbbbbbbbbb', facts: 'Ben · Cyd' });
});
