import { describe, expect, it } from 'vitest';

import { addressOf, answerFile, pathAt } from './demo';

const at = (address: string) => new URL(address, 'https://files.example') as unknown as Location;

describe('the addresses of the demo', () => {
  it.each([
    ['/', '/sub/'],
    ['/lessons/nil', '/sub/?/lessons/nil'],
    ['/puzzles/3?theme=nil', '/sub/?/puzzles/3&theme=nil'],
    ['/game/0abc#12', '/sub/?/game/0abc#12'],
    ['/#/rules?preset=standard', '/sub/#/rules?preset=standard'],
    ['#12', '#12'],
  ])('are in the query: %s', (path, address) => {
    expect(addressOf(path, at('/sub/?/t/0abc'), true)).toBe(address);
  });

  it.each(['/', '/lessons/nil', '/puzzles/3?theme=nil', '/game/0abc#12'])(
    'lead back: %s',
    (path) => {
      const address = at(addressOf(path, at('/sub/'), true));
      expect(pathAt(address, true)).toBe(path.split(/[?#]/)[0]);
    },
  );

  it('keep the parameters of a page', () => {
    const address = at(addressOf('/puzzles/3?theme=nil', at('/'), true));
    expect(new URLSearchParams(address.search).get('theme')).toBe('nil');
  });
});

describe('the addresses of other builds', () => {
  it('are the paths themselves', () => {
    expect(addressOf('/lessons/nil', at('/'))).toBe('/lessons/nil');
    expect(pathAt(at('/lessons/nil?theme=x'))).toBe('/lessons/nil');
  });
});

describe('the answers that come with the demo', () => {
  it.each([
    ['/api/presets?lang=de', 'answers/presets.de.json'],
    ['/api/lessons/own-nil?lang=en', 'answers/lessons-own-nil.en.json'],
    ['/api/puzzles/3?lang=en', null],
    ['/api/my/tables?lang=en', null],
    ['/api/rules/check', null],
  ])('are files: %s', (path, file) => {
    expect(answerFile(path)).toBe(file);
  });
});
