import { beforeEach, expect, test, vi } from 'vitest';

import { OpenTables } from './open-tables.svelte';

/** The newest connection. */
let wire: {
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  close: () => void;
};

// Modules read the browser's settings and address as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
  vi.stubGlobal('location', { host: 'server' });
});

beforeEach(() => {
  vi.stubGlobal('window', { setTimeout: () => 0, clearTimeout: () => undefined });
  vi.stubGlobal('WebSocket', function () {
    return (wire = { close: () => undefined });
  });
});

const tell = (message: object) => wire.onmessage?.({ data: JSON.stringify(message) });

test('why there is no list is told, also when the server hangs up then, until there is one', () => {
  const tables = new OpenTables();
  tables.open();
  tell({ type: 'error', code: 'hello/version', text: 'this page is out of date' });
  expect(tables.trouble).toBe('this page is out of date');
  tell({ type: 'error', code: 'hello/late', text: 'no hello arrived in time' });
  wire.onclose?.();
  expect(tables.trouble).toBe('this page is out of date');
  tables.open();
  wire.onclose?.();
  expect(tables.trouble).toBe('The server isn’t responding.');
  tables.open();
  tell({ type: 'lobby', open: [], more: 0 });
  expect([tables.trouble, tables.list?.more]).toEqual(['', 0]);
});

test('a network that is gone is told before the connection notices, and one that is back asks anew', () => {
  const tables = new OpenTables();
  tables.open();
  tell({ type: 'lobby', open: [], more: 0 });
  tables.lost();
  expect(tables.trouble).not.toBe('');
  const before = wire;
  tables.found();
  expect(wire).not.toBe(before);
  tell({ type: 'lobby', open: [], more: 0 });
  expect(tables.trouble).toBe('');
});
