import type { Card } from '../generated/protocol';
import { m } from '../paraglide/messages';

import { isJoker, rankOf, suitOf, type Joker } from './card';

const SUIT_NAMES = {
  S: m.suit_spades,
  H: m.suit_hearts,
  D: m.suit_diamonds,
  C: m.suit_clubs,
};

const JOKER_NAMES = { JB: m.joker_big, JL: m.joker_little, JE: m.joker_third };
const JOKER_MARKS = { JB: m.joker_big_mark, JL: m.joker_little_mark, JE: m.joker_third_mark };

/** Return the mark printed on a joker, which distinguishes it from the others. */
export const jokerMark = (joker: Joker): string => JOKER_MARKS[joker]();

/** Return the rank printed in the corner of a card: K Q J, or K D B in German. */
export function cardIndex(card: Card): string {
  switch (rankOf(card)) {
    case 'A':
      return m.index_ace();
    case 'K':
      return m.index_king();
    case 'Q':
      return m.index_queen();
    case 'J':
      return m.index_jack();
    case 'T':
      return '10';
    default:
      return rankOf(card);
  }
}

function rankName(card: Card): string {
  switch (rankOf(card)) {
    case 'A':
      return m.rank_ace();
    case 'K':
      return m.rank_king();
    case 'Q':
      return m.rank_queen();
    case 'J':
      return m.rank_jack();
    default:
      return cardIndex(card);
  }
}

/** Return the spoken name of a card: "queen of spades", "Pik-Dame". */
export function cardName(card: Card): string {
  if (isJoker(card)) return JOKER_NAMES[card]();
  return m.card_name({ rank: rankName(card), suit: SUIT_NAMES[suitOf(card)]() });
}

export function cardNames(cards: readonly Card[]): string {
  return cards.map(cardName).join(', ');
}
