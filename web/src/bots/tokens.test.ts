import { expect, test, vi } from 'vitest';

import { makeToken } from './tokens';

const asked = vi.hoisted(() => {
  const bodies: Record<string, unknown> = {};
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => (name === 'spadille.token' ? 'a-secret-of-before' : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    bodies[path] = JSON.parse(body);
    return Promise.resolve({ ok: true, json: () => Promise.resolve({ secret: 'new' }) });
  });
  return bodies;
});

test('a program plays for the guest whom this browser has been all along', async () => {
  await makeToken({ name: 'Careful', scopes: ['play'], lang: 'en' });
  expect(asked['/api/session']).toEqual({ token: 'a-secret-of-before', lang: 'en' });
  expect(asked['/api/my/tokens']).toEqual({ name: 'Careful', scopes: ['play'], lang: 'en' });
});
