import { expect, test } from 'vitest';

import type { EndRules } from '../generated/protocol';
import { RULES } from '../testing/states';

import { lengthOf } from './game-length';

test.each<[Partial<EndRules>, string]>([
  [{ target: 500, max_rounds: 0 }, 'to 500'],
  [{ target: 'none', max_rounds: 8 }, '8 rounds'],
  [{ target: 250, max_rounds: 1 }, 'to 250 · one round'],
  [{ target: 'none', max_rounds: 0 }, ''],
])('a game ends by whatever comes first: %j', (end, told) => {
  expect(lengthOf({ ...RULES.end, ...end })).toBe(told);
});
