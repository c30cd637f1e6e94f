import { answered, get, post } from '../connection/api';
import type {
  ChallengeInfo,
  ChallengeMade,
  Lang,
  MyChallenges,
  NewChallenge,
  TableMade,
  TryChallenge,
} from '../generated/protocol';

/** The name of the challenge that the server creates for each day. */
export const TODAY = 'today';

const pathOf = (id: string): string => `/api/challenges/${encodeURIComponent(id)}`;

/** Return a challenge, with the results of the deals that this browser's user has played. */
export function fetchChallenge(id: string, lang: Lang): Promise<ChallengeInfo> {
  return get(`${pathOf(id)}?lang=${lang}`);
}

/** Return the challenges that this browser's user has tried. */
export function fetchMyChallenges(lang: Lang): Promise<MyChallenges> {
  return get(`/api/my/challenges?lang=${lang}`);
}

export function createChallenge(challenge: NewChallenge): Promise<ChallengeMade> {
  return post('/api/challenges', challenge);
}

/** Return the table of the unfinished attempt, or of a new one. */
export function tryChallenge(id: string, asked: TryChallenge): Promise<TableMade> {
  return post(`${pathOf(id)}/attempts`, asked);
}

/** Return the path of a deal's record, as the player or the best player played it. */
export const recordPath = (id: string, deal: number, whose: 'own' | 'best'): string =>
  `${pathOf(id)}/deals/${deal}/${whose}`;

/** Return a deal as the player or the best player played it. */
export async function fetchRecord(
  id: string,
  deal: number,
  whose: 'own' | 'best',
): Promise<string> {
  const response = await answered(recordPath(id, deal, whose));
  return response.text();
}

/** Return the path for downloading the numbers as a spreadsheet. */
export const numbersPath = (id: string): string => `${pathOf(id)}/results.csv`;
