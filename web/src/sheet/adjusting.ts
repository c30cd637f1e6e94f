/** The kind of adjustment that the scorekeeper makes. */
export type What = 'points' | 'tricks' | 'set';

const MOST_POINTS = 1000;

/** The server's limit on the length of a reason, in characters. */
export const LONGEST_REASON = 60;

/**
 * Return the typed points or tricks. Return null for 0, for numbers that are too large, and for
 * anything but a whole number.
 */
export function numberIn(typed: string, what: What, tricks: number): number | null {
  const number = Number(typed.trim().replace('\u2212', '-'));
  const most = what === 'tricks' ? tricks : MOST_POINTS;
  return Number.isInteger(number) && number !== 0 && Math.abs(number) <= most ? number : null;
}
