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
