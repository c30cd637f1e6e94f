import { fetchSchema } from '../connection/api';
import { settings } from '../settings.svelte';

import { optionsByPath, problemText } from './problem-words';

/** What is said of rules, with options by their titles; `called` has those called otherwise here. */
export async function inRuleWords(
  told: string,
  called: Readonly<Record<string, string>> = {},
): Promise<string> {
  const groups = await fetchSchema(settings.lang).catch(() => []);
  const options = groups
    .flatMap(({ options }) => options)
    .map((option) => ({ ...option, title: called[option.path] ?? option.title }));
  return problemText(told, optionsByPath(options));
}
