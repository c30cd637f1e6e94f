import { getLocale } from './paraglide/runtime';

/** Return the date of a moment, given in seconds since 1970, in the current language. */
export const dayWords = (seconds: number, dateStyle: 'medium' | 'long' = 'medium'): string =>
  new Date(seconds * 1000).toLocaleDateString(getLocale(), { dateStyle });
