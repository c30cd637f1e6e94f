import type { PresetInfo } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** Return seconds as minutes: 5:00. */
export function minutesOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Return the times to choose from: the usual ones and any others. */
export const timesWith = (usual: readonly number[], ...others: readonly number[]): number[] =>
  [...new Set([...usual, ...others])].sort((one, other) => one - other);

/** Return the choices for a number of seconds, in words; 0 means unlimited. */
export const secondsToChoose = (times: readonly number[]): { value: number; label: string }[] =>
  times.map((count) => ({ value: count, label: count === 0 ? m.off() : m.seconds({ count }) }));

/** Seconds that each player has for the game, and that each turn adds. */
export interface Bank {
  readonly bank: number;
  readonly increment: number;
}

export interface ClockRules {
  readonly turn_seconds: number;
  readonly bank_seconds: number;
  readonly increment_seconds: number;
}

/** Return the time limits for a new table: the chosen ones, or those in the rules. */
export function chosenClock(
  wanted: { readonly glass: number | null; readonly bank: Bank | null },
  preset: PresetInfo | null,
): ClockRules {
  const own = preset?.rules.clock;
  return {
    turn_seconds: wanted.glass ?? own?.turn_seconds ?? 0,
    bank_seconds: wanted.bank?.bank ?? own?.bank_seconds ?? 0,
    increment_seconds: wanted.bank?.increment ?? own?.increment_seconds ?? 0,
  };
}

/** Return the chosen time bank as rule options. The rules decide the rest. */
export function bankOptions(chosen: Bank | null): Record<string, number> {
  if (chosen === null) return {};
  return { 'clock.bank_seconds': chosen.bank, 'clock.increment_seconds': chosen.increment };
}

/** Return the time limits in a few words, or an empty list without limits. */
export function clockWords(clock: ClockRules): string[] {
  const { turn_seconds: turn, bank_seconds: bank, increment_seconds: increment } = clock;
  return [
    turn > 0 ? m.turn_timer_of({ count: turn }) : '',
    bank > 0 && increment > 0 ? m.bank_and_more({ time: minutesOf(bank), count: increment }) : '',
    bank > 0 && increment === 0 ? m.bank_of({ time: minutesOf(bank) }) : '',
  ].filter(Boolean);
}
