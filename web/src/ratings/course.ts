import type { RatedGameInfo } from '../generated/protocol';
import { multiples, roundStep } from '../numbers';

/** The coordinates of everything in a plot, from 0 to 100, from the left and from the top. */
interface Plot {
  /** Horizontal lines, each at a round number. */
  ticks: { value: number; y: number }[];
  /** The strength as a line, and its likely range as points of a polygon. */
  line: string;
  band: string;
  /** The share of wins in one game or a few neighboring ones, with a gap before the next bar. */
  results: { won: number; x: number; width: number }[];
}

const TICKS = 5;
const MOST_RESULTS = 60;

/**
 * Return the plot of some games, oldest first. Its height covers every strength, and the likely
 * ranges in the later half. The range of the first games extends beyond the plot, because little is
 * known after them.
 */
export function plotOf(games: readonly RatedGameInfo[]): Plot {
  if (games.length === 0) return { ticks: [], line: '', band: '', results: [] };
  const strengths = games.map(({ mu }) => mu);
  const later = games.slice(Math.floor(games.length / 2));
  const low = Math.min(...strengths, ...later.map(({ mu, sigma }) => mu - 2 * sigma));
  const high = Math.max(...strengths, ...later.map(({ mu, sigma }) => mu + 2 * sigma));
  const step = roundStep((high - low) / TICKS);

  const width = 100 / games.length;
  const y = (value: number) => rounded(100 - ((value - low) / (high - low)) * 100);
  const at = (index: number, value: number) => `${rounded((index + 0.5) * width)},${y(value)}`;
  const upper = games.map(({ mu, sigma }, index) => at(index, mu + 2 * sigma));
  const lower = games.map(({ mu, sigma }, index) => at(index, mu - 2 * sigma));
  return {
    ticks: multiples(step, low, high).map((value) => ({ value, y: y(value) })),
    line: strengths.map((mu, index) => at(index, mu)).join(' '),
    band: [...upper, ...lower.toReversed()].join(' '),
    results: resultsOf(games),
  };
}

function resultsOf(games: readonly RatedGameInfo[]): Plot['results'] {
  const size = Math.ceil(games.length / MOST_RESULTS);
  return Array.from({ length: Math.ceil(games.length / size) }, (_, step) => {
    const some = games.slice(step * size, (step + 1) * size);
    return {
      won: some.filter(({ won }) => won).length / some.length,
      x: (100 * (step * size + some.length / 8)) / games.length,
      width: (75 * some.length) / games.length,
    };
  });
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
