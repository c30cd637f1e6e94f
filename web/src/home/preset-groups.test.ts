import { expect, test } from 'vitest';

import type { PresetInfo } from '../generated/protocol';
import { RULES } from '../testing/states';

import { presetGroups } from './preset-groups';

function preset(name: string, title: string, players: number, about = '', words = ''): PresetInfo {
  const follows = { sides: [], hand_size: 13, tricks: 13 };
  const rest = {
    leaves_open: '',
    source: '',
    turn_seconds: 0,
    rules: RULES,
    sheet: [],
    ...follows,
  };
  return { name, title, about, words, players, ...rest };
}

const PRESETS = [
  preset('two-player', 'Spades zu zweit', 2, 'Zwei ziehen abwechselnd.'),
  preset('standard', 'Standard', 4, 'Vier Spieler in Paaren.'),
  preset('six-player', 'Spades zu sechst', 6, 'Drei Paare, zwei Spiele; für sechs.', 'double nil'),
  preset('jokers', 'Joker', 4, 'Die Joker sind höchste Pik.'),
];

const names = (search: string) =>
  presetGroups(PRESETS, search).map((group) => [
    group.players,
    ...group.presets.map(({ name }) => name),
  ]);

test('presets are grouped by players, the usual number first', () => {
  expect(names('')).toEqual([
    [4, 'standard', 'jokers'],
    [2, 'two-player'],
    [6, 'six-player'],
  ]);
});

test('a search finds titles and descriptions, whatever the case and the accents', () => {
  expect(names('HOCHSTE pik')).toEqual([[4, 'jokers']]);
  expect(names('spades paare')).toEqual([[6, 'six-player']]);
});

test('a search finds the words that people use for what a preset has', () => {
  expect(names('Double NIL')).toEqual([[6, 'six-player']]);
});

test('a search may find nothing', () => {
  expect(names('bridge')).toEqual([]);
});
