import type {
  Bid,
  Call,
  Card,
  Flip,
  Options,
  Play,
  PlayerAction,
  Say,
  State,
  View,
} from '../generated/protocol';

const cardsOf = (actions: readonly PlayerAction[]): Set<Card> =>
  new Set(actions.flatMap((action) => (action.type === 'play' ? [action.card] : [])));

/** The cards the server says may be played now. */
export const playable = (options: Options): Set<Card> => cardsOf(options.actions);

/** The cards that break the rules of play, which this table leaves to the players. */
export const tolerated = (options: Options): Set<Card> => cardsOf(options.tolerated);

/** How a card may be played: once, or for an ace also as the lowest of its suit. */
export function playsOf(options: Options, card: Card): Play[] {
  return [...options.actions, ...options.tolerated].filter(
    (action) => action.type === 'play' && action.card === card,
  ) as Play[];
}

/** The bids on offer: numbers, nil, and what is bid before looking. */
export function bidsOnOffer(
  options: Options,
  mo: Bid['mo'] = '',
): { open: Bid[]; nil: Bid | null; blind: Bid[] } {
  const bids = options.actions.filter((action) => action.type === 'bid');
  return {
    open: bids.filter((bid) => !bid.nil && !bid.blind && bid.mo === mo),
    nil: bids.find((bid) => bid.nil && !bid.blind) ?? null,
    blind: bids.filter((bid) => bid.blind),
  };
}

/** The undertakings about the first tricks that a bid may carry; none where it is not played. */
export function mosOnOffer(options: Options): Bid['mo'][] {
  const found = new Set(options.actions.flatMap((bid) => (bid.type === 'bid' ? [bid.mo] : [])));
  return found.size > 1 ? [...found] : [];
}

/** What is bid so far of the tricks that there are; a whole round in the kitty is one more (D12). */
export const bidSoFar = ({ bids, hand_sizes, rules }: View): { count: number; total: number } => ({
  count: bids.reduce((sum, bid) => sum + (bid?.tricks ?? 0), 0),
  total: Math.max(...hand_sizes) + Number(rules.deal.leftover === 'kitty_and_round'),
});

export const offers = (options: Options, type: PlayerAction['type']): boolean =>
  [...options.actions, ...options.aside].some((action) => action.type === type);

/** What may be shown to the partner. */
export const estimates = (options: Options): Say[] =>
  options.aside.filter((action) => action.type === 'say');

/** The calls of a revoke and the tricks that may be opened. */
export const accusations = (options: Options): (Call | Flip)[] =>
  options.aside.filter((action) => action.type === 'call' || action.type === 'flip');

export const myTurn = (view: View): boolean => view.seat !== null && view.to_act === view.seat;

/** Whether no one may act: something is asked of all, or there is a pause. */
export const isFrozen = ({ consent }: State): boolean =>
  consent.question !== null || consent.paused;

/** The number on offer that the digits typed so far are. */
export function bidTyped(open: readonly Bid[], digits: string): Bid | null {
  return open.find((bid) => String(bid.tricks) === digits) ?? null;
}
