import { expect, test, vi } from 'vitest';

import { listed } from './kept-games';

// Modules read the browser's settings and address as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
  vi.stubGlobal('location', { hash: '', pathname: '/' });
});

const outline = {
  titles: { en: 'Standard', de: 'Standardregeln' },
  names: ['Nora', 'Emil', 'Ada', 'Wim'],
  sides: [
    [0, 2],
    [1, 3],
  ],
  scores: [120, 510],
  winner: 1,
  people: ['', 'me', '', ''],
};

test('a finished game is listed with the other players from the left and the own side first', () => {
  expect(listed({ id: '0g', record: '', made: 5, outline }, 'de')).toEqual({
    game: '0g',
    title: 'Standardregeln',
    others: ['Ada', 'Wim', 'Nora'],
    scores: [510, 120],
    won: true,
    opened: false,
    made: 5,
  });
});

test('a record of others has no winner of ours', () => {
  const others = { ...outline, people: [] };
  expect(
    listed({ id: '0g', record: '', made: 5, outline: others, opened: true }, 'en'),
  ).toMatchObject({ others: outline.names, scores: [120, 510], won: null, opened: true });
});
