const TOKEN = 'spadille.token';

/** The secret that proves to the server who this browser is; made once, kept across reloads. */
export function identityToken(storage: Storage): string {
  const kept = storage.getItem(TOKEN);
  if (kept && kept.length >= 16) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  storage.setItem(TOKEN, made);
  return made;
}
