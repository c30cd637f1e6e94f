import { expect, test } from 'vitest';

import de from '../../messages/de.json';
import en from '../../messages/en.json';
import es from '../../messages/es.json';

import { calledOf } from './players';

test.each([en, de, es])('of all who are listed by name oneself is "you" without one', (words) => {
  for (const nobody of [words.guest, words.you]) {
    expect(calledOf(nobody, true)).toBe('You');
    expect(calledOf(nobody, false)).toBe(nobody);
  }
  expect(calledOf('Ada', true)).toBe('Ada');
});
