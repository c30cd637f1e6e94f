import { untrack } from 'svelte';

import { DEMO } from '../demo';
import { settings } from '../settings.svelte';

import { makeSession, RefusedError } from './api';

/** Where browsers kept a secret before the server gave them a cookie. */
const OLDER_SECRET = 'spadille.token';

let begun: Promise<void> | null = null;

/**
 * Resolve once the server knows this browser. Scripts cannot read its cookie. A calling effect does
 * not run again when the language changes.
 */
export function session(): Promise<void> {
  if (RefusedError.forgotten) begun = null;
  RefusedError.forgotten = false;
  begun ??= untrack(begin).catch((error: unknown) => {
    begun = null;
    throw error;
  });
  return begun;
}

/** Note that the server no longer knows this browser. The next request identifies it again. */
export function endSession(): void {
  begun = null;
}

export function renewSession(): Promise<void> {
  endSession();
  return session();
}

async function begin(): Promise<void> {
  if (DEMO) return;
  const token = olderSecret();
  const older = token !== null && token.length >= 16 && token.length <= 64 ? { token } : {};
  await makeSession({ ...older, lang: settings.lang });
  if (token !== null) localStorage.removeItem(OLDER_SECRET);
}

/** Return the secret in the browser's storage, if we may read it. */
function olderSecret(): string | null {
  try {
    return localStorage.getItem(OLDER_SECRET);
  } catch {
    return null;
  }
}
