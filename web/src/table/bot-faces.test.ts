import { expect, test } from 'vitest';

import { botFace } from './bot-faces';

const NAMES = ['Alma', 'Bruno', 'Greta', 'Linus', 'Mira', 'Nils', 'Viktor'];

test('each name of a bot has its own face, with a bow', () => {
  const faces = NAMES.map((name) => Object.values(botFace(name)).join(' '));
  expect(new Set(faces).size).toBe(NAMES.length);
  expect(botFace('Mira').picture).toBe(botFace('Alma').picture);
});

test('a bot with another name has a face, too, and keeps it', () => {
  expect(botFace('Ñandú')).toEqual(botFace('Ñandú'));
  expect(botFace('').bow).not.toBe('');
});
