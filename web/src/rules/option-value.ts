import type { OptionInfo, OptionValue } from '../generated/protocol';
import { m } from '../paraglide/messages';

export const isList = (value: OptionValue): value is readonly (number | string)[] =>
  Array.isArray(value);

export function sameValue(one: OptionValue, other: OptionValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Return the name of an option's value. Numbers and custom texts stay as they are. */
export function valueWord(option: OptionInfo, value: number | string): string {
  return option.names[option.values.indexOf(value)] ?? String(value);
}

/** Return a value as people see it: "on", "Pairs", "300", "C2, D2". */
export function valueText(option: OptionInfo, value: OptionValue): string {
  if (typeof value === 'boolean') return value ? m.rules_on() : m.rules_off();
  if (isList(value)) {
    const words = value.map((item) => valueWord(option, item));
    return words.length === 0 ? m.rules_empty() : words.join(', ');
  }
  if (option.kind !== 'text') return valueWord(option, value);
  return value === '' ? m.rules_empty() : String(value);
}
