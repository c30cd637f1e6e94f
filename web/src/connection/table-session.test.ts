import { expect, test, vi } from 'vitest';

import { TableSession } from './table-session.svelte';

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
