import { online } from 'svelte/reactivity/window';

import type { Level } from '../generated/protocol';
import { LEVELS_HERE } from '../offline/here';
import { m } from '../paraglide/messages';

/** Return the names and descriptions of the levels, weakest first. */
export const levelWords = (): { value: Level; label: string; hint: string }[] =>
  levels().map((level) =>
    online.current !== false || LEVELS_HERE.includes(level.value)
      ? level
      : { ...level, hint: m.needs_network() },
  );

const levels = (): ReturnType<typeof levelWords> => [
  { value: 'random', label: m.level_random(), hint: m.level_random_hint() },
  { value: 'beginner', label: m.level_beginner(), hint: m.level_beginner_hint() },
  { value: 'intermediate', label: m.level_intermediate(), hint: m.level_intermediate_hint() },
  { value: 'expert', label: m.level_expert(), hint: m.level_expert_hint() },
  { value: 'master', label: m.level_master(), hint: m.level_master_hint() },
];

/** Return the name of a level, or undefined for anything else. */
export const levelName = (level: string): string | undefined =>
  levelWords().find(({ value }) => value === level)?.label;
