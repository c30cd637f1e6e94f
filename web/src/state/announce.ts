import { cardName, cardNames } from '../cards/card-names';
import type { Bid, State } from '../generated/protocol';
import { m } from '../paraglide/messages';

import type { Change } from './changes';
import { nameOf } from './seating';

export function bidText(bid: Bid): string {
  if (bid.nil) return bid.blind ? m.bid_blind_nil() : m.bid_nil();
  return bid.blind ? m.bid_blind({ count: bid.tricks }) : String(bid.tricks);
}

function exchanged(state: State, change: Change & { kind: 'exchanged' }): string {
  const { giver, receiver, count } = change;
  const own = giver === state.you;
  const name = nameOf(state, giver);
  if (count === 0) return own ? m.said_kept_you() : m.said_kept({ name });
  if (receiver === null)
    return own ? m.said_swapped_you({ count }) : m.said_swapped({ name, count });
  // Cards for the own seat are announced by name, as received.
  if (receiver === state.you) return '';
  const to = nameOf(state, receiver);
  return own ? m.said_gave_you({ to, count }) : m.said_gave({ name, to, count });
}

/** A change as a sentence for those who do not see the table. */
export function announcement(state: State, change: Change): string {
  const own = 'seat' in change && change.seat === state.you;
  const name = 'seat' in change ? nameOf(state, change.seat) : '';
  switch (change.kind) {
    case 'dealt':
      return m.said_dealt({ round: change.round });
    case 'bid': {
      const bid = bidText(change.bid);
      return own ? m.said_bid_you({ bid }) : m.said_bid({ name, bid });
    }
    case 'exchanged':
      return exchanged(state, change);
    case 'received':
      return m.said_received({ cards: cardNames(change.cards) });
    case 'played': {
      const card = cardName(change.card);
      return own ? m.said_played_you({ card }) : m.said_played({ name, card });
    }
    case 'trick':
      return own ? m.said_trick_you() : m.said_trick({ name });
    case 'scored':
      return m.said_scored({ round: change.round });
    case 'over':
      return m.game_over();
    case 'turn':
      return m.your_turn();
    case 'left':
      return m.said_left({ name });
    case 'returned':
      return m.said_returned({ name });
  }
}
