/** What the scorekeeper gives to a side, or takes. */
export type What = 'points' | 'tricks' | 'set';

const MOST_POINTS = 1000;

/** As many characters as the server takes. */
export const LONGEST_REASON = 60;

/** The points or tricks that are typed; null for what is not a whole number other than 0, or too much. */
export function numberIn(typed: string, what: What, tricks: number): number | null {
  const number = Number(typed.trim().replace('\u2212', '-'));
  const most = what === 'tricks' ? tricks : MOST_POINTS;
  return Number.isInteger(number) && number !== 0 && Math.abs(number) <= most ? number : null;
}
