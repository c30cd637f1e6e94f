import type { PresetInfo, Rules, RulesInfo } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** Rules to choose: those of a preset, or of your own by their share code. */
export interface RuleSet {
  readonly preset: string;
  readonly code: string;
  readonly title: string;
  readonly about: string;
  readonly players: number;
  readonly rules: Rules;
  /** What follows from a preset's rules for a score sheet; null for others, the server knows it. */
  readonly layout: Layout | null;
}

/** The seats of each side, the cards of a hand and the tricks of a round. */
export type Layout = Pick<PresetInfo, 'sides' | 'hand_size' | 'tricks'>;

/** The name of a preset, whose words are those of the language, or rules of your own. */
export type WantedRules = string | RuleSet;

export function presetRules(info: PresetInfo): RuleSet {
  const { name, title, about, players, rules } = info;
  return { preset: name, code: '', title, about, players, rules, layout: info };
}

/** Null where the rules cannot be played. */
export function houseRules({ preset, code, title, players, rules }: RulesInfo): RuleSet | null {
  return rules && { preset, code, title, about: '', players, rules, layout: null };
}

/** Rules in a list, with how many play by them. */
export const labelOf = ({ title, players }: RuleSet): string => `${title} (${players})`;

const isForTwoPairs = ({ rules: { table } }: RuleSet): boolean =>
  table.players === 4 && table.teams === 'pairs';

/** Those that two pairs play. */
export const forTwoPairs = (sets: readonly RuleSet[]): RuleSet[] => sets.filter(isForTwoPairs);

/** Why rules cannot be had where two pairs play, or nothing. */
export const notForTwoPairs = (set: RuleSet): string =>
  isForTwoPairs(set) ? '' : m.rules_two_pairs();

/** What is wanted, else the first that is offered; null while nothing is. */
export function chosenRules(offered: readonly RuleSet[], wanted: WantedRules): RuleSet | null {
  if (typeof wanted !== 'string') return wanted;
  return offered.find(({ preset }) => preset === wanted) ?? offered[0] ?? null;
}
