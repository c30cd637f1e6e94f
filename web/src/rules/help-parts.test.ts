import { expect, test } from 'vitest';

import { helpParts } from './help-parts';

test('what a value means is told apart from what the option means', () => {
  const help = 'After the last bid; match: the side may equal it (B8); raise_each: by one (V18).';
  expect(helpParts(help, ['none', 'match', 'raise_each'])).toEqual({
    general: 'After the last bid.',
    of: { match: 'The side may equal it.', raise_each: 'By one.' },
    numbers: 'B8, V18',
  });
});

test('a sentence after the meaning of a value is about the option again', () => {
  const parts = helpParts('dealt: one at a time (D5). Two may draw; any: x', ['dealt', 'any']);
  expect(parts.of).toEqual({ dealt: 'One at a time.', any: 'X.' });
  expect(parts.general).toBe('Two may draw.');
});

test('a number and its meaning stay where they are', () => {
  expect(helpParts('So many bring the penalty; 0: none (S6).', []).general).toBe(
    'So many bring the penalty; 0: none.',
  );
});
