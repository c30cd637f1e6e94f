import { describe, expect, test } from 'vitest';

import { DeviceTables, type Engine, type Shelf, type Surroundings } from './device-tables';
import type { FromEngine, FromWorker, Store, Summary, ToEngine } from './protocol';

const summary = (id: string): Summary => ({ id, used: 1, status: 'playing' });

/** An engine that notes what it hears and answers with what a test prepared. */
class Prepared implements Engine {
  readonly heard: ToEngine[] = [];
  answers: Partial<Record<ToEngine['kind'], FromEngine[]>> = {};

  handle(text: string): string[] {
    const message = JSON.parse(text) as ToEngine;
    this.heard.push(message);
    return (this.answers[message.kind] ?? []).map((one) => JSON.stringify(one));
  }

  get kinds(): string[] {
    return this.heard.map(({ kind }) => kind);
  }
}

/** A shelf in memory. If it is full, it stores nothing. */
class Memory implements Shelf {
  full = false;
  readonly saved: Store[] = [];
  readonly finished: string[] = [];
  readonly order: string[] = [];

  tables = () => Promise.resolve([summary('0a')]);
  games = () => Promise.resolve([]);
  prune = () => Promise.resolve();
  events = (table: string) =>
    Promise.resolve(
      this.saved.filter((one) => one.table === table).flatMap(({ events }) => events),
    );

  async save(store: Store): Promise<void> {
    await Promise.resolve();
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.order.push('saved');
    this.saved.push(store);
  }

  saveGame = ({ id }: { id: string }) => {
    this.finished.push(id);
    return Promise.resolve();
  };
}

function prepared() {
  const [engine, shelf] = [new Prepared(), new Memory()];
  const posted: FromWorker[] = [];
  const timers: { milliseconds: number; call: () => void; canceled: boolean }[] = [];
  const lost = new Map<string, () => void>();
  const around: Surroundings = {
    post: (message) => {
      shelf.order.push(message.kind);
      posted.push(message);
    },
    later: (milliseconds, call) => timers.push({ milliseconds, call, canceled: false }) - 1,
    cancel: (timer) => {
      const one = timers[timer];
      if (one) one.canceled = true;
    },
    take: (table, whenLost) => {
      lost.set(table, whenLost);
      return Promise.resolve(() => lost.delete(table));
    },
  };
  const tables = new DeviceTables(engine, shelf, around);
  /** Wait until everything received so far is done. */
  const settled = async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  };
  return { engine, shelf, posted, timers, lost, tables, settled };
}

const store = (from: number, ...events: string[]): Store => ({
  ...{ kind: 'store', table: '0a', from, events },
  summary: summary('0a'),
});
const message = (text: string): FromEngine => ({ kind: 'message', table: '0a', text });

describe('the tables on this device', () => {
  test('begin with what is stored', async () => {
    const { engine, settled } = prepared();
    await settled();
    expect(engine.heard).toEqual([{ kind: 'begin', tables: [summary('0a')], games: [] }]);
  });

  test('open with their events, and the page hears only then', async () => {
    const { engine, shelf, posted, tables, settled } = prepared();
    shelf.saved.push(store(0, 'one', 'two'));
    tables.receive({ kind: 'open', table: '0a' });
    await settled();
    expect(engine.heard[1]).toEqual({ kind: 'open', table: '0a', events: ['one', 'two'] });
    expect(posted).toEqual([{ kind: 'opened', table: '0a' }]);
  });

  test('save what happens before the page sees it', async () => {
    const { engine, shelf, tables, settled } = prepared();
    engine.answers.message = [store(0, 'one'), message('state')];
    tables.receive({ kind: 'message', table: '0a', text: 'act' });
    await settled();
    expect(shelf.order).toEqual(['saved', 'message']);
  });

  test('show nothing that cannot be saved, and are loaded again', async () => {
    const { engine, shelf, posted, tables, settled } = prepared();
    shelf.full = true;
    engine.answers.message = [
      store(0, 'one'),
      message('state'),
      { kind: 'wake', table: '0a', in: 1 },
    ];
    tables.receive({ kind: 'message', table: '0a', text: 'act' });
    await settled();
    expect(posted).toEqual([{ kind: 'unsaved', table: '0a' }]);
    expect(engine.kinds).toEqual(['begin', 'message', 'close']);
  });

  test('answer a request even if its table cannot be saved', async () => {
    const { engine, shelf, posted, tables, settled } = prepared();
    shelf.full = true;
    engine.answers.request = [store(0, 'one'), { kind: 'answer', id: 7, status: 201, body: '{}' }];
    tables.receive({ kind: 'request', id: 7, method: 'POST', path: '/api/tables', lang: 'en' });
    await settled();
    expect(posted[0]).toEqual({ kind: 'answer', id: 7, status: 507, body: '' });
  });

  test('are woken when something is due, and only once', async () => {
    const { engine, timers, tables, settled } = prepared();
    engine.answers.message = [{ kind: 'wake', table: '0a', in: 1.5 }];
    tables.receive({ kind: 'message', table: '0a', text: 'one' });
    tables.receive({ kind: 'message', table: '0a', text: 'two' });
    await settled();
    expect(timers.map(({ milliseconds, canceled }) => [milliseconds, canceled])).toEqual([
      [1500, true],
      [1500, false],
    ]);
    timers[1]?.call();
    await settled();
    expect(engine.heard.at(-1)).toEqual({ kind: 'tick', table: '0a' });
  });

  test('rest while no page is there', async () => {
    const { engine, timers, lost, tables, settled } = prepared();
    engine.answers.open = [{ kind: 'wake', table: '0a', in: 1 }];
    tables.receive({ kind: 'open', table: '0a' });
    tables.receive({ kind: 'close', table: '0a' });
    await settled();
    expect(timers.map(({ canceled }) => canceled)).toEqual([true]);
    expect(lost.size).toBe(0);
  });

  test('belong to the tab that opened them last', async () => {
    const { engine, posted, lost, tables, settled } = prepared();
    tables.receive({ kind: 'open', table: '0a' });
    await settled();
    lost.get('0a')?.();
    await settled();
    expect(engine.kinds).toEqual(['begin', 'open', 'close']);
    expect(posted.at(-1)).toEqual({ kind: 'elsewhere', table: '0a' });
  });

  test('are loaded when a request is about one', async () => {
    const { engine, shelf, tables, settled } = prepared();
    shelf.saved.push(store(0, 'one'));
    engine.answers.request = [{ kind: 'load', table: '0a' }];
    tables.receive({
      kind: 'request',
      id: 1,
      method: 'GET',
      path: '/api/tables/0a/rules',
      lang: 'en',
    });
    await settled();
    expect(engine.heard.at(-1)).toEqual({ kind: 'open', table: '0a', events: ['one'] });
  });

  test('keep the games that are over', async () => {
    const { engine, shelf, tables, settled } = prepared();
    engine.answers.tick = [{ kind: 'game', game: { id: '0g', record: 'r', made: 1 } }];
    engine.answers.message = [{ kind: 'wake', table: '0a', in: 0 }, ...(engine.answers.tick ?? [])];
    tables.receive({ kind: 'message', table: '0a', text: 'act' });
    await settled();
    expect(shelf.finished).toEqual(['0g']);
  });

  test('report an engine that breaks', async () => {
    const { engine, posted, tables, settled } = prepared();
    await settled();
    engine.handle = () => {
      throw new Error('no such module');
    };
    tables.receive({ kind: 'message', table: '0a', text: 'act' });
    await settled();
    expect(posted).toEqual([{ kind: 'failed', reason: 'Error: no such module' }]);
  });
});
