import type { MyTable, State } from '../generated/protocol';
import { keep, kept } from '../kept';
import { isHere } from '../offline/here';
import { sideOf } from '../state/seating';
import { seriesOf } from '../state/series';

const KEY = 'spadille.games';

/** The number of games that fit on the first page. */
const MOST = 6;

/** The number of games to keep. New games replace the oldest. */
const MOST_KEPT = 30;

/** A game in which a player on this device has a seat. */
export interface RunningGame {
  readonly table: string;
  readonly title: string;
  /** The other players at the table, starting from the left. */
  readonly others: readonly string[];
  /** The current round; 0 while the table waits for people. */
  readonly round: number;
  /** The score by side, the player's side first. */
  readonly scores: readonly number[];
  /** When it was last seen, in milliseconds since 1970. */
  readonly seen: number;
  /** Whether the game is finished. It cannot be resumed, but the player still has a seat there. */
  readonly over?: boolean;
}

/** Return the player's running games, latest first. */
export function runningGames(storage?: Storage): RunningGame[] {
  return keptGames(storage)
    .filter(({ over }) => over !== true)
    .slice(0, MOST);
}

/** Return the stored tables. */
export const keptTables = (storage?: Storage): ReadonlySet<string> =>
  new Set(keptGames(storage).map(({ table }) => table));

/**
 * Store the games that the server lists for this player. Keep other games only if they are on this
 * device, or if they are not in `known`, because the player may have joined them since the request.
 */
export function noteMyTables(
  mine: readonly MyTable[],
  known: ReadonlySet<string>,
  storage?: Storage,
): void {
  const listed = new Set(mine.map(({ table }) => table));
  const others = keptGames(storage).filter(
    ({ table }) => !listed.has(table) && (isHere(table) || !known.has(table)),
  );
  const games = mine.map(({ table, title, status, others, round, scores, used }) => ({
    table,
    title,
    others,
    round,
    scores,
    seen: used * 1000,
    ...(status === 'over' ? { over: true } : {}),
  }));
  keepGames(
    [...others, ...games].sort((one, other) => other.seen - one.seen),
    storage,
  );
}

function keptGames(storage?: Storage): RunningGame[] {
  const games = kept(KEY, storage);
  return Array.isArray(games) ? (games as RunningGame[]) : [];
}

/** Store the games. If a browser stores nothing, players find their games through links. */
function keepGames(games: readonly RunningGame[], storage?: Storage): void {
  keep(KEY, games.slice(0, MOST_KEPT), storage);
}

/** Remove a game that the player has left, or that no longer exists. */
export function forgetGame(table: string, storage?: Storage): void {
  const games = keptGames(storage);
  const others = games.filter((game) => game.table !== table);
  if (others.length < games.length) keepGames(others, storage);
}

function put(game: RunningGame, storage?: Storage): void {
  keepGames([game, ...keptGames(storage).filter(({ table }) => table !== game.table)], storage);
}

/** Store a table that this device has just created. */
export function expectGame(table: string, title: string): void {
  put({ table, title, others: [], round: 0, scores: [], seen: Date.now() });
}

/** Return true if a player on this device has a seat at the table. */
export const isOwnGame = (id: string, storage?: Storage): boolean =>
  keptGames(storage).some(({ table }) => table === id);

/** Store the progress of a game, or remove it if this device no longer has a seat. */
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
