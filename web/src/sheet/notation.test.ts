import { expect, test } from 'vitest';

import type { ScoreLine, SideScore } from '../generated/protocol';
import { UNBEATEN } from '../testing/states';

import { shorthand } from './notation';

function score(contract: number | null, overtricks: number, ...lines: ScoreLine[]): SideScore {
  const points = lines.reduce((sum, line) => sum + line.points, 0);
  const standing = { score: points, bags: overtricks, ...UNBEATEN };
  return { contract, taken: 0, overtricks, lines, points, ...standing };
}

const line = (reason: ScoreLine['reason'], points: number): ScoreLine => ({
  reason,
  points,
  text: reason,
});

const below = (of: SideScore) => shorthand(of).below.map(({ points }) => points);

test.each([
  ['made exactly', score(7, 0, line('contract-made', 70)), '70'],
  ['made with a bag', score(7, 1, line('contract-made', 70), line('bags', 1)), '71'],
  ['set', score(7, 0, line('contract-set', -70)), '−70'],
  ['all nil', score(null, 0, line('nil-made', 100)), '–'],
  ['all nil, with bags', score(null, 2, line('nil-failed', -100), line('bags', 2)), '02'],
  ['bags of two digits', score(3, 12, line('contract-made', 30), line('bags', 12)), '30+12'],
])('a contract %s', (_, of, value) => {
  expect(shorthand(of).value).toBe(value);
});

test('the bags of a set contract stand below', () => {
  expect(below(score(4, 1, line('contract-set', -40), line('bags', 1)))).toEqual([1]);
});

test.each([
  score(10, 0, line('contract-made', 200)),
  score(5, 0, line('contract-set', 0)),
  score(5, 3, line('contract-made', 50), line('bags', -30), line('nil-made', 100)),
])('what stands below makes up the difference to the points', (of) => {
  const written = Number(shorthand(of).value.replace('−', '-'));
  const sum = below(of).reduce((total, points) => total + points, written);
  expect(sum).toBe(of.points);
});
