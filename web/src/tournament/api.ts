import { get, post } from '../connection/api';
import type {
  EnterPair,
  EveningInfo,
  EveningMade,
  Lang,
  LeavePair,
  MyEvenings,
  NewEvening,
  RunEvening,
} from '../generated/protocol';

const pathOf = (id: string): string => `/api/evenings/${encodeURIComponent(id)}`;

/** Return a tournament: its players, pairings and standings. */
export function fetchTournament(id: string, lang: Lang): Promise<EveningInfo> {
  return get(`${pathOf(id)}?lang=${lang}`);
}

/** Return the tournaments that this browser's user hosts or plays in. */
export function fetchMyTournaments(lang: Lang): Promise<MyEvenings> {
  return get(`/api/my/evenings?lang=${lang}`);
}

export function createTournament(evening: NewEvening): Promise<EveningMade> {
  return post('/api/evenings', evening);
}

/** Enter a pair, or take a place in one. */
export function enterPair(id: string, pair: EnterPair): Promise<EveningInfo> {
  return post(`${pathOf(id)}/pairs`, pair);
}

/** Give up the player's place, or remove a pair. */
export function leavePair(id: string, asked: LeavePair): Promise<EveningInfo> {
  return post(`${pathOf(id)}/leaving`, asked);
}

/** Start or end a tournament. */
export function runTournament(id: string, asked: RunEvening): Promise<EveningInfo> {
  return post(`${pathOf(id)}/run`, asked);
}

/** Return the path for downloading the standings as a spreadsheet. */
export const standingPath = (id: string): string => `${pathOf(id)}/results.csv`;
