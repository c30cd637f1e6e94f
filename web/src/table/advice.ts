import { cardName, cardNames } from '../cards/card-names';
import type { Advice, Bid, Candidate, Card, PlayerAction } from '../generated/protocol';
import { numberWords, percent } from '../numbers';
import { m } from '../paraglide/messages';
import { bidText } from '../state/announce';

/** Candidates that are worth the same because the cards do the same work, under the first one. */
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
 * What is done as it is said; empty for all that has a page of its own. In a draft one decides about
 * the cards `offered`.
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

/** The cards that are played or given away, to be shown; none where an action is said in words. */
export const actionCards = (action: PlayerAction): readonly Card[] =>
  action.type === 'play'
    ? [action.card]
    : action.type === 'pass' || action.type === 'swap'
      ? action.cards
      : [];

export const shareWords = (chance: number | null | undefined): string =>
  chance == null ? '' : percent(chance);

/** What a candidate is worth: points, or the chance to win. */
export const worthWords = ({ unit, value }: Candidate): string =>
  unit === 'points'
    ? numberWords(value, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
    : shareWords(value / 100);

/** What is to be said before an action is taken that costs much. */
export interface Warning {
  action: PlayerAction;
  cost: number;
  /** Whether it was not weighed itself, but what is nearest to it: it costs as much or more. */
  beyond: boolean;
  chosen: Candidate;
  better: Candidate;
  reason: string;
}

/**
 * The warning before an action that costs that many points or more; null where there is none. Rules
 * of thumb, which are in while the coach is prepared, are not sure enough of it.
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

/** Where the bid is weighed that is nearest to one higher or lower than all; -1 for anything else. */
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

/** Words for a warning, the better choice first. */
export const betterWords = ({ chosen, better }: Warning): string => {
  const [action, other] = [actionWords(better.action), actionWords(chosen.action)];
  const [value, less] = [worthWords(better), worthWords(chosen)];
  return better.unit === 'points'
    ? m.careful_points({ action, value, other, less })
    : m.careful_win({ action, value, other, less });
};
