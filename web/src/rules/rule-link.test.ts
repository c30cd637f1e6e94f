import { expect, test } from 'vitest';

import { codeIn, fileName } from './rule-link';

test.each([
  ['#/rules?preset=whiz&end.target=250', 'preset=whiz&end.target=250'],
  ['#/rules', ''],
  ['', ''],
])('the code in %j', (text, code) => {
  expect(codeIn(text)).toBe(code);
});

test('a file is called after its rules', () => {
  expect(fileName('Omas Spades, blind!')).toBe('omas-spades-blind.rules.txt');
  expect(fileName('…')).toBe('spadille.rules.txt');
});
