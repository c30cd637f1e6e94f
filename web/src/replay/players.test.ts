import { expect, test } from 'vitest';

import de from '../../messages/de.json';
import en from '../../messages/en.json';
import es from '../../messages/es.json';

import type { GameInfo } from '../generated/protocol';

import { calledOf, namesOf } from './players';

test.each([en, de, es])('of all who are listed by name oneself is "you" without one', (words) => {
  for (const nobody of [words.guest, words.you]) {
    expect(calledOf(nobody, true)).toBe('You');
    expect(calledOf(nobody, false)).toBe(nobody);
  }
  expect(calledOf('Ada', true)).toBe('Ada');
});

test('of a side oneself is named first', () => {
  const players = ['Ada', 'Nils', 'You', 'Ben'].map((name, seat) => ({ seat, name }));
  const game = { players, mine: 2 } as unknown as GameInfo;
  expect(namesOf(game, [0, 2])).toEqual(['You', 'Ada']);
  expect(namesOf(game, [1, 3])).toEqual(['Nils', 'Ben']);
});
