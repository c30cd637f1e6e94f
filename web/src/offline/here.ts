import type { Level } from '../generated/protocol';
import { keep, kept } from '../kept';

const KEY = 'spadille.engine';

/** Return true for the id of a table or game on this device. A server's ids contain no zero. */
export const isHere = (id: string): boolean => id.startsWith('0');

/** The levels of bots that can play on this device. The stronger ones need the server. */
export const LEVELS_HERE: readonly Level[] = ['random', 'beginner', 'intermediate'];

/** Return the level of bots on this device for a chosen level. */
export const levelHere = (level: Level): Level =>
  LEVELS_HERE.includes(level) ? level : 'intermediate';

/** Return the paths of the engine's files if this browser has downloaded them, or an empty list. */
export function downloadedEngine(storage?: Storage): readonly string[] {
  const paths = kept(KEY, storage);
  return Array.isArray(paths) ? (paths as string[]) : [];
}

/** Return true if this browser has downloaded an engine. */
export const hasEngine = (): boolean => downloadedEngine().length > 0;

/** Note which engine this browser has downloaded; empty for none. */
export function noteEngine(paths: readonly string[], storage?: Storage): void {
  keep(KEY, paths, storage);
}

const TABLE_OR_GAME = /^\/api\/(?:tables|games)\/0/;
const SAME_EVERYWHERE =
  /^\/api\/(?:presets|library|schema|rules\/check|score|phrases|lessons|puzzles)\b/;

/** Return true for requests about a table or game on this device. */
export const isAboutHere = (path: string): boolean => TABLE_OR_GAME.test(path);

/** Return true if the engine on this device can answer a request that does not reach the server. */
export const canAnswerHere = (path: string): boolean => SAME_EVERYWHERE.test(path) && hasEngine();
