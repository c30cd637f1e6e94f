import type {
  Area,
  Card,
  Judged,
  Mark,
  PlayerAction,
  ReviewInfo,
  Unit,
} from '../generated/protocol';
import { decimal } from '../numbers';
import { m } from '../paraglide/messages';
import { actionWords } from '../table/advice';

/** The marks from mildest to worst. */
export const MARKS: readonly Mark[] = ['best', 'fine', 'slip', 'error', 'blunder'];

export const AREAS: readonly Area[] = [
  'bidding',
  'exchange',
  'own-nil',
  'covering',
  'attacking',
  'tricks',
  'bags',
];

export const markText = (mark: Mark): string =>
  ({
    best: m.mark_best,
    fine: m.mark_fine,
    slip: m.mark_slip,
    error: m.mark_error,
    blunder: m.mark_blunder,
  })[mark]();

export const areaText = (area: Area): string =>
  ({
    bidding: m.area_bidding,
    exchange: m.area_exchange,
    'own-nil': m.area_own_nil,
    covering: m.area_covering,
    attacking: m.area_attacking,
    tricks: m.area_tricks,
    bags: m.area_bags,
  })[area]();

/** Return a loss with its unit. */
export const lossText = (loss: number, unit: Unit): string =>
  unit === 'points'
    ? m.loss_points({ points: decimal(loss) })
    : m.loss_percent({ percent: decimal(loss) });

export const isSame = (action: PlayerAction, other: PlayerAction): boolean =>
  JSON.stringify(action) === JSON.stringify(other);

/** Return true if another action was better. */
export const isWorse = ({ loss, action, best }: Judged): boolean =>
  loss > 0 && !isSame(action, best);

/** Return true if a decision was bad enough to point it out. */
export const isCostly = ({ mark }: Judged): boolean => mark !== 'best' && mark !== 'fine';

/**
 * Return an action in words. In a draft, it concerns the `offered` cards, which older reviews lack.
 */
export const actionText = (action: PlayerAction, offered: readonly Card[]): string =>
  action.type === 'keep' && action.which === 'first' && offered.length === 0
    ? m.keep_card()
    : actionWords(action, offered);

export const placeText = ({ round, trick, area }: Judged): string =>
  `${m.round_number({ number: round })} · ${trick > 0 ? m.trick_number({ number: trick }) : areaText(area)}`;

/** Return the question for a player who is retrying a decision. */
export function questionText({ trick, area }: Judged): string {
  if (trick > 0) return m.try_card();
  return area === 'exchange' ? m.try_exchange() : m.try_bid();
}

/** Return the progress of an unfinished review. */
export function progressText(status: ReviewInfo['status']): string {
  if (status === 'preparing') return m.review_prepares();
  return status === 'asked' ? m.review_waits() : m.review_works();
}
