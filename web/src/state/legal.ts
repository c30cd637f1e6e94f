import type { Bid, Card, Options, PlayerAction, View } from '../generated/protocol';

/** The cards the server says may be played now. */
export function playable(options: Options): Set<Card> {
  return new Set(
    options.actions.flatMap((action) => (action.type === 'play' ? [action.card] : [])),
  );
}

/** The bids on offer: numbers, nil, and what is bid before looking. */
export function bidsOnOffer(options: Options): { open: Bid[]; nil: Bid | null; blind: Bid[] } {
  const bids = options.actions.filter((action) => action.type === 'bid');
  return {
    open: bids.filter((bid) => !bid.nil && !bid.blind),
    nil: bids.find((bid) => bid.nil && !bid.blind) ?? null,
    blind: bids.filter((bid) => bid.blind),
  };
}

export const offers = (options: Options, type: PlayerAction['type']): boolean =>
  options.actions.some((action) => action.type === type);

export const myTurn = (view: View): boolean => view.seat !== null && view.to_act === view.seat;

/** Whether some number on offer still begins with the digits typed so far. */
export function bidTyped(open: readonly Bid[], digits: string): Bid | null {
  return open.find((bid) => String(bid.tricks) === digits) ?? null;
}
