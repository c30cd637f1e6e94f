import { cardName, cardNames } from '../cards/card-names';
import type { Advice, Bid, Candidate, Card, PlayerAction } from '../generated/protocol';
import { numberWords, percent } from '../numbers';
import { m } from '../paraglide/messages';
import { bidText } from '../state/announce';

/** Candidates whose cards are equivalent and have the same value, grouped under the first one. */
export interface Row {
  candidate: Candidate;
  actions: readonly PlayerAction[];
}

const alike = (one: Candidate, other: Candidate): boolean =>
  one.action.type === 'play' &&
  other.action.type === 'play' &&
  one.action.card.charAt(0) === other.action.card.charAt(0) &&
  one.value === other.value &&
  one.error === other.error;

export function rowsOf(candidates: readonly Candidate[]): Row[] {
  const rows: Row[] = [];
  for (const candidate of candidates) {
    const last = rows.at(-1);
    if (last && alike(last.candidate, candidate))
      rows[rows.length - 1] = { ...last, actions: [...last.actions, candidate.action] };
    else rows.push({ candidate, actions: [candidate.action] });
  }
  return rows;
}

/**
 * Return an action in words, or an empty string for other kinds of actions. In a draft, the player
 * decides about the cards `offered`.
 */
export function actionWords(action: PlayerAction, offered: readonly Card[] = []): string {
  switch (action.type) {
    case 'play':
      return cardName(action.card);
    case 'bid':
      return bidText(action);
    case 'look':
      return m.look_at_cards();
    case 'keep': {
      const card = offered[action.which === 'first' ? 0 : 1];
      return card ? m.keep_this({ card: cardName(card) }) : m.take_next();
    }
    case 'pass':
    case 'swap':
      return action.cards.length > 0 ? cardNames(action.cards) : m.keep_hand();
    default:
      return '';
  }
}

/** Return the cards to show for an action, or none if words describe it. */
export const actionCards = (action: PlayerAction): readonly Card[] =>
  action.type === 'play'
    ? [action.card]
    : action.type === 'pass' || action.type === 'swap'
      ? action.cards
      : [];

export const shareWords = (chance: number | null | undefined): string =>
  chance == null ? '' : percent(chance);

/** Return the value of a candidate: points, or the chance to win. */
export const worthWords = ({ unit, value }: Candidate): string =>
  unit === 'points'
    ? numberWords(value, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
    : shareWords(value / 100);

/** A warning before a costly action. */
export interface Warning {
  action: PlayerAction;
  cost: number;
  /**
   * Whether the coach rated only the nearest action. The player's action costs at least as much.
   */
  beyond: boolean;
  chosen: Candidate;
  better: Candidate;
  reason: string;
}

/**
 * Return the warning before an action that costs at least that many points, or null. Heuristics
 * replace the coach while it is being prepared. They are too uncertain for a warning.
 */
export function warningOf(advice: Advice, action: PlayerAction, limit: number): Warning | null {
  const { candidates, costs, reason } = advice;
  const found = candidates.findIndex((candidate) => isSame(candidate.action, action));
  const at = found < 0 ? nearestBid(candidates, action) : found;
  const [chosen, better] = [candidates[at], candidates[0]];
  const cost = costs[at] ?? 0;
  if (!chosen || !better || cost < limit || advice.preparing !== null) return null;
  return { action, cost, beyond: found < 0, chosen, better, reason };
}

/**
 * Return the index of the rated bid nearest to a bid outside the rated range; -1 for other actions.
 */
function nearestBid(candidates: readonly Candidate[], action: PlayerAction): number {
  if (!isTricks(action)) return -1;
  const tricks = candidates.map((one) => (isTricks(one.action) ? one.action.tricks : null));
  const known = tricks.filter((count) => count !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (action.tricks > most) return tricks.indexOf(most);
  return action.tricks < least ? tricks.indexOf(least) : -1;
}

const isTricks = (action: PlayerAction): action is Bid =>
  action.type === 'bid' && !action.nil && !action.blind && !action.mo;

function isSame(one: PlayerAction, other: PlayerAction): boolean {
  if (one.type === 'play' && other.type === 'play')
    return one.card === other.card && one.low === other.low;
  if (one.type === 'bid' && other.type === 'bid')
    return (
      one.tricks === other.tricks &&
      one.nil === other.nil &&
      one.blind === other.blind &&
      one.mo === other.mo
    );
  return false;
}

/** Return what the player's choice and the better one are worth, in words. */
export const comparedWords = ({ chosen, better }: Warning): string => {
  const [action, other] = [actionWords(better.action), actionWords(chosen.action)];
  const [value, less] = [worthWords(better), worthWords(chosen)];
  return better.unit === 'points'
    ? m.careful_points({ action, value, other, less })
    : m.careful_win({ action, value, other, less });
};
