import type { OptionInfo } from '../generated/protocol';
import { m } from '../paraglide/messages';

import { asSentence } from './help-parts';
import { valueWord } from './option-value';

export type OptionsByPath = Readonly<Partial<Record<string, OptionInfo>>>;

const OPTION = /([a-z]+\.[a-z_]+)(?: = ([\w-]+(?: \| [\w-]+)*))?/g;

export const optionsByPath = (options: readonly OptionInfo[]): OptionsByPath =>
  Object.fromEntries(options.map((option) => [option.path, option]));

const VALUE = /'(\w+)'/g;

/** Return the server's sentence with the titles of options and values instead of their keys. */
export function problemText(sentence: string, options: OptionsByPath): string {
  const named: OptionInfo[] = [];
  const text = sentence.replace(OPTION, (whole: string, path: string, values?: string) => {
    const option = options[path];
    if (!option) return whole;
    named.push(option);
    if (values === undefined) return m.rules_quoted({ text: option.title });
    const words = values.split(' | ').map((value) => word(option, value));
    return m.rules_quoted({ text: `${option.title}: ${words.join(m.rules_or())}` });
  });
  const inWords = text.replace(VALUE, (whole: string, value: string) => {
    const option = named.find((one) => one.values.includes(value));
    return option ? m.rules_quoted({ text: valueWord(option, value) }) : whole;
  });
  return asSentence(inWords);
}

function word(option: OptionInfo, value: string): string {
  if (value === 'true') return m.rules_on();
  return value === 'false' ? m.rules_off() : valueWord(option, value);
}
