import { answered, get, post } from '../connection/api';
import type {
  DuplicateInfo,
  DuplicateMade,
  Lang,
  NewDuplicate,
  TableMade,
  TakePlace,
} from '../generated/protocol';

const pathOf = (id: string): string => `/api/duplicates/${encodeURIComponent(id)}`;

/** Return a match, with the results of the deals that both tables have played. */
export function fetchDuplicate(id: string, lang: Lang): Promise<DuplicateInfo> {
  return get(`${pathOf(id)}?lang=${lang}`);
}

export function createDuplicate(match: NewDuplicate): Promise<DuplicateMade> {
  return post('/api/duplicates', match);
}

/** Take a seat in a match, and return its table. */
export function takePlace(id: string, place: TakePlace): Promise<TableMade> {
  return post(`${pathOf(id)}/seats`, place);
}

/** Return a deal as played at table 1 or 2. */
export async function fetchMatched(id: string, deal: number, table: 1 | 2): Promise<string> {
  const response = await answered(`${pathOf(id)}/deals/${deal}/${table}`);
  return response.text();
}

/** Return the path for downloading the numbers as a spreadsheet. */
export const differencesPath = (id: string): string => `${pathOf(id)}/results.csv`;
