/** The latest round in which the cards were turned up without a question. */
const latest = $state({ table: '', round: 0 });

export function noteUnasked(table: string, round: number): void {
  latest.table = table;
  latest.round = round;
}

export const wasUnasked = (table: string, round: number): boolean =>
  latest.table === table && latest.round === round;
