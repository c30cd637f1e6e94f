import { expect, test } from 'vitest';

import type { OptionInfo } from '../generated/protocol';

import { valueText } from './option-value';

const option = (kind: OptionInfo['kind']) =>
  ({ kind, values: [], names: [] }) as unknown as OptionInfo;

test('a value that is empty is said in a word', () => {
  expect(valueText(option('text'), '')).toBe(valueText(option('numbers'), []));
  expect(valueText(option('text'), 'spades or nil')).toBe('spades or nil');
});
