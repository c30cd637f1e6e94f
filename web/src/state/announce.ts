import { cardName, cardNames } from '../cards/card-names';
import type { Bid, Judgement, State, Wish } from '../generated/protocol';
import { m } from '../paraglide/messages';

import type { Change } from './changes';
import { breachOf, countsInScore, penaltyFor, penaltyText } from './penalties';
import { youOrName } from './reader';
import { isOnlyPerson, nameOf } from './seating';
import { roundName } from './series';

export function moText(mo: Bid['mo']): string {
  return mo === 'little' ? m.little_mo() : mo === 'big' ? m.big_mo() : '';
}

export function bidText(bid: Bid): string {
  if (bid.nil) return bid.blind ? m.bid_blind_nil() : m.bid_nil();
  return bid.blind ? withMo(m.bid_blind({ count: bid.tricks }), bid) : bidInText(bid);
}

/** Return a bid as part of a sentence. */
export function bidInText(bid: Bid): string {
  if (bid.nil) return bid.blind ? m.inline_blind_nil() : m.inline_nil();
  return withMo(bid.blind ? m.inline_blind({ count: bid.tricks }) : String(bid.tricks), bid);
}

const withMo = (text: string, { mo }: Bid): string => (mo ? `${text} + ${moText(mo)}` : text);

/** Return the result of a call, an opened trick or a claim, in sentences. */
export function judgementText(state: State, judgement: Judgement): string {
  const { kind, seat, trick, upheld, accused } = judgement;
  const who = (of: typeof seat) => (of === state.you ? m.by_you() : nameOf(state, of));
  const parts = { name: who(seat), trick, accused: accused === null ? '' : who(accused) };
  const said = {
    claim: upheld ? m.claim_upheld : m.claim_refused,
    call: upheld ? m.call_upheld : m.call_refused,
    flip: upheld ? m.flip_upheld : m.flip_refused,
  }[kind](parts);
  const cost = costText(state, judgement);
  return cost ? `${said} ${cost}` : said;
}

/** Return the cost of a breach if scoring applies it, else an empty string. */
function costText(state: State, judgement: Judgement): string {
  const breach = breachOf(judgement);
  const penalty = breach && penaltyFor(state.rules, breach);
  if (!penalty || !countsInScore(penalty)) return '';
  const payer = judgement.upheld && judgement.accused !== null ? judgement.accused : judgement.seat;
  return m.penalty_costs({ name: youOrName(state, payer), penalty: penaltyText(penalty) });
}

function exchanged(state: State, change: Change & { kind: 'exchanged' }): string {
  const { giver, receiver, count } = change;
  const own = giver === state.you;
  const name = nameOf(state, giver);
  if (count === 0) return own ? m.said_kept_you() : m.said_kept({ name });
  if (receiver === null)
    return own ? m.said_swapped_you({ count }) : m.said_swapped({ name, count });
  // If the viewer receives the cards, another change names them.
  if (receiver === state.you) return '';
  const to = nameOf(state, receiver);
  return own ? m.said_gave_you({ to, count }) : m.said_gave({ name, to, count });
}

/** Return a request as a heading. */
export function wishWords(wish: Wish): string {
  return {
    undo: m.wish_undo(),
    misdeal: m.wish_misdeal(),
    pause: m.wish_pause(),
    stop: m.wish_stop(),
  }[wish];
}

/**
 * Return an agreed request in words. Bots always agree, so against them, report only the result.
 */
function grantedText(state: State, wish: Wish): string {
  if (!isOnlyPerson(state)) return m.wish_granted({ wish: wishWords(wish) });
  return {
    undo: m.undone(),
    misdeal: m.said_redealt(),
    pause: m.paused(),
    stop: m.stopped_alone(),
  }[wish];
}

/** Return a change as a sentence for screen readers. */
export function announcement(state: State, change: Change): string {
  const own = 'seat' in change && change.seat === state.you;
  const name = 'seat' in change ? nameOf(state, change.seat) : '';
  switch (change.kind) {
    case 'dealt':
      return m.said_dealt({ round: roundName(state, change.round) });
    case 'bid': {
      const bid = bidInText(change.bid);
      return own ? m.said_bid_you({ bid }) : m.said_bid({ name, bid });
    }
    case 'adjusted': {
      const bid = bidInText(change.bid);
      return own ? m.said_adjusted_you({ bid }) : m.said_adjusted({ name, bid });
    }
    case 'withdrawn':
      return own ? m.said_withdrawn_you() : m.said_withdrawn({ name });
    case 'estimate': {
      const { sure, maybe } = change.said;
      return own ? m.said_estimate_you({ sure, maybe }) : m.said_estimate({ name, sure, maybe });
    }
    case 'thrown-in': {
      if (change.shown.hand.length === 0) return m.said_bids_too_low();
      const cards = cardNames(change.shown.hand);
      return own ? m.said_thrown_in_you() : m.said_thrown_in({ name, cards });
    }
    case 'no-trump':
      return m.said_no_trump();
    case 'redealt':
      return m.said_redealt();
    case 'time-up':
      return m.said_time_up();
    case 'taken-back': {
      const card = cardName(change.card);
      return own ? m.said_taken_back_you({ card }) : m.said_taken_back({ name, card });
    }
    case 'judged':
      return judgementText(state, change.judgement);
    case 'exchanged':
      return exchanged(state, change);
    case 'received':
      return m.said_received({ cards: cardNames(change.cards) });
    case 'played': {
      const card = change.low ? m.low_card({ card: cardName(change.card) }) : cardName(change.card);
      return own ? m.said_played_you({ card }) : m.said_played({ name, card });
    }
    case 'trick':
      return own ? m.said_trick_you() : m.said_trick({ name });
    case 'scored':
      return m.said_scored({ round: roundName(state, change.round) });
    case 'over':
      return m.game_over();
    case 'turn':
      return m.your_turn();
    case 'asked':
      return own ? '' : m.wish_asked({ name, wish: wishWords(change.wish) });
    case 'granted':
      return grantedText(state, change.wish);
    case 'denied':
      return m.wish_denied();
    case 'late':
      return own ? m.said_late_you() : m.said_late({ name });
    case 'left':
      return m.said_left({ name });
    case 'lost':
      return m.said_lost({ name });
    case 'returned':
      return m.said_returned({ name });
    case 'sat':
      return m.said_sat({ name });
    case 'unseated':
      return m.said_unseated();
    case 'replaced':
      return m.said_replaced({ name, before: change.before });
  }
}
