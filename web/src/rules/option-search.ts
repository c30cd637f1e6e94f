import type { OptionInfo } from '../generated/protocol';
import { isIn } from '../search';

import { valueWord } from './value-words';

/** Whether somebody finds an option by these words: its own, its values', or those of the people. */
export function isFound(option: OptionInfo, query: string): boolean {
  const values =
    option.kind === 'cards' ? [] : option.values.map((value) => valueWord(option.path, value));
  return isIn([option.title, option.help, option.path, option.words, ...values], query);
}
