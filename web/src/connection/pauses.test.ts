import { expect, test } from 'vitest';

import { Pauses } from './pauses';

const take = (pauses: Pauses, count: number) => Array.from({ length: count }, () => pauses.next());

test('pauses double up to a limit, and begin anew', () => {
  const pauses = new Pauses(() => 0.5);
  expect(take(pauses, 7)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  pauses.reset();
  expect(pauses.next()).toBe(500);
});

test('two who have lost the same server do not come back together', () => {
  const soonest = take(new Pauses(() => 0), 5);
  const latest = take(new Pauses(() => 1), 5);
  expect(soonest.map((pause, turn) => (latest[turn] ?? 0) / pause)).toEqual([3, 3, 3, 3, 3]);
});
