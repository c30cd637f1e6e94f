import { expect, test, vi } from 'vitest';

import { get } from './api';
import { session } from './session';

// Modules read the browser's settings as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => null });
});

test('a browser that was forgotten meanwhile is made known anew the next time', async () => {
  const asked: string[] = [];
  const nobody = { code: 'session/none', text: 'who are you?' };
  const absent = { code: 'table/unknown', text: 'there is no such table' };
  let refusal = nobody;
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const ok = path === '/api/session';
    return Promise.resolve({ ok, status: 401, json: () => Promise.resolve(ok ? {} : refusal) });
  });
  await session();
  await expect(get('/api/me')).rejects.toThrow('who are you?');
  await session();
  expect(asked).toEqual(['/api/session', '/api/me', '/api/session']);
  refusal = absent;
  await expect(get('/api/me')).rejects.toThrow();
  await session();
  expect(asked).toHaveLength(4);
});
