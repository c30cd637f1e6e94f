import { expect, test } from 'vitest';

import { plainText } from './plain-text';

test('plainText drops what turns or breaks a line and keeps every letter', () => {
  expect(plainText('Ada\u202Ekcart\u2066 \u200Fx\u0007\n')).toBe('Adakcart x');
  for (const name of ['José Ñu', 'עדה', 'عائشة', 'Ada 🂡', 'O’Neill-Ö']) {
    expect(plainText(name)).toBe(name);
  }
});
