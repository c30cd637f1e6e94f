import type { MyTable, State } from '../generated/protocol';
import { keep, kept } from '../kept';
import { sideOf } from '../state/seating';
import { seriesOf } from '../state/series';

const KEY = 'spadille.games';

/** So many fit the first page. */
const MOST = 6;

/** So many are kept in mind; older ones give way. */
const MOST_KEPT = 30;

/** A game in which someone at this device has a seat. */
export interface RunningGame {
  readonly table: string;
  readonly title: string;
  /** The others at the table, from the left on. */
  readonly others: readonly string[];
  /** The round being played; 0 while the table waits for people. */
  readonly round: number;
  /** The score by side, the player's one first. */
  readonly scores: readonly number[];
  /** When it was last seen, in milliseconds since 1970. */
  readonly seen: number;
  /** A game that is over is not gone on with, but its table is still your own. */
  readonly over?: boolean;
}

/** The own games that go on, the one played last first. */
export function runningGames(storage?: Storage): RunningGame[] {
  return keptGames(storage)
    .filter(({ over }) => over !== true)
    .slice(0, MOST);
}

/** The tables that are kept in mind. */
export const keptTables = (storage?: Storage): ReadonlySet<string> =>
  new Set(keptGames(storage).map(({ table }) => table));

/**
 * Keeps in mind what the server says where one has a seat, and of the rest only what was not among
 * the `known` when it was asked: someone may have sat down since.
 */
export function noteMyTables(
  mine: readonly MyTable[],
  known: ReadonlySet<string>,
  storage?: Storage,
): void {
  const told = new Set(mine.map(({ table }) => table));
  const since = keptGames(storage).filter(({ table }) => !known.has(table) && !told.has(table));
  const games = mine.map(({ table, title, status, others, round, scores, used }) => ({
    table,
    title,
    others,
    round,
    scores,
    seen: used * 1000,
    ...(status === 'over' ? { over: true } : {}),
  }));
  keepGames([...since, ...games], storage);
}

function keptGames(storage?: Storage): RunningGame[] {
  const games = kept(KEY, storage);
  return Array.isArray(games) ? (games as RunningGame[]) : [];
}

/** Games that a browser does not keep are found by their links. */
function keepGames(games: readonly RunningGame[], storage?: Storage): void {
  keep(KEY, games.slice(0, MOST_KEPT), storage);
}

/** Forgets a game that was left, or is not there any more. */
export function forgetGame(table: string, storage?: Storage): void {
  const games = keptGames(storage);
  const others = games.filter((game) => game.table !== table);
  if (others.length < games.length) keepGames(others, storage);
}

function put(game: RunningGame, storage?: Storage): void {
  keepGames([game, ...keptGames(storage).filter(({ table }) => table !== game.table)], storage);
}

/** Keeps in mind a table that this device has just made. */
export function expectGame(table: string, title: string): void {
  put({ table, title, others: [], round: 0, scores: [], seen: Date.now() });
}

/** Whether someone at this device has a seat at the table. */
export const isOwnGame = (id: string, storage?: Storage): boolean =>
  keptGames(storage).some(({ table }) => table === id);

/** Keeps in mind where a game stands, or that this device has no seat in it any more. */
export function noteGame(state: State, seen: number = Date.now(), storage?: Storage): void {
  const { table, title, you, seats, view } = state;
  if (you === null) {
    forgetGame(table, storage);
    return;
  }
  const own = sideOf(state.sides, you);
  const series = seriesOf(state);
  const scores = series ? [] : (view?.standings.map(({ score }) => score) ?? []);
  const others = [...seats.slice(you + 1), ...seats.slice(0, you)];
  const game = {
    table,
    title,
    others: others.map(({ name }) => name).filter((name) => name !== ''),
    round: series?.deal ?? view?.round ?? 0,
    scores: [...scores.slice(own, own + 1), ...scores.filter((_, side) => side !== own)],
    seen,
    ...(state.status === 'over' ? { over: true } : {}),
  };
  put(game, storage);
}
