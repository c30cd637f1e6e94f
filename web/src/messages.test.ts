import { expect, test } from 'vitest';

import de from '../messages/de.json';
import en from '../messages/en.json';
import { m } from './paraglide/messages';

type Catalogue = Record<string, unknown>;

function parameters(message: unknown): string[] {
  const found = JSON.stringify(message).matchAll(/\{(\w+)\}/g);
  return [...new Set([...found].map(([, name]) => name ?? ''))].sort();
}

const english: Catalogue = en;
const german: Catalogue = de;
const keys = Object.keys(english).filter((key) => key !== '$schema');

test('both languages have the same messages', () => {
  expect(Object.keys(german)).toEqual(Object.keys(english));
});

test.each(keys)('%s has the same parameters in both languages', (key) => {
  expect(parameters(german[key])).toEqual(parameters(english[key]));
});

test.each(keys)('%s is compiled to text in both languages', (key) => {
  const inputs = { ...Object.fromEntries(parameters(english[key]).map((name) => [name, name])) };
  const message = (m as unknown as Record<string, (i: object, o: object) => string>)[key];
  for (const locale of ['en', 'de']) {
    const text = message?.({ count: 2, ...inputs }, { locale });
    expect(text).toBeTruthy();
    expect(text).not.toBe(key);
  }
});
