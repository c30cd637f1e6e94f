import type { Lang } from './generated/protocol';
import { m } from './paraglide/messages';
import { getLocale } from './paraglide/runtime';

/** Return the date of a moment, given in seconds since 1970, in the current language. */
export const dayWords = (seconds: number, dateStyle: 'medium' | 'long' = 'medium'): string =>
  new Date(seconds * 1000).toLocaleDateString(getLocale(), { dateStyle });

const STEPS = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const;

/** Return how long ago a moment was, in the largest unit that fits, or “just now”. */
export function sinceWords(then: number, now: number, lang: Lang): string {
  const passed = Math.max(0, now - then);
  const step = STEPS.findLast(([, length]) => passed >= length);
  if (!step) return m.just_now({}, { locale: lang });
  const [unit, size] = step;
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(
    -Math.floor(passed / size),
    unit,
  );
}
