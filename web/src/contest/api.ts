import { answered, get, post } from '../connection/api';
import type {
  ChallengeInfo,
  ChallengeMade,
  EnterPair,
  Lang,
  LeavePair,
  MyChallenges,
  MyTournaments,
  NewChallenge,
  NewTeamMatch,
  NewTournament,
  RunTournament,
  TableMade,
  TakePlace,
  TeamMatchInfo,
  TeamMatchMade,
  TournamentInfo,
  TournamentMade,
  TryChallenge,
} from '../generated/protocol';

type Kind = 'challenges' | 'duplicates' | 'evenings';

/** The name of the challenge that the server creates for each day. */
export const TODAY = 'today';

const pathOf = (kind: Kind, id: string): string => `/api/${kind}/${encodeURIComponent(id)}`;

/** Return the path for downloading a contest's numbers as a spreadsheet. */
export const numbersPath = (kind: Kind, id: string): string => `${pathOf(kind, id)}/results.csv`;

/** Return a challenge, with the results of the deals that this browser's user has played. */
export const fetchChallenge = (id: string, lang: Lang): Promise<ChallengeInfo> =>
  get(`${pathOf('challenges', id)}?lang=${lang}`);

/** Return the challenges that this browser's user has tried. */
export const fetchMyChallenges = (lang: Lang): Promise<MyChallenges> =>
  get(`/api/my/challenges?lang=${lang}`);

export const createChallenge = (challenge: NewChallenge): Promise<ChallengeMade> =>
  post('/api/challenges', challenge);

/** Return the table of the unfinished attempt, or of a new one. */
export const tryChallenge = (id: string, asked: TryChallenge): Promise<TableMade> =>
  post(`${pathOf('challenges', id)}/attempts`, asked);

/** Return the path of a deal's record, as the player or the best player played it. */
export const recordPath = (id: string, deal: number, whose: 'own' | 'best'): string =>
  `${pathOf('challenges', id)}/deals/${deal}/${whose}`;

/** Return the path of the record of a match's deal, as played at table 1 or 2. */
export const matchedPath = (id: string, deal: number, table: 1 | 2): string =>
  `${pathOf('duplicates', id)}/deals/${deal}/${table}`;

/** Return the record at a path. */
export async function fetchRecord(path: string): Promise<string> {
  const response = await answered(path);
  return response.text();
}

/** Return a match, with the results of the deals that both tables have played. */
export const fetchTeamMatch = (id: string, lang: Lang): Promise<TeamMatchInfo> =>
  get(`${pathOf('duplicates', id)}?lang=${lang}`);

export const createTeamMatch = (match: NewTeamMatch): Promise<TeamMatchMade> =>
  post('/api/duplicates', match);

/** Take a seat in a match, and return its table. */
export const takePlace = (id: string, place: TakePlace): Promise<TableMade> =>
  post(`${pathOf('duplicates', id)}/seats`, place);

/** Return a tournament: its players, pairings and standings. */
export const fetchTournament = (id: string, lang: Lang): Promise<TournamentInfo> =>
  get(`${pathOf('evenings', id)}?lang=${lang}`);

/** Return the tournaments that this browser's user hosts or plays in. */
export const fetchMyTournaments = (lang: Lang): Promise<MyTournaments> =>
  get(`/api/my/evenings?lang=${lang}`);

export const createTournament = (tournament: NewTournament): Promise<TournamentMade> =>
  post('/api/evenings', tournament);

/** Enter a pair, or take a place in one. */
export const enterPair = (id: string, pair: EnterPair): Promise<TournamentInfo> =>
  post(`${pathOf('evenings', id)}/pairs`, pair);

/** Give up the player's place, or remove a pair. */
export const leavePair = (id: string, asked: LeavePair): Promise<TournamentInfo> =>
  post(`${pathOf('evenings', id)}/leaving`, asked);

/** Start or end a tournament. */
export const runTournament = (id: string, asked: RunTournament): Promise<TournamentInfo> =>
  post(`${pathOf('evenings', id)}/run`, asked);
