import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import type { OpenedDeal, PresetInfo } from '../generated/protocol';
import { RULES } from '../testing/states';

import { checkDeal, dealersOf, isForged } from './check-deal';
import type { Note } from './notes';

interface Vector {
  rules: {
    table: { players: PresetInfo['rules']['table']['players'] };
    deal: { first_dealer: PresetInfo['rules']['deal']['first_dealer'] };
  };
  deal: OpenedDeal;
}

const FILE = new URL('../../../tests/cases/sealed_deals.json', import.meta.url);
const VECTORS = JSON.parse(readFileSync(FILE, 'utf8')) as Vector[];

const rulesOf = ({ rules }: Vector): PresetInfo['rules'] => ({
  ...RULES,
  table: { ...RULES.table, ...rules.table },
  deal: { ...RULES.deal, ...rules.deal },
});

const first = VECTORS[0] as Vector;

const check = (vector: Vector, change: Partial<OpenedDeal> = {}, note?: Note) =>
  checkDeal({ ...vector.deal, ...change }, rulesOf(vector), 2, note);

const noted: Note = {
  table: 'T',
  seal: first.deal.seal,
  early: true,
  salt: first.deal.salts[0]?.salt ?? '',
  hand: first.deal.outcomes.flatMap((outcome) =>
    outcome.type === 'deal' ? (outcome.hands[2] ?? []) : [],
  ),
};

describe('a deal', () => {
  test.each(VECTORS.map((vector, index) => [index, vector] as const))(
    'is shuffled again as the server has shuffled it (%i)',
    async (_, vector) => {
      const answers = await check(vector);
      expect(answers).toMatchObject({ seed: true, cards: true });
    },
  );

  test('agrees with what was noted before it', async () => {
    expect(await check(first, {}, noted)).toEqual({
      seed: true,
      seen: true,
      salt: true,
      cards: true,
      hand: true,
    });
  });

  test.each([
    ['seed', { seed: 'ab'.repeat(32) }, {}],
    ['seen', {}, { seal: 'ab'.repeat(32) }],
    ['salt', { salts: [] }, {}],
    ['cards', { salts: [{ seat: 2, salt: 'ab'.repeat(16) }] }, {}],
    ['hand', {}, { hand: ['SA', 'SK'] }],
  ] as [keyof Awaited<ReturnType<typeof check>>, Partial<OpenedDeal>, Partial<Note>][])(
    'is forged when its %s is another',
    async (question, change, memory) => {
      const answers = await check(first, change, { ...noted, ...memory });
      expect(answers[question]).toBe(false);
      expect(isForged(answers)).toBe(true);
    },
  );

  test('is forged when two hands are exchanged', async () => {
    const outcomes = first.deal.outcomes.map((outcome) =>
      outcome.type === 'deal' ? { ...outcome, hands: [...outcome.hands].reverse() } : outcome,
    );
    expect((await check(first, { outcomes })).cards).toBe(false);
  });

  test('dealt again by the next player is checked with the dealer of each pack', async () => {
    const [deal] = first.deal.outcomes.filter(({ type }) => type === 'deal');
    const again = { ...first.deal, outcomes: [deal, deal] } as OpenedDeal;
    const rules = rulesOf(first);
    const next = { ...rules, deal: { ...rules.deal, redealt_by: 'next_player' as const } };
    expect(dealersOf(again, rules)).toEqual([again.dealer, again.dealer]);
    expect(dealersOf(again, next)).toEqual([(again.dealer + 3) % 4, again.dealer]);
  });

  test('of which nothing was noted is checked as far as it can be', async () => {
    expect(await check(first)).toMatchObject({ seen: null, salt: null, hand: null });
  });

  test('of another game cannot be hidden behind a right seal', async () => {
    const other = VECTORS[1] as Vector;
    const answers = await check(first, { outcomes: other.deal.outcomes }, noted);
    expect(answers.cards).toBe(false);
  });
});
