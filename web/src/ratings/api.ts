import { get } from '../connection/api';
import type { Lang, RatingBoard, RatingCourse } from '../generated/protocol';

const query = (parameters: Record<string, string>): string =>
  new URLSearchParams(Object.entries(parameters).filter(([, value]) => value)).toString();

/** Return the best players of a family. Without one, use the most popular family. */
export function fetchBoard(family: string, lang: Lang): Promise<RatingBoard> {
  return get(`/api/ratings?${query({ family, lang })}`);
}

/** Return the history of the player's rating. Without a family, use the one with the most games. */
export function fetchMyCourse(family: string, lang: Lang): Promise<RatingCourse> {
  return get(`/api/me/course?${query({ family, lang })}`);
}

/** Return the same for another player with public ratings. */
export function fetchCourse(name: string, family: string, lang: Lang): Promise<RatingCourse> {
  return get(`/api/ratings/course?${query({ name, family, lang })}`);
}

/** Return the page of a listed player. */
export const personPage = (name: string): string => `/person?${query({ name })}`;
