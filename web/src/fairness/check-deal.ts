import type { Card, OpenedDeal, PresetInfo, Seat } from '../generated/protocol';
import { seatAfter } from '../state/seating';

import type { Note } from './notes';
import { dealtTo, follows, same } from './outcomes';
import { sealOf, shuffleSeed } from './shuffling';

/** What is compared: the seed with its seal, this with the one seen, the salt, the cards, the hand. */
export type Question = 'seed' | 'seen' | 'salt' | 'cards' | 'hand';

/** Whether it is as it should be; null where this browser cannot know. */
export type Answers = Readonly<Record<Question, boolean | null>>;

/** Shuffles again what was dealt in a round, and compares it with what this browser has noted. */
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
    seed: (await sealOf(deal.seed)) === deal.seal,
    seen: note?.early ? note.seal === deal.seal : null,
    salt: note?.salt === undefined ? null : salts.includes(note.salt),
    cards,
    hand: handOf(deal, rules, you, note?.hand),
  };
}

export const isForged = (answers: Answers): boolean => Object.values(answers).includes(false);

/**
 * Who dealt each outcome. `deal.dealer` is the last dealer of the round: where the deal moves on
 * when a round is dealt again (D14), each pack before was dealt one seat earlier.
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

/** Whether the hand that was seen is one that was dealt, in this round or before a new deal. */
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
