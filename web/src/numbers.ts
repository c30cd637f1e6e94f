import { getLocale } from './paraglide/runtime';

/** Return a number in the current language, with a minus sign as wide as a plus sign. */
export const numberWords = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(getLocale(), options).format(value).replace('-', '−');

/** Return a number with at most that many decimals. */
export const decimal = (value: number, digits = 1): string =>
  numberWords(value, { maximumFractionDigits: digits });

/** Return points with their sign, with one decimal if they are not whole. */
export const signed = (points: number): string =>
  numberWords(points, {
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
    useGrouping: false,
  });

/** Return points without a plus sign. */
export const scoreWords = (points: number): string => signed(points).replace('+', '');

/** Return several scores in one string. */
export const scoresWords = (scores: readonly number[]): string =>
  scores.map(scoreWords).join(' : ');

/** Return a share as a whole percentage. */
export const percent = (share: number): string => numberWords(share, { style: 'percent' });

/** Return the smallest of … 0.1, 0.2, 0.5, 1, 2, 5, 10 … that is at least a positive distance. */
export function roundStep(distance: number): number {
  const power = 10 ** Math.floor(Math.log10(distance));
  return power * ([1, 2, 5].find((digit) => digit * power >= distance) ?? 10);
}

/** Return the multiples of a step between two limits. */
export function multiples(step: number, low: number, high: number): number[] {
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
