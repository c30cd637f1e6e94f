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

/** The name of the challenge that the server makes for each day. */
export const TODAY = 'today';

const pathOf = (id: string): string => `/api/challenges/${encodeURIComponent(id)}`;

/** A challenge, with what came of the deals that the person who is at this browser has played. */
export function fetchChallenge(id: string, lang: Lang): Promise<ChallengeInfo> {
  return get(`${pathOf(id)}?lang=${lang}`);
}

/** The challenges that the person who is at this browser has tried. */
export function fetchMyChallenges(lang: Lang): Promise<MyChallenges> {
  return get(`/api/my/challenges?lang=${lang}`);
}

export function createChallenge(challenge: NewChallenge): Promise<ChallengeMade> {
  return post('/api/challenges', challenge);
}

/** The table of the attempt that continues, or of a new one. */
export function tryChallenge(id: string, asked: TryChallenge): Promise<TableMade> {
  return post(`${pathOf(id)}/attempts`, asked);
}

/** Where the record of a deal is, as oneself or the best has played it. */
export const recordPath = (id: string, deal: number, whose: 'own' | 'best'): string =>
  `${pathOf(id)}/deals/${deal}/${whose}`;

/** A deal as oneself or the best has played it. */
export async function fetchRecord(
  id: string,
  deal: number,
  whose: 'own' | 'best',
): Promise<string> {
  const response = await answered(recordPath(id, deal, whose));
  return response.text();
}

/** Where the numbers are for a spreadsheet. */
export const numbersPath = (id: string): string => `${pathOf(id)}/results.csv`;
