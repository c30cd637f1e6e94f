import { expect, test } from 'vitest';

import type { OptionInfo } from '../generated/protocol';

import { isFound } from './option-search';

const OPTION: OptionInfo = {
  path: 'play.take_back',
  title: 'Zurücknehmen',
  help: 'until_next_card: solange noch keine Karte folgt (P13).',
  words: 'undo misclick rückgängig 10-for-200',
  kind: 'choice',
  values: ['off', 'until_next_card'],
  names: ['Aus', 'Bis zur nächsten Karte'],
  examples: [],
  low: null,
  high: null,
  longest: null,
  most: null,
  default: 'off',
};

test.each(['undo', 'ruckgangig', 'P13', 'play.take', 'bis zur nächsten', '10for200', ''])(
  'an option is found by %s',
  (words) => {
    expect(isFound(OPTION, words)).toBe(true);
  },
);

test('an option is found only where every word is', () => {
  expect(isFound(OPTION, 'undo renege')).toBe(false);
});
