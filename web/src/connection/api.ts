import type {
  CheckRules,
  Lang,
  NewTable,
  OptionGroup,
  PresetInfo,
  Refusal,
  RulesInfo,
  ScoreRounds,
  ScoreSheet,
  TableMade,
} from '../generated/protocol';

/** A request the server refused, with its sentence. */
export class RefusedError extends Error {}

async function ask<Answer>(request: Promise<Response>): Promise<Answer> {
  const response = await request;
  if (!response.ok) {
    const refusal = (await response.json().catch(() => null)) as Refusal | null;
    throw new RefusedError(refusal?.text ?? response.statusText);
  }
  return (await response.json()) as Answer;
}

export function fetchPresets(lang: Lang): Promise<PresetInfo[]> {
  return ask(fetch(`/api/presets?lang=${lang}`));
}

function post<Answer>(path: string, message: object): Promise<Answer> {
  return ask(
    fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    }),
  );
}

export function createTable(table: NewTable): Promise<TableMade> {
  return post('/api/tables', table);
}

export function scoreRounds(asked: ScoreRounds): Promise<ScoreSheet> {
  return post('/api/score', asked);
}

export function fetchSchema(lang: Lang): Promise<OptionGroup[]> {
  return ask(fetch(`/api/schema?lang=${lang}`));
}

/** What becomes of rules: their words, or why they cannot be played. */
export function checkRules(rules: CheckRules): Promise<RulesInfo> {
  return post('/api/rules/check', rules);
}
