import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { expect, test, vi } from 'vitest';

type Listener = (event: object) => void;

const WORKER = readFileSync(new URL('../../service-worker.js', import.meta.url), 'utf8');

/** Return a tab that reports the path of its page, as our pages do. */
function tabAt(url: string, focus: () => Promise<number>): object {
  const postMessage = (_: string, [port]: [MessagePort]): void => {
    port.postMessage(new URL(url).pathname);
  };
  return { url, focus, postMessage };
}

/** Tap a notification of a table, with pages open at these addresses. Return what is shown. */
async function tap(table: string, ...open: string[]): Promise<string[]> {
  const shown: string[] = [];
  const show = (url: string) => Promise.resolve(shown.push(url));
  const clients = {
    matchAll: () => Promise.resolve(open.map((url) => tabAt(url, () => show(url)))),
    openWindow: show,
  };
  const listeners = new Map<string, Listener>();
  const addEventListener = (kind: string, listener: Listener) => listeners.set(kind, listener);
  runInNewContext(WORKER, {
    FILES: [],
    VERSION: '1',
    URL,
    MessageChannel,
    setTimeout,
    self: { addEventListener, clients },
  });
  const close = vi.fn();
  let done: Promise<void> | null = null;
  listeners.get('notificationclick')?.({
    notification: { data: `/t/${table}`, close },
    waitUntil: (work: Promise<void>) => (done = work),
  });
  await done;
  expect(close).toHaveBeenCalledOnce();
  return shown;
}

test('a tap shows the tab of the table', async () => {
  const [home, table] = ['https://spades.example/', 'https://spades.example/t/abc?seat=1'];
  expect(await tap('abc', home, table)).toEqual([table]);
});

test('a tap opens the table if no tab has it', async () => {
  expect(await tap('abc', 'https://spades.example/t/abcd')).toEqual(['/t/abc']);
});
