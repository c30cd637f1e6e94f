import type { Judgement, Seat } from '../generated/protocol';
import { m } from '../paraglide/messages';
import { bidText } from '../state/announce';
import { sideNamed } from '../state/side-name';

import type { Agreement, SheetRound, VoidReason } from './book';

export const nameAt = (agreement: Agreement, seat: number): string => agreement.names[seat] ?? '';

export function sideName(agreement: Agreement, side: number): string {
  const members = (agreement.sides[side] ?? []).map((seat) => nameAt(agreement, seat));
  return sideNamed(agreement.sideNames, side) ?? members.join(' & ');
}

/** The bids of a side as they are written down before play. */
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

export function voidText(reason: VoidReason): string {
  if (reason === 'count') return m.sheet_void_count();
  if (reason === 'turn') return m.sheet_void_turn();
  if (reason === 'deficient') return m.sheet_void_deficient();
  if (reason === 'bids') return m.sheet_void_bids();
  return m.sheet_void_revoke();
}
