import type {
  GameInfo,
  GameMade,
  Lang,
  MyFigures,
  MyGames,
  PlayFrom,
  ReviewInfo,
  Seat,
  Steps,
  TableMade,
} from '../generated/protocol';

import { get, post } from './api';

const path = (game: string, rest = '') => `/api/games/${encodeURIComponent(game)}${rest}`;

/** Return the page of a finished game, opened at one of its events. */
export const gamePath = (game: string, event?: number): string =>
  `/game/${game}${event === undefined ? '' : `#${event}`}`;

/** Return the page of a finished game, seen from a seat. */
export const seenFrom = (game: string, seat: Seat): string => `${gamePath(game)}?seat=${seat}`;

export const reviewPath = (game: string): string => `/game/${game}/review`;

export const recordPath = (game: string): string => path(game, '/record');

/** Return the address of the record of a table's game. */
export const tableRecordPath = (table: string): string => `/api/tables/${table}/record`;

export const dealsPath = (game: string): string => path(game, '/deals');

/** Return the finished games of this browser's user. */
export function fetchMyGames(lang: Lang): Promise<MyGames> {
  return get(`/api/my/games?lang=${lang}`);
}

/** Return how this browser's user bid and won. */
export function fetchMyFigures(lang: Lang): Promise<MyFigures> {
  return get(`/api/my/figures?lang=${lang}`);
}

export function fetchGame(game: string, lang: Lang): Promise<GameInfo> {
  return get(path(game, `?lang=${lang}`));
}

/** The requested round: by its number, or by one of its events. */
export type Wanted = { round: number } | { event: number };

/** Return a round step by step, with the cards of one seat or of all. */
export function fetchSteps(
  game: string,
  wanted: Wanted,
  seat: Seat,
  open: boolean,
  lang: Lang,
): Promise<Steps> {
  const which = 'round' in wanted ? `round=${wanted.round}` : `event=${wanted.event}`;
  const seen = `seat=${seat}&open=${open ? 'yes' : 'no'}`;
  return get(path(game, `/steps?${which}&${seen}&lang=${lang}`));
}

/** Store a record that a player has uploaded. */
export function openRecord(record: string, lang: Lang): Promise<GameMade> {
  return post('/api/games', { record, lang });
}

/** Create a table that continues from a position of a game. */
export function playFrom(game: string, asked: PlayFrom): Promise<TableMade> {
  return post(path(game, '/branches'), asked);
}

/** Return a review's progress, with the decisions judged after an event, or with all of them. */
export function fetchReview(game: string, after: number | null, lang: Lang): Promise<ReviewInfo> {
  const since = after === null ? '' : `after=${after}&`;
  return get(path(game, `/review?${since}lang=${lang}`));
}

export function askReview(game: string, lang: Lang): Promise<ReviewInfo> {
  return post(path(game, '/review'), { lang });
}
