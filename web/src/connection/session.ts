import { untrack } from 'svelte';

import { settings } from '../settings.svelte';

import { makeSession, RefusedError } from './api';

/** Where browsers kept a secret of their own before the server gave them a cookie. */
const OLDER_SECRET = 'spadille.token';

let begun: Promise<void> | null = null;

/** Resolves once the server knows who this browser is: its cookie says so, which no script reads.
 * An effect that asks does not begin again where the language changes. */
export function session(): Promise<void> {
  if (RefusedError.forgotten) begun = null;
  RefusedError.forgotten = false;
  begun ??= untrack(begin).catch((error: unknown) => {
    begun = null;
    throw error;
  });
  return begun;
}

/** The server does not know this browser any more; it is asked again when that is wanted. */
export function endSession(): void {
  begun = null;
}

export function renewSession(): Promise<void> {
  endSession();
  return session();
}

async function begin(): Promise<void> {
  const token = olderSecret();
  const older = token !== null && token.length >= 16 && token.length <= 64 ? { token } : {};
  await makeSession({ ...older, lang: settings.lang });
  if (token !== null) localStorage.removeItem(OLDER_SECRET);
}

/** What it has kept, if it lets itself be asked. */
function olderSecret(): string | null {
  try {
    return localStorage.getItem(OLDER_SECRET);
  } catch {
    return null;
  }
}
