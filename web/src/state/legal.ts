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

/** Return the cards that the server allows now. */
export const playable = (options: Options): Set<Card> => cardsOf(options.actions);

/** Return the cards that break the rules of play, if this table lets players do so. */
export const tolerated = (options: Options): Set<Card> => cardsOf(options.tolerated);

/** Return the ways to play a card. An ace may also be the lowest of its suit. */
export function playsOf(options: Options, card: Card): Play[] {
  return [...options.actions, ...options.tolerated].filter(
    (action) => action.type === 'play' && action.card === card,
  ) as Play[];
}

/** Return the available bids: numbers, nil, and blind bids. */
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

/** Return the options for a bid on the first tricks, or none if the rules lack them. */
export function mosOnOffer(options: Options): Bid['mo'][] {
  const found = new Set(options.actions.flatMap((bid) => (bid.type === 'bid' ? [bid.mo] : [])));
  return found.size > 1 ? [...found] : [];
}

/** Return the tricks bid so far, and the total. A whole round in the kitty adds one (D12). */
export const bidSoFar = ({ bids, hand_sizes, rules }: View): { count: number; total: number } => ({
  count: bids.reduce((sum, bid) => sum + (bid?.tricks ?? 0), 0),
  total: Math.max(...hand_sizes) + Number(rules.deal.leftover === 'kitty_and_round'),
});

export const offers = (options: Options, type: PlayerAction['type']): boolean =>
  [...options.actions, ...options.aside].some((action) => action.type === type);

/** Return the estimates that the player may show to the partner. */
export const estimates = (options: Options): Say[] =>
  options.aside.filter((action) => action.type === 'say');

/** Return the revoke calls that the player may make, and the tricks that the player may open. */
export const accusations = (options: Options): (Call | Flip)[] =>
  options.aside.filter((action) => action.type === 'call' || action.type === 'flip');

export const myTurn = (view: View): boolean => view.seat !== null && view.to_act === view.seat;

/** Return true if all actions must wait: for answers to a question, or during a pause. */
export const isFrozen = ({ consent }: State): boolean =>
  consent.question !== null || consent.paused;

/** Return the available bid that matches the typed digits. */
export function bidTyped(open: readonly Bid[], digits: string): Bid | null {
  return open.find((bid) => String(bid.tricks) === digits) ?? null;
}
