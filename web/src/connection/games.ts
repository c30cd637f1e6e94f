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

/** The page of a game that is over, at something that happened in it. */
export const gamePath = (game: string, event?: number): string =>
  `/game/${game}${event === undefined ? '' : `#${event}`}`;

/** The page of a game that is over, seen from a seat. */
export const seenFrom = (game: string, seat: Seat): string => `${gamePath(game)}?seat=${seat}`;

export const reviewPath = (game: string): string => `/game/${game}/review`;

export const recordPath = (game: string): string => path(game, '/record');
export const dealsPath = (game: string): string => path(game, '/deals');

/** The games of the person who is at this browser that are over. */
export function fetchMyGames(lang: Lang): Promise<MyGames> {
  return get(`/api/my/games?lang=${lang}`);
}

/** What the person who is at this browser has bid and won. */
export function fetchMyFigures(lang: Lang): Promise<MyFigures> {
  return get(`/api/my/figures?lang=${lang}`);
}

export function fetchGame(game: string, lang: Lang): Promise<GameInfo> {
  return get(path(game, `?lang=${lang}`));
}

/** Which round is wanted: by its number, or by something that happened in it. */
export type Wanted = { round: number } | { event: number };

/** A round step by step, with the cards of a seat or of all. */
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

/** Keeps a record that someone has brought along. */
export function openRecord(record: string, lang: Lang): Promise<GameMade> {
  return post('/api/games', { record, lang });
}

/** A table that continues from a place of a game. */
export function playFrom(game: string, asked: PlayFrom): Promise<TableMade> {
  return post(path(game, '/branches'), asked);
}

/** How far the review of a game is, with what was judged after an event, or with all of it. */
export function fetchReview(game: string, after: number | null, lang: Lang): Promise<ReviewInfo> {
  const since = after === null ? '' : `after=${after}&`;
  return get(path(game, `/review?${since}lang=${lang}`));
}

export function askReview(game: string, lang: Lang): Promise<ReviewInfo> {
  return post(path(game, '/review'), { lang });
}
