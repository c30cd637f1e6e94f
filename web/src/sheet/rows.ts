import type { SideScore } from '../generated/protocol';

import type { Course, SheetRound } from './book';

/** A row of the sheet. `scores` by side is null for a deal that has no score yet. */
export interface Row {
  readonly round: SheetRound;
  readonly scores: readonly SideScore[] | null;
  readonly state: 'scored' | 'waiting' | 'void' | 'open';
}

export function rowsOf(course: Course, scores: readonly (readonly SideScore[])[]): Row[] {
  return course.rounds.map((round) => {
    const found = round.taken ? (scores[round.number - 1] ?? null) : null;
    const state = round.voided ? 'void' : found ? 'scored' : round.taken ? 'waiting' : 'open';
    return { round, scores: found, state };
  });
}
