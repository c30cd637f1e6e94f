import { levelName } from '../home/levels';
import { numberWords as written, percent } from '../numbers';
import { m } from '../paraglide/messages';

/** Whom someone has played against. */
export const againstWords = (against: string): string => levelName(against) ?? m.my_people();

/** A number with one decimal; a dash where there is none. */
export const numberWords = (value: number | null): string =>
  value === null ? '–' : written(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const shareWords = (value: number | null): string => (value === null ? '–' : percent(value));
