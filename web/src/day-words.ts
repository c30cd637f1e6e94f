import { getLocale } from './paraglide/runtime';

/** The day of a moment, in seconds since 1970, as the language writes it. */
export const dayWords = (seconds: number, dateStyle: 'medium' | 'long' = 'medium'): string =>
  new Date(seconds * 1000).toLocaleDateString(getLocale(), { dateStyle });
