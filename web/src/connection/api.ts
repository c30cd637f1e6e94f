import type {
  CheckRules,
  GroupInfo,
  GroupMade,
  PublicTable,
  Lang,
  MyTables,
  NewGroup,
  NewSession,
  NewTable,
  OpenedDeal,
  OptionGroup,
  Phrases,
  PresetInfo,
  Reach,
  Refusal,
  RulesInfo,
  ScoreRounds,
  ScoreSheet,
  SessionMade,
  SplitInfo,
  TableMade,
  TakeSeat,
} from '../generated/protocol';
import { m } from '../paraglide/messages';

/** A request the server refused, with its sentence. */
export class RefusedError extends Error {}

/** What people are told when a request has failed. */
export function sentenceOf(error: unknown): string {
  if (error instanceof RefusedError) return error.message;
  return navigator.onLine ? m.server_silent() : m.offline();
}

/** Milliseconds after which a server that says nothing will say nothing. */
const PATIENCE = 20_000;

function request(path: string, options: RequestInit = {}): Promise<Response> {
  return fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE) });
}

async function ask<Answer>(request: Promise<Response>): Promise<Answer> {
  const response = await request;
  if (!response.ok) {
    const refusal = (await response.json().catch(() => null)) as Refusal | null;
    throw new RefusedError(refusal?.text ?? response.statusText);
  }
  return (await response.json()) as Answer;
}

export function fetchPresets(lang: Lang): Promise<PresetInfo[]> {
  return ask(request(`/api/presets?lang=${lang}`));
}

function post<Answer>(path: string, message: object): Promise<Answer> {
  return ask(
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    }),
  );
}

/** Has the server give this browser a cookie that says who it is. */
export function makeSession(asked: NewSession): Promise<SessionMade> {
  return post('/api/session', asked);
}

/** What can be said in one tap. */
export function fetchPhrases(lang: Lang): Promise<Phrases> {
  return ask(request(`/api/phrases?lang=${lang}`));
}

/** Where whoever is at this browser has a seat. */
export function fetchMyTables(lang: Lang): Promise<MyTables> {
  return ask(request(`/api/my/tables?lang=${lang}`));
}

/** Makes a table; the page that opens it begins the game, with its salt for the first cards. */
export function createTable(table: NewTable): Promise<TableMade> {
  return post('/api/tables', { ...table, begin: false });
}

/** What the cards of a finished round came from. */
export function fetchDeal(table: string, round: number, lang: Lang): Promise<OpenedDeal> {
  return ask(request(`/api/tables/${table}/deals/${round}?lang=${lang}`));
}

/** A table with others who want these rules: one that waits, or a new one. */
export function findPlayers(table: NewTable): Promise<TableMade> {
  return post('/api/match', table);
}

/** A table as everybody may see it who has its link; null when it is not there any more. */
export async function fetchTable(id: string, lang: Lang): Promise<PublicTable | null> {
  const response = await request(`/api/tables/${encodeURIComponent(id)}?lang=${lang}`);
  return response.status === 404 ? null : ask(Promise.resolve(response));
}

/** Where other machines find the pages. */
export function fetchReach(): Promise<Reach> {
  return ask(request('/api/reach'));
}

/** How so many people divide into tables. */
export function fetchSplit(people: number): Promise<SplitInfo> {
  return ask(request(`/api/split?people=${people}`));
}

export function createGroup(group: NewGroup): Promise<GroupMade> {
  return post('/api/groups', group);
}

export function fetchGroup(id: string, lang: Lang): Promise<GroupInfo> {
  return ask(request(`/api/groups/${id}?lang=${lang}`));
}

export function takeSeat(group: string, seat: TakeSeat): Promise<TableMade> {
  return post(`/api/groups/${group}/seats`, seat);
}

export function scoreRounds(asked: ScoreRounds): Promise<ScoreSheet> {
  return post('/api/score', asked);
}

export function fetchSchema(lang: Lang): Promise<OptionGroup[]> {
  return ask(request(`/api/schema?lang=${lang}`));
}

/** What becomes of rules: their words, or why they cannot be played. */
export function checkRules(rules: CheckRules): Promise<RulesInfo> {
  return post('/api/rules/check', rules);
}
