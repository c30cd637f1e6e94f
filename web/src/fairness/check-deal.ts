import type { Card, OpenedDeal, PresetInfo, Seat } from '../generated/protocol';
import { seatAfter } from '../state/seating';

import type { Note } from './notes';
import { dealtTo, follows, same } from './outcomes';
import { commitmentOf, shuffleSeed } from './shuffling';

/** The checks: the seed against its code, that code against ours, and the client seed, cards and hand. */
export type Question = 'seed' | 'seen' | 'salt' | 'cards' | 'hand';

/** Whether each check passes, or null if this browser cannot find out. */
export type Answers = Readonly<Record<Question, boolean | null>>;

/** Shuffle the cards of a round again, and compare them with this browser's notes. */
export async function checkDeal(
  deal: OpenedDeal,
  rules: PresetInfo['rules'],
  you: Seat | null,
  note: Note | undefined,
): Promise<Answers> {
  const salts = deal.salts.map(({ salt }) => salt);
  let cards: boolean | null = null;
  let number = 0;
  const dealers = dealersOf(deal, rules);
  for (const [index, outcome] of deal.outcomes.entries()) {
    if (outcome.type === 'cut') continue;
    const seed = await shuffleSeed(deal.seed, salts, number++);
    const right = await follows(outcome, seed, rules, dealers[index] ?? deal.dealer);
    cards = right === null ? cards : right && cards !== false;
  }
  return {
    seed: (await commitmentOf(deal.seed)) === deal.seal,
    seen: note?.early ? note.seal === deal.seal : null,
    salt: note?.salt === undefined ? null : salts.includes(note.salt),
    cards,
    hand: handOf(deal, rules, you, note?.hand),
  };
}

export const isForged = (answers: Answers): boolean => Object.values(answers).includes(false);

/**
 * Return the dealer of each outcome. `deal.dealer` is the last dealer of the round. If a new deal
 * moves to the next dealer (D14), each earlier pack was dealt one seat earlier.
 */
export function dealersOf({ outcomes, dealer }: OpenedDeal, rules: PresetInfo['rules']): Seat[] {
  const players = rules.table.players;
  const steps = rules.deal.redealt_by === 'next_player' ? 1 : 0;
  const isPack = ({ type }: OpenedDeal['outcomes'][number]) => type === 'deal' || type === 'stack';
  return outcomes.map((_, index) => {
    const later = outcomes.slice(index + 1).filter(isPack).length;
    return seatAfter(dealer, players * later - steps * later, players);
  });
}

/** Check that the noted hand was dealt in this round, possibly before a redeal. */
function handOf(
  deal: OpenedDeal,
  rules: PresetInfo['rules'],
  you: Seat | null,
  seen: readonly Card[] | undefined,
): boolean | null {
  if (you === null || seen === undefined || rules.deal.method !== 'dealt') return null;
  const hands: (readonly Card[])[] = [];
  let pack: readonly Card[] = [];
  const dealers = dealersOf(deal, rules);
  for (const [index, outcome] of deal.outcomes.entries()) {
    if (outcome.type === 'deal') hands.push(outcome.hands[you] ?? []);
    if (outcome.type === 'stack') pack = outcome.cards;
    if (outcome.type !== 'cut') continue;
    const players = rules.table.players;
    const cut = [...pack.slice(outcome.at), ...pack.slice(0, outcome.at)];
    hands.push(
      dealtTo(
        you,
        cut,
        dealers[index] ?? deal.dealer,
        players,
        pack.length - players * seen.length,
      ),
    );
  }
  const sorted = [...seen].sort();
  return hands.some((hand) => same([...hand].sort(), sorted));
}
