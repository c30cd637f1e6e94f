import { get } from '../connection/api';
import type { Lang, RatingBoard, RatingCourse } from '../generated/protocol';

const query = (told: Record<string, string>): string =>
  new URLSearchParams(Object.entries(told).filter(([, value]) => value)).toString();

/** The best in a family; without one, in the family that most play in. */
export function fetchBoard(family: string, lang: Lang): Promise<RatingBoard> {
  return get(`/api/ratings?${query({ family, lang })}`);
}

/** How the player's rating has become what it is; without a family, in that of most games. */
export function fetchMyCourse(family: string, lang: Lang): Promise<RatingCourse> {
  return get(`/api/me/course?${query({ family, lang })}`);
}

/** The same of someone who lets others see it. */
export function fetchCourse(name: string, family: string, lang: Lang): Promise<RatingCourse> {
  return get(`/api/ratings/course?${query({ name, family, lang })}`);
}

/** The page of someone who is in the list. */
export const personPage = (name: string): string => `/person?${query({ name })}`;
