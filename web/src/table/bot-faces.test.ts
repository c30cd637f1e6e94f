import { expect, test } from 'vitest';

import { botFaces } from './bot-faces';

const NAMES = (
  'Alma Bruno Clara Dario Elsa Fabian Greta Hugo Irma Jonas Karla Linus ' +
  'Mira Nils Olga Paul Rosa Simon Thea Viktor'
).split(' ');

/** Return the pictures at a table with bots of these names. */
const pictures = (...names: string[]) => botFaces(names).map(({ picture }) => picture);

/** Return every selection of this number of names. */
const tables = (players: number, names: readonly string[]): string[][] =>
  players === 0
    ? [[]]
    : names.flatMap((name, index) =>
        tables(players - 1, names.slice(index + 1)).map((others) => [name, ...others]),
      );

test('alone, each name of a bot has its own face, with a bow', () => {
  const faces = NAMES.map((name) => Object.values(botFaces([name])[0] ?? {}).join(' '));
  expect(new Set(faces).size).toBe(NAMES.length);
  expect(pictures('Mira')).toEqual(pictures('Alma'));
});

test.each([2, 3, 4])('no %i bots at a table share a picture', (players) => {
  for (const names of tables(players, NAMES))
    expect(new Set(pictures(...names)).size, names.join(' ')).toBe(players);
});

test('a bot keeps its usual picture, wherever it sits, unless another one has it', () => {
  const [alma, bruno, mira] = pictures('Alma', 'Bruno', 'Mira');
  expect([alma]).toEqual(pictures('Alma'));
  expect([bruno]).toEqual(pictures('Bruno'));
  expect(pictures('Mira', 'Bruno', 'Alma')).toEqual([mira, bruno, alma]);
});

test('bots with other names, or with the same one, have different faces, too', () => {
  const six = pictures('Ñandú', '', 'Bot', 'Bot', 'Bot', 'Alma');
  expect(new Set(six).size).toBe(6);
  expect(pictures('Ñandú')).toEqual(pictures('Ñandú'));
});
