import type { OptionInfo } from '../generated/protocol';
import { m } from '../paraglide/messages';

import { asSentence } from './help-parts';
import { valueWord } from './option-value';

export type OptionsByPath = Readonly<Partial<Record<string, OptionInfo>>>;

const OPTION = /([a-z]+\.[a-z_]+)(?: = ([\w-]+(?: \| [\w-]+)*))?/g;

export const optionsByPath = (options: readonly OptionInfo[]): OptionsByPath =>
  Object.fromEntries(options.map((option) => [option.path, option]));

/** The server's sentence with the options by their titles instead of their paths. */
export function problemText(told: string, options: OptionsByPath): string {
  const text = told.replace(OPTION, (whole: string, path: string, values?: string) => {
    const option = options[path];
    if (!option) return whole;
    if (values === undefined) return m.rules_quoted({ text: option.title });
    const words = values.split(' | ').map((value) => word(option, value));
    return m.rules_quoted({ text: `${option.title}: ${words.join(m.rules_or())}` });
  });
  return asSentence(text);
}

function word(option: OptionInfo, value: string): string {
  if (value === 'true') return m.rules_on();
  return value === 'false' ? m.rules_off() : valueWord(option, value);
}
