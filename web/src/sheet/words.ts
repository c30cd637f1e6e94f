import type { Adjustment, Judgement, Seat } from '../generated/protocol';
import { signed } from '../numbers';
import { m } from '../paraglide/messages';
import { bidText } from '../state/announce';
import { sideNamed } from '../state/side-name';

import type { Agreement, SheetRound, VoidReason } from './book';

export const nameAt = (agreement: Agreement, seat: number): string => agreement.names[seat] ?? '';

export function sideName(agreement: Agreement, side: number): string {
  const members = (agreement.sides[side] ?? []).map((seat) => nameAt(agreement, seat));
  return sideNamed(agreement.sideNames, side) ?? members.join(' & ');
}

/** Return a side's bids as written down before play. */
export function sideBids(round: SheetRound, seats: readonly Seat[]): string {
  return seats.map((seat) => ((bid) => (bid ? bidText(bid) : '–'))(round.bids[seat])).join(' + ');
}

export function judgementText(agreement: Agreement, judgement: Judgement): string {
  const { kind, upheld, trick, accused } = judgement;
  const name = nameAt(agreement, upheld && accused !== null ? accused : judgement.seat);
  if (upheld) return m.sheet_judged_revoke({ name, trick });
  if (kind === 'call') return m.sheet_judged_false_call({ name, trick });
  if (kind === 'flip') return m.sheet_judged_flip({ name, trick });
  return m.sheet_judged_claim({ name, trick });
}

export function adjustmentText(agreement: Agreement, adjustment: Adjustment): string {
  const { side, reason, points = 0, tricks = 0 } = adjustment;
  const name = sideName(agreement, side);
  if (adjustment.set) return m.sheet_adjusted_set({ name, reason });
  const count = points || tricks;
  const text = { name, reason, count, amount: signed(count) };
  return points ? m.sheet_adjusted_points(text) : m.sheet_adjusted_tricks(text);
}

/** Return notes on a round's events other than bids and cards. */
export const notesOf = (agreement: Agreement, round: SheetRound): string[] => [
  ...round.judgements.map((judgement) => judgementText(agreement, judgement)),
  ...round.adjustments.map((adjustment) => adjustmentText(agreement, adjustment)),
];

export function voidText(reason: VoidReason): string {
  if (reason === 'count') return m.sheet_void_count();
  if (reason === 'turn') return m.sheet_void_turn();
  if (reason === 'deficient') return m.sheet_void_deficient();
  if (reason === 'bids') return m.sheet_void_bids();
  return m.sheet_void_revoke();
}
