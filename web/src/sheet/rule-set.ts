import type { PresetInfo, Rules, RulesInfo } from '../generated/protocol';

/** Rules to choose: those of a preset, or of one's own by their share code. */
export interface RuleSet {
  readonly preset: string;
  readonly code: string;
  readonly title: string;
  readonly about: string;
  readonly players: number;
  readonly rules: Rules;
}

export function presetRules({ name, title, about, players, rules }: PresetInfo): RuleSet {
  return { preset: name, code: '', title, about, players, rules };
}

/** Null where the rules cannot be played. */
export function houseRules({ preset, code, title, players, rules }: RulesInfo): RuleSet | null {
  return rules && { preset, code, title, about: '', players, rules };
}
