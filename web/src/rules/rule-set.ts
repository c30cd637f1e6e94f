import type { PresetInfo, Rules, RulesInfo } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** Rules to choose from: a preset, or custom rules by their share code. */
export interface RuleSet {
  readonly preset: string;
  readonly code: string;
  readonly title: string;
  readonly about: string;
  readonly players: number;
  readonly rules: Rules;
  /** The score sheet layout of a preset; null for other rules, whose layout the server knows. */
  readonly layout: Layout | null;
}

/** The seats of each side, the cards per hand and the tricks per round. */
export type Layout = Pick<PresetInfo, 'sides' | 'hand_size' | 'tricks'>;

/** The name of a preset, whose words depend on the language, or custom rules. */
export type WantedRules = string | RuleSet;

export function presetRules(info: PresetInfo): RuleSet {
  const { name, title, about, players, rules } = info;
  return { preset: name, code: '', title, about, players, rules, layout: info };
}

/** Return the custom rules, or null if they cannot be played. */
export function houseRules({ preset, code, title, players, rules }: RulesInfo): RuleSet | null {
  return rules && { preset, code, title, about: '', players, rules, layout: null };
}

/** Return the label of rules in a list, with their number of players. */
export const labelOf = ({ title, players }: RuleSet): string => `${title} (${players})`;

const isForTwoPairs = ({ rules: { table } }: RuleSet): boolean =>
  table.players === 4 && table.teams === 'pairs';

/** Return the rules for two pairs. */
export const forTwoPairs = (sets: readonly RuleSet[]): RuleSet[] => sets.filter(isForTwoPairs);

/** Return why rules do not fit two pairs, or an empty string. */
export const notForTwoPairs = (set: RuleSet): string =>
  isForTwoPairs(set) ? '' : m.rules_two_pairs();

/** Return the wanted rules, else the first ones; null if the list is empty. */
export function chosenRules(offered: readonly RuleSet[], wanted: WantedRules): RuleSet | null {
  if (typeof wanted !== 'string') return wanted;
  return offered.find(({ preset }) => preset === wanted) ?? offered[0] ?? null;
}
