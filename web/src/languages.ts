import type { Lang } from './generated/protocol';

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Lang, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
};

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Lang[];

/** The first language of `tags` that there is, such as those that a browser is set to. */
export function spokenOf(tags: readonly string[]): Lang {
  const primary = tags.map((tag) => tag.split('-', 1)[0]);
  const found = primary.flatMap((tag) => LANGUAGES.filter((lang) => lang === tag));
  return found[0] ?? 'en';
}
