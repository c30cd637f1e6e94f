import { expect, test } from 'vitest';

import { targetIn } from './target';

test.each([
  ['300', 300],
  ['-5', -5],
  ['1.5', null],
  ['', null],
])('of %j as target becomes %j', (typed, target) => {
  expect(targetIn(typed, 500)).toBe(target);
});

test('rules without a target need none, and may be given one', () => {
  expect(targetIn('', 'none')).toBe('none');
  expect(targetIn('300', 'none')).toBe(300);
});
