import type { OptionInfo } from '../generated/protocol';

import { valueWord } from './value-words';

/** Whether every word somebody looks for is in the texts of an option. */
export function isFound(option: OptionInfo, query: string): boolean {
  const values =
    option.kind === 'cards' ? [] : option.values.map((value) => valueWord(option.path, value));
  const texts = [option.title, option.help, option.path, ...values].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => texts.includes(word));
}
