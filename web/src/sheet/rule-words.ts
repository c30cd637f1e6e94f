import { fetchSchema } from '../connection/api';
import { m } from '../paraglide/messages';
import { optionsByPath, problemText } from '../rules/problem-words';
import { settings } from '../settings.svelte';

/** What is said of rules, with options by their titles, and the target as it is called here. */
export async function inRuleWords(told: string): Promise<string> {
  const groups = await fetchSchema(settings.lang).catch(() => []);
  const options = groups
    .flatMap(({ options }) => options)
    .map((option) =>
      option.path === 'end.target' ? { ...option, title: m.sheet_target() } : option,
    );
  return problemText(told, optionsByPath(options));
}
