import { levelName } from '../home/levels';
import { numberWords as written, percent } from '../numbers';
import { m } from '../paraglide/messages';

/** Return the name of the opponents. */
export const againstWords = (against: string): string => levelName(against) ?? m.my_people();

/** Return a number with one decimal, or a dash for null. */
export const numberWords = (value: number | null): string =>
  value === null ? '–' : written(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const shareWords = (value: number | null): string => (value === null ? '–' : percent(value));
