import { expect, test } from 'vitest';

import { calledOf } from './reader';

test('of all who are listed by name only oneself is "you", and only without a name', () => {
  for (const nobody of ['Guest', 'Gast', 'Invitado', 'Du']) {
    expect(calledOf(nobody, true)).toBe('You');
    expect(calledOf(nobody, false)).toBe(nobody);
  }
  expect(calledOf('Ada', true)).toBe('Ada');
});
