import type { Lang } from './generated/protocol';

/** The name of each language, in that language. */
export const LANGUAGE_NAMES: Record<Lang, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
};

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Lang[];

/** Return the first of `tags` that we support. The tags can be a browser's languages. */
export function spokenOf(tags: readonly string[]): Lang {
  const primary = tags.map((tag) => tag.split('-', 1)[0]);
  const found = primary.flatMap((tag) => LANGUAGES.filter((lang) => lang === tag));
  return found[0] ?? 'en';
}
