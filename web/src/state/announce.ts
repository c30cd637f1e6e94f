import { cardName, cardNames } from '../cards/card-names';
import type { Bid, Seat, State } from '../generated/protocol';
import { m } from '../paraglide/messages';

import type { Change } from './changes';
import { nameOf } from './seating';

export function bidText(bid: Bid): string {
  if (bid.nil) return bid.blind ? m.bid_blind_nil() : m.bid_nil();
  return bid.blind ? m.bid_blind({ count: bid.tricks }) : String(bid.tricks);
}

/** A change as a sentence for those who do not see the table. */
export function announcement(state: State, change: Change): string {
  const named = (seat: Seat) => (seat === state.you ? m.you() : nameOf(state, seat));
  switch (change.kind) {
    case 'dealt':
      return m.said_dealt({ round: change.round });
    case 'bid':
      return m.said_bid({ name: named(change.seat), bid: bidText(change.bid) });
    case 'exchanged':
      return change.receiver === null
        ? m.said_swapped({ name: named(change.giver), count: change.count })
        : m.said_gave({
            name: named(change.giver),
            to: named(change.receiver),
            count: change.count,
          });
    case 'received':
      return m.said_received({ cards: cardNames(change.cards) });
    case 'played':
      return m.said_played({ name: named(change.seat), card: cardName(change.card) });
    case 'trick':
      return m.said_trick({ name: named(change.winner) });
    case 'scored':
      return m.said_scored({ round: change.round });
    case 'over':
      return m.game_over();
    case 'turn':
      return m.your_turn();
    case 'left':
      return m.said_left({ name: nameOf(state, change.seat) });
    case 'returned':
      return m.said_returned({ name: nameOf(state, change.seat) });
  }
}
