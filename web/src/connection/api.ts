import type {
  CheckRules,
  FindPlayers,
  GroupInfo,
  GroupMade,
  Lang,
  MatchMade,
  MyTables,
  NewGroup,
  NewReport,
  NewSession,
  NewTable,
  OpenedDeal,
  OptionGroup,
  PlayOn,
  Phrases,
  PresetInfo,
  LessonList,
  LessonShown,
  PuzzleList,
  PuzzleShown,
  Reach,
  Refusal,
  Reported,
  RulesInfo,
  ScoreRounds,
  ScoreSheet,
  SessionMade,
  SplitInfo,
  State,
  TableMade,
  TakeSeat,
  WaitingPeople,
} from '../generated/protocol';
import { DEMO } from '../demo';
import { levelHere } from '../offline/here';
import { m } from '../paraglide/messages';

import { request, requestHere } from './server';

/** A request that the server answered with a message instead of the requested data. */
class AnsweredError extends Error {}

/** A request that the server refused. Asking again gives the same answer. */
export class RefusedError extends AnsweredError {
  /** Whether the server has said that it no longer knows this browser. */
  static forgotten = false;

  constructor(
    sentence: string,
    /** Whether the server found nothing at this address. */
    readonly missing = false,
  ) {
    super(sentence);
  }
}

/** Return true if the server answered at all. */
export const isAnswered = (error: unknown): boolean => error instanceof AnsweredError;

/** Return the message to show after a failed request. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AnsweredError) return error.message;
  return navigator.onLine ? m.server_silent() : m.offline();
}

/** Milliseconds after which we give up on a silent server. */
const PATIENCE = 20_000;

const [MISSING, TOO_MANY, FAILED] = [404, 429, 500];

/** Return the response, or throw if the server refuses the request. */
export async function answered(path: string, options: RequestInit = {}): Promise<Response> {
  return checked(await request(path, { ...options, signal: AbortSignal.timeout(PATIENCE) }));
}

async function checked(response: Response): Promise<Response> {
  if (!response.ok) {
    const refusal = (await response.json().catch(() => null)) as Refusal | null;
    const { status } = response;
    if (!refusal || status === TOO_MANY || status >= FAILED)
      throw new AnsweredError(refusal?.text ?? m.server_silent());
    RefusedError.forgotten ||= refusal.code === 'session/none'; // e.g. after signing out elsewhere
    throw new RefusedError(refusal.text, status === MISSING);
  }
  return response;
}

const json = (message: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(message),
});

async function ask<Answer>(path: string, options?: RequestInit): Promise<Answer> {
  return (await (await answered(path, options)).json()) as Answer;
}

export const get = <Answer>(path: string): Promise<Answer> => ask(path);

export const post = <Answer>(path: string, message: object): Promise<Answer> =>
  ask(path, json(message));

export function fetchPresets(lang: Lang): Promise<PresetInfo[]> {
  return get(`/api/presets?lang=${lang}`);
}

/** Return the published rules of clubs, tournaments and other software. */
export function fetchLibrary(lang: Lang): Promise<PresetInfo[]> {
  return get(`/api/library?lang=${lang}`);
}

/** Have the server give this browser a cookie that identifies it. */
export function makeSession(asked: NewSession): Promise<SessionMade> {
  return post('/api/session', asked);
}

/** Return the phrases that a player can say with one tap. */
export function fetchPhrases(lang: Lang): Promise<Phrases> {
  return get(`/api/phrases?lang=${lang}`);
}

/** Return the tables where this browser's user has a seat. */
export function fetchMyTables(lang: Lang): Promise<MyTables> {
  return get(`/api/my/tables?lang=${lang}`);
}

/**
 * Create a table, at the server or on this device (`here`). The page that opens it starts the game
 * and adds a client seed to the deal.
 */
export async function createTable(table: NewTable, here = DEMO): Promise<TableMade> {
  const path = '/api/tables';
  if (!here) return post(path, { ...table, begin: false });
  const level = levelHere(table.level ?? 'intermediate');
  const response = await requestHere(path, json({ ...table, level, begin: false }));
  return (await (await checked(response)).json()) as TableMade;
}

/** Create a table that continues from a position of an earlier game. */
export function playOn(table: string, asked: PlayOn): Promise<TableMade> {
  return post(`/api/tables/${table}/branches`, asked);
}

/** Return the seed and client seeds of a finished round, at a table or in a replay. */
export function fetchDeal(state: State, round: number, lang: Lang): Promise<OpenedDeal> {
  const where = state.table === state.finished ? 'games' : 'tables';
  return get(`/api/${where}/${state.table}/deals/${round}?lang=${lang}`);
}

/** Return the agreed rules of a table. */
export function fetchRulesOf(table: string, lang: Lang): Promise<RulesInfo> {
  return get(`/api/tables/${table}/rules?lang=${lang}`);
}

/** Return a table for players who want these rules: one where others are waiting, or a new one. */
export function findPlayers(table: FindPlayers): Promise<MatchMade> {
  return post('/api/match', table);
}

/** Return how many people wait for exactly these rules. */
export function fetchWaiting(preset: string, seconds: number): Promise<WaitingPeople> {
  return get(`/api/match?preset=${encodeURIComponent(preset)}&turn_seconds=${seconds}`);
}

/** Return the addresses at which other machines can reach the pages. */
export function fetchReach(): Promise<Reach> {
  return get('/api/reach');
}

/** Return the ways to divide that many people into tables. */
export function fetchSplit(people: number): Promise<SplitInfo> {
  return get(`/api/split?people=${people}`);
}

export function createGroup(group: NewGroup): Promise<GroupMade> {
  return post('/api/groups', group);
}

export function fetchGroup(id: string, lang: Lang): Promise<GroupInfo> {
  return get(`/api/groups/${id}?lang=${lang}`);
}

export function reportSomebody(table: string, report: NewReport): Promise<Reported> {
  return post(`/api/tables/${table}/reports`, report);
}

export function takeSeat(group: string, seat: TakeSeat): Promise<TableMade> {
  return post(`/api/groups/${group}/seats`, seat);
}

export function scoreRounds(asked: ScoreRounds): Promise<ScoreSheet> {
  return post('/api/score', asked);
}

export function fetchSchema(lang: Lang): Promise<OptionGroup[]> {
  return get(`/api/schema?lang=${lang}`);
}

/** Check rules. Return them in words, or why they cannot be played. */
export function checkRules(rules: CheckRules): Promise<RulesInfo> {
  return post('/api/rules/check', rules);
}

/** Return all puzzles with their themes. */
export function fetchPuzzles(lang: Lang): Promise<PuzzleList> {
  return get(`/api/puzzles?lang=${lang}`);
}

/** Return a puzzle by its number, or the puzzle for a day, as in `days/2026-07-31`. */
export function fetchPuzzle(which: string, lang: Lang): Promise<PuzzleShown> {
  return get(`/api/puzzles/${which}?lang=${lang}`);
}

/** Return all lessons in order. */
export function fetchLessons(lang: Lang): Promise<LessonList> {
  return get(`/api/lessons?lang=${lang}`);
}

export function fetchLesson(name: string, lang: Lang): Promise<LessonShown> {
  return get(`/api/lessons/${encodeURIComponent(name)}?lang=${lang}`);
}
