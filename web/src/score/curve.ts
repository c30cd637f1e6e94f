import type { State, View } from '../generated/protocol';
import { multiples, roundStep } from '../numbers';

/** The scores of all sides after each round, and the scale to draw them on. */
export interface Curves {
  /** One curve for each side. Each starts with the score before the first round. */
  readonly sides: readonly (readonly number[])[];
  readonly rounds: number;
  readonly low: number;
  readonly high: number;
  readonly target: number | null;
  /** The labeled scores. */
  readonly scores: readonly number[];
  /** The labeled rounds. */
  readonly numbers: readonly number[];
}

/** A dash pattern for each side, so that its curve is recognizable without its color. */
export const DASHES: readonly string[] = ['', '8 4', '2 4', '10 3 2 3', '5 5', '1 3'];

const MOST_SCORES = 5;
const MOST_ROUNDS = 8;

export function curvesOf({ sides, rules }: State, { results }: View): Curves {
  const starts = rules.end.start_scores;
  const curves = sides.map((_, side) => [
    starts[side] ?? 0,
    ...results.map((result) => result.sides[side]?.score ?? 0),
  ]);
  const target = rules.end.target === 'none' ? null : rules.end.target;
  const low = Math.min(0, ...curves.flat());
  const high = Math.max(target ?? 1, ...curves.flat());
  return {
    sides: curves,
    rounds: results.length,
    low,
    high,
    target,
    scores: scoreTicks(low, high, target),
    numbers: roundTicks(results.length),
  };
}

/** Return round scores between two limits, without those too close to the target. */
export function scoreTicks(low: number, high: number, target: number | null): number[] {
  const step = roundStep(Math.max(1, (high - low) / (MOST_SCORES - 1)));
  return multiples(step, low, high).filter(
    (tick) => target === null || Math.abs(tick - target) >= step / 2,
  );
}

/** Return evenly spaced rounds. The last one is always among them. */
export function roundTicks(rounds: number): number[] {
  const step = Math.ceil(rounds / MOST_ROUNDS);
  const ticks: number[] = [];
  for (let tick = rounds; tick > 0; tick -= step) ticks.unshift(tick);
  return ticks;
}
