import { expect, test, vi } from 'vitest';

import { stateWith, viewWith } from '../testing/states';

import { TableSession } from './table-session.svelte';
import type { Socket } from './server';

// Modules read the browser's settings and address as soon as they are imported.
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

/** Return a connected table, its sent messages, and a way to answer them. */
async function connected({ impatient } = { impatient: false }) {
  const sent: string[] = [];
  const sockets: Socket[] = [];
  const never = () => undefined;
  const timers = { setTimeout, clearTimeout };
  vi.stubGlobal('window', { addEventListener: never, removeEventListener: never, ...timers });
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
  vi.stubGlobal('WebSocket', function (this: Socket) {
    sockets.push(this);
    this.send = (text) => sent.push((JSON.parse(text) as { type: string }).type);
    this.close = vi.fn();
  });
  const table = new TableSession('one');
  table.open();
  if (impatient) table.reopen();
  await vi.waitFor(() => {
    expect(sockets).toHaveLength(impatient ? 2 : 1);
  });
  sockets[0]?.onopen?.();
  const answer = (message: object) => {
    sockets[0]?.onmessage?.({ data: JSON.stringify(message) });
  };
  return { table, sockets, sent, answer };
}

const refusal = { type: 'error', code: 'table/host', text: 'only the host can do that' };
const asks: Record<string, (table: TableSession) => void> = {
  start: (table) => {
    table.say('start');
  },
  again: (table) => {
    table.say('again');
  },
  stand: (table) => {
    table.say('stand');
  },
  sit: (table) => {
    table.sit(2);
  },
  'swap-seats': (table) => {
    table.swap(1, 2);
  },
  'hand-over': (table) => {
    table.about('hand-over', 2);
  },
  propose: (table) => {
    table.propose('undo');
  },
  respond: (table) => {
    table.respond(true);
  },
};

test.each(Object.entries(asks))(
  'who asks twice has asked once, until there is an answer: %s',
  async (type, ask) => {
    const { table, sent, answer } = await connected();
    ask(table);
    ask(table);
    expect(sent).toEqual(['hello', type]);
    answer(refusal);
    ask(table);
    expect(sent).toEqual(['hello', type, type]);
    answer(stateWith(1, null));
    ask(table);
    expect(sent).toEqual(['hello', type, type, type]);
    table.close();
  },
);

test('who asks for something else meanwhile is heard', async () => {
  const { table, sent } = await connected();
  table.sit(1);
  table.sit(2);
  table.sit(1);
  expect(sent).toEqual(['hello', 'sit', 'sit', 'sit']);
  table.close();
});

test('an action is sent once, also when somebody goes before it is answered', async () => {
  const { table, sent, answer } = await connected();
  const state = stateWith(4, viewWith({ to_act: 2 }));
  const away = state.seats.map((info) => ({ ...info, connected: info.seat === 2 }));
  answer(state);
  table.act({ type: 'play', card: 'HA', low: false });
  answer({ ...state, seats: away });
  table.act({ type: 'play', card: 'H2', low: false });
  expect(sent).toEqual(['hello', 'act']);
  answer(stateWith(5, viewWith({ to_act: 2 })));
  table.act({ type: 'play', card: 'H2', low: false });
  expect(sent).toEqual(['hello', 'act', 'act']);
  table.close();
});

test('whoever is not known any more is made known as often as that happens', async () => {
  const { table, sockets, answer } = await connected();
  const nobody = { type: 'error', code: 'session/none', text: 'who are you?' };
  const opened = (count: number) =>
    vi.waitFor(() => {
      expect(sockets).toHaveLength(count);
    });
  answer(nobody);
  await opened(2);
  sockets[1]?.onopen?.();
  sockets[1]?.onmessage?.({ data: JSON.stringify(stateWith(1, null)) });
  sockets[1]?.onmessage?.({ data: JSON.stringify(nobody) });
  await opened(3);
  sockets[2]?.onmessage?.({ data: JSON.stringify(nobody) }); // still unknown: show that
  expect(table.model.refusal?.text).toBe('who are you?');
  table.close();
});

test('another language, chosen before there is a connection, leaves no second one behind', async () => {
  const { table, sockets } = await connected({ impatient: true });
  table.close();
  for (const { close } of sockets) expect(close).toHaveBeenCalledOnce();
});
