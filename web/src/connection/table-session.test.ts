import { expect, test, vi } from 'vitest';

import { TableSession } from './table-session.svelte';
import type { Socket } from './table-socket';

// Settings and the address are those of a browser as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
  vi.stubGlobal('location', { hash: '', pathname: '/' });
});

test.each(['cover', 'remove', 'hand-over'] as const)(
  'who is not connected is told that nobody hears of a seat: %s',
  (about) => {
    const table = new TableSession('one');
    table.about(about, 2);
    expect(table.model.refusal?.code).toBe('connection/lost');
  },
);

test('whoever writes learns whether it was sent, so that the words are not lost', () => {
  expect(new TableSession('one').talk({ text: 'well played' })).toBe(false);
});

test('who asks twice for the game to begin has asked once, until that is refused', async () => {
  const sent: string[] = [];
  const sockets: Socket[] = [];
  const never = () => undefined;
  const timers = { setTimeout, clearTimeout };
  vi.stubGlobal('window', { addEventListener: never, removeEventListener: never, ...timers });
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
  vi.stubGlobal('WebSocket', function (this: Socket) {
    sockets.push(this);
    this.send = (text) => sent.push((JSON.parse(text) as { type: string }).type);
    this.close = never;
  });
  const table = new TableSession('one');
  table.open();
  await vi.waitFor(() => {
    expect(sockets).toHaveLength(1);
  });
  sockets[0]?.onopen?.();
  table.say('start');
  table.say('start');
  expect(sent).toEqual(['hello', 'start']);
  const refusal = { type: 'error', code: 'table/host', text: 'the host starts' };
  sockets[0]?.onmessage?.({ data: JSON.stringify(refusal) });
  table.say('start');
  expect(sent).toEqual(['hello', 'start', 'start']);
  table.close();
});
