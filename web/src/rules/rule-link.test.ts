import { expect, test } from 'vitest';

import { codeIn, fileName } from './rule-link';

test.each([
  ['https://example.org/#/rules?preset=whiz&end.target=250\n', 'preset=whiz&end.target=250'],
  ['#/rules?preset=whiz', 'preset=whiz'],
  ['#/rules', ''],
  ['preset=whiz&title=Our+rules\n', 'preset=whiz&title=Our+rules'],
  ['', ''],
])('the code in %j', (text, code) => {
  expect(codeIn(text)).toBe(code);
});

test('a file is called after its rules', () => {
  expect(fileName('Omas Spades, blind!')).toBe('omas-spades-blind.rules.txt');
  expect(fileName('…')).toBe('spadille.rules.txt');
});
