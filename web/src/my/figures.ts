import type { CountedGame, Figures } from '../generated/protocol';

/** The totals of several games. */
export interface Total extends Figures {
  games: number;
  /** Games with a winner, and games that the player's side won. */
  decided: number;
  victories: number;
  /** Reviewed games, the decisions judged in them, and the points that those decisions lost. */
  reviewed: number;
  judged: number;
  cost: number;
}

/** An average loss of this many points means an accuracy of 37. */
const EASY = 10;

const COUNTED = { games: 0, decided: 0, victories: 0, reviewed: 0, judged: 0, cost: 0 };

const NOTHING: Total = {
  ...COUNTED,
  rounds: 0,
  tricky: 0,
  bid: 0,
  won: 0,
  contracts: 0,
  sets: 0,
  bags: 0,
  nils: 0,
  nils_made: 0,
  blind_nils: 0,
  blind_nils_made: 0,
  points: 0,
  theirs: 0,
};

const NAMES = Object.keys(NOTHING).filter((name) => !(name in COUNTED)) as (keyof Figures)[];

export function totalOf(games: readonly CountedGame[]): Total {
  const total: Record<keyof Total, number> = { ...NOTHING };
  for (const { figures, won, losses } of games) {
    total.games += 1;
    if (won !== null) total.decided += 1;
    if (won) total.victories += 1;
    if (losses) total.reviewed += 1;
    total.judged += losses?.decisions ?? 0;
    total.cost += losses?.cost ?? 0;
    for (const name of NAMES) total[name] += figures[name];
  }
  return total as Total;
}

/** Return a fraction from 0 to 1, or null if the whole is 0. */
export const part = (some: number, all: number): number | null => (all === 0 ? null : some / all);

/** Return the accuracy from 0 to 100, or null if no decisions were judged. */
export const accuracyOf = ({ judged, cost }: Pick<Total, 'judged' | 'cost'>): number | null =>
  judged === 0 ? null : 100 * Math.exp(-cost / judged / EASY);

/** Group games by a common trait, in the order of first appearance. */
export function grouped(
  games: readonly CountedGame[],
  by: (game: CountedGame) => string,
): { name: string; total: Total }[] {
  const groups = new Map<string, CountedGame[]>();
  for (const game of games) groups.set(by(game), [...(groups.get(by(game)) ?? []), game]);
  return [...groups].map(([name, some]) => ({ name, total: totalOf(some) }));
}

/** Return groups with the most games first. Those with equally many keep their order. */
export const mostFirst = <Group extends { total: Total }>(groups: readonly Group[]): Group[] =>
  groups.toSorted((one, other) => other.total.games - one.total.games);

/** Merge neighboring games into at most that many points, oldest first. */
export function inSteps(games: readonly CountedGame[], most: number): Total[] {
  const ordered = games.toReversed();
  const size = Math.max(1, Math.ceil(ordered.length / most));
  return Array.from({ length: Math.ceil(ordered.length / size) }, (_, step) =>
    totalOf(ordered.slice(step * size, (step + 1) * size)),
  );
}

const HEAD = ['ended', 'game', 'rules', 'against', 'won', 'apart', ...NAMES, 'decisions', 'cost'];

/** Return the games as comma-separated values, latest first. */
export function csvOf(games: readonly CountedGame[]): string {
  const lines = games.map((game) => [
    new Date(game.made * 1000).toISOString(),
    game.game,
    game.title,
    game.against,
    game.won === null ? '' : String(game.won),
    String(game.apart),
    ...NAMES.map((name) => String(game.figures[name])),
    game.losses ? String(game.losses.decisions) : '',
    game.losses ? String(game.losses.cost) : '',
  ]);
  return [HEAD, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** Return a cell. Escape a title that a spreadsheet would read as a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t]/.test(text) && !/^-?\d/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
