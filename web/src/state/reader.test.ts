import { expect, test } from 'vitest';

import { initialOf } from './reader';

test.each([
  ['Nora', 'N'],
  ['élise', 'É'],
  ['😀 Emil', '😀'],
  ['', ''],
])('%s is shown as %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
