import { getLocale } from './paraglide/runtime';

/** A number as the language writes it, with a minus as wide as a plus. */
export const numberWords = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(getLocale(), options).format(value).replace('-', '−');

/** A number with that many digits behind the comma at most. */
export const decimal = (value: number, digits = 1): string =>
  numberWords(value, { maximumFractionDigits: digits });

/** Points with their sign, and one digit where they are not whole. */
export const signed = (points: number): string =>
  numberWords(points, {
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
    useGrouping: false,
  });

/** The same without the sign of what is more than nothing. */
export const scoreWords = (points: number): string => signed(points).replace('+', '');

/** How several stand next to each other. */
export const scoresWords = (scores: readonly number[]): string =>
  scores.map(scoreWords).join(' : ');

/** A share of all in whole percents. */
export const percent = (share: number): string => numberWords(share, { style: 'percent' });
