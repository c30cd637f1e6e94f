import { get, post } from '../connection/api';
import { session } from '../connection/session';
import type { EndToken, Lang, NewToken, TokenMade, Tokens } from '../generated/protocol';

/** Return the tokens of this browser's user. */
export function fetchTokens(lang: Lang): Promise<Tokens> {
  return get(`/api/my/tokens?lang=${lang}`);
}

/** Create a token. The server shows its secret only this once. */
export async function makeToken(token: NewToken): Promise<TokenMade> {
  await session();
  return post('/api/my/tokens', token);
}

export function endToken(token: EndToken): Promise<Tokens> {
  return post('/api/my/tokens/end', token);
}
