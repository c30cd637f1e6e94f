import { describe, expect, test } from 'vitest';

import de from '../messages/de.json';
import en from '../messages/en.json';
import es from '../messages/es.json';
import type { Lang } from './generated/protocol';
import { LANGUAGES, spokenOf } from './languages';
import { m } from './paraglide/messages';

type Catalogue = Record<string, unknown>;

function parameters(message: unknown): string[] {
  const found = JSON.stringify(message).matchAll(/\{(\w+)\}/g);
  return [...new Set([...found].map(([, name]) => name ?? ''))].sort();
}

const english: Catalogue = en;
const catalogues: Record<Lang, Catalogue> = { en, de, es };
const keys = Object.keys(english).filter((key) => key !== '$schema');

test('a browser is spoken to in the first of its languages that there is', () => {
  expect(spokenOf(['fr', 'es-MX', 'en'])).toBe('es');
  expect(spokenOf(['fr'])).toBe('en');
});

test('one thing has one name in German, as docs/translating.md has it', () => {
  const others = /reklam|Regelsatz|Aufzeichnung|Little Mo|Big Mo/i; // melden, Regelwerk, Spielprotokoll
  expect(Object.entries(de).filter(([, text]) => others.test(JSON.stringify(text)))).toEqual([]);
  expect(de.side).toBe('Partei'); // the page is Seite
});

test('whoever has everything deleted is told how others read of them', () => {
  for (const key of ['me_kept_others', 'me_delete_about'] as const) {
    expect([en[key], de[key], es[key]]).toEqual(
      ['Somebody', 'Jemand', 'Alguien'].map((name) => expect.stringContaining(name)),
    );
  }
});

describe.each(LANGUAGES)('in %s', (locale) => {
  const catalogue = catalogues[locale];

  test('are the messages that the others have', () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(english));
  });

  test('they have the same parameters', () => {
    const parametersOf = (all: Catalogue) => keys.map((key) => [key, parameters(all[key])]);
    expect(parametersOf(catalogue)).toEqual(parametersOf(english));
  });

  test('one of a thing is not counted as several', () => {
    const of = { locale };
    const texts = [
      m.tournament_minutes({ minutes: 1 }, of),
      m.tournament_minutes_a_round({ minutes: 1 }, of),
      m.tournament_seconds({ seconds: 1 }, of),
      m.careful_title({ count: 1 }, of),
      m.careful_at_least({ count: 1 }, of),
      m.said_estimate({ name: 'Ada', sure: 1, maybe: 3 }, of),
      m.said_estimate_you({ sure: 1, maybe: 3 }, of),
      m.won_of_bid({ won: 0, bid: 1 }, of),
      m.my_apart({ count: 1 }, of),
      m.my_form_about({ count: 1 }, of),
      m.my_reviewed({ some: 0, all: 1 }, of),
      m.my_reviewed({ some: 1, all: 1 }, of),
      m.swap_title({ count: 1 }, of),
    ];
    expect(texts.filter((text) => text.includes('1'))).toEqual([]);
  });

  test('they are compiled to text', () => {
    const texts = keys.map((key) => {
      const names = parameters(english[key]).map((name) => [name, name]);
      const message = (m as unknown as Record<string, (i: object, o: object) => string>)[key];
      return [key, message?.({ count: 2, ...Object.fromEntries(names) }, { locale })] as const;
    });
    expect(texts.filter(([key, text]) => !text || text === key)).toEqual([]);
  });
});
