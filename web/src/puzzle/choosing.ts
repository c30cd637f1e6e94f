import type { PuzzleInfo } from '../generated/protocol';

const HARDNESS = ['easy', 'medium', 'hard', 'very-hard'] as const;

/** Return puzzles with a theme, or all puzzles, easiest first. */
export function ofTheme(puzzles: readonly PuzzleInfo[], theme: string | null): PuzzleInfo[] {
  return puzzles
    .filter(({ themes }) => theme === null || themes.includes(theme))
    .sort(
      (one, other) =>
        HARDNESS.indexOf(one.difficulty) - HARDNESS.indexOf(other.difficulty) ||
        one.number - other.number,
    );
}

/** Return the next unanswered puzzle after the current one, or null when all are done. */
export function nextOf(
  puzzles: readonly PuzzleInfo[],
  answers: Readonly<Record<string, boolean>>,
  current: number | null,
): number | null {
  const at = puzzles.findIndex(({ number }) => number === current) + 1;
  const order = [...puzzles.slice(at), ...puzzles.slice(0, at)];
  const next = order.find(({ number }) => number !== current && answers[number] === undefined);
  return next?.number ?? null;
}
