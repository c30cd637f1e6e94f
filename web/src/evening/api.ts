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

/** An evening: who takes part, who has met whom, and how the pairs stand. */
export function fetchEvening(id: string, lang: Lang): Promise<EveningInfo> {
  return get(`${pathOf(id)}?lang=${lang}`);
}

/** The evenings that the person who is at this browser hosts or plays at. */
export function fetchMyEvenings(lang: Lang): Promise<MyEvenings> {
  return get(`/api/my/evenings?lang=${lang}`);
}

export function createEvening(evening: NewEvening): Promise<EveningMade> {
  return post('/api/evenings', evening);
}

/** Enters a pair, or takes a place of one. */
export function enterPair(id: string, pair: EnterPair): Promise<EveningInfo> {
  return post(`${pathOf(id)}/pairs`, pair);
}

/** Gives up the player's place, or strikes out a pair. */
export function leavePair(id: string, asked: LeavePair): Promise<EveningInfo> {
  return post(`${pathOf(id)}/leaving`, asked);
}

/** Begins or ends an evening. */
export function runEvening(id: string, asked: RunEvening): Promise<EveningInfo> {
  return post(`${pathOf(id)}/run`, asked);
}

/** Where the standing is for a spreadsheet. */
export const standingPath = (id: string): string => `${pathOf(id)}/results.csv`;
