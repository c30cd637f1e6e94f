import { fetchSchema } from '../connection/api';
import { settings } from '../settings.svelte';

import { optionsByPath, problemText } from './problem-words';

/** Return sentences about rules, with titles instead of option names. `called` overrides some titles. */
export async function inRuleWords(
  texts: readonly string[],
  called: Readonly<Record<string, string>> = {},
): Promise<string> {
  if (texts.length === 0) return '';
  const groups = await fetchSchema(settings.lang).catch(() => []);
  const options = groups
    .flatMap(({ options }) => options)
    .map((option) => ({ ...option, title: called[option.path] ?? option.title }));
  const byPath = optionsByPath(options);
  return texts.map((text) => problemText(text, byPath)).join(' ');
}
