import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { FromWorker, ToWorker } from '../offline/protocol';

import { Device, type DeviceWorker } from './device';

// Modules read the browser's settings as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
});

/** A worker that does nothing but note what it hears. */
class Worker implements DeviceWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  readonly heard: ToWorker[] = [];
  terminated = false;

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(message: FromWorker): void {
    this.onmessage?.({ data: message });
  }
}

describe('games on this device', () => {
  let workers: Worker[];
  let device: Device;
  const last = () => workers.at(-1) ?? new Worker();
  const found = () => vi.advanceTimersByTimeAsync(0);

  beforeEach(() => {
    vi.useFakeTimers();
    workers = [];
    device = new Device(
      () => {
        workers.push(new Worker());
        return last();
      },
      () => Promise.resolve(['/engine/1/engine.zip']),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function connected(table = '0a') {
    const heard: unknown[] = [];
    const socket = device.connect(table);
    const opened = vi.fn();
    const closed = vi.fn();
    socket.onopen = opened;
    socket.onclose = closed;
    socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)));
    return { socket, heard, opened, closed };
  }

  test('start one worker, which first learns where the engine is', async () => {
    connected('0a');
    connected('0b');
    expect(last().heard).toEqual([]);
    await found();
    expect(workers).toHaveLength(1);
    expect(last().heard).toEqual([
      { kind: 'start', files: ['/engine/1/engine.zip'], packed: false },
      { kind: 'open', table: '0a' },
      { kind: 'open', table: '0b' },
    ]);
  });

  test('are reached like those at a server', async () => {
    const { socket, heard, opened } = connected();
    await found();
    last().say({ kind: 'ready' });
    last().say({ kind: 'opened', table: '0a' });
    expect(opened).toHaveBeenCalledOnce();
    socket.send('{"type":"hello"}');
    expect(last().heard.at(-1)).toEqual({ kind: 'message', table: '0a', text: '{"type":"hello"}' });
    last().say({ kind: 'message', table: '0a', text: '{"type":"state"}' });
    last().say({ kind: 'message', table: '0b', text: '{"type":"other"}' });
    expect(heard).toEqual([{ type: 'state' }]);
    socket.close();
    expect(last().heard.at(-1)).toEqual({ kind: 'close', table: '0a' });
  });

  test('answer requests', async () => {
    const answer = device.request('/api/tables', { method: 'POST', body: '{"name":"Ada"}' });
    await found();
    expect(last().heard.at(-1)).toEqual({
      ...{ kind: 'request', id: 1, method: 'POST', path: '/api/tables' },
      ...{ body: '{"name":"Ada"}', lang: 'en' },
    });
    last().say({ kind: 'answer', id: 1, status: 201, body: '{"table":"0a"}' });
    const response = await answer;
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ table: '0a' });
  });

  test('say so if nothing can be saved', async () => {
    const { heard, closed } = connected();
    const answer = device.request('/api/tables', { method: 'POST' });
    await found();
    last().say({ kind: 'answer', id: 1, status: 507, body: '' });
    expect(await (await answer).json()).toMatchObject({ code: 'device/full' });
    last().say({ kind: 'unsaved', table: '0a' });
    expect(heard).toMatchObject([{ code: 'device/full' }]);
    expect(closed).toHaveBeenCalledOnce(); // the page connects again
  });

  test('are only in the tab that opened them last', async () => {
    const { heard, closed } = connected();
    await found();
    last().say({ kind: 'elsewhere', table: '0a' });
    expect(heard).toMatchObject([{ type: 'error', code: 'device/elsewhere' }]);
    expect(closed).not.toHaveBeenCalled();
  });

  test.each<[string, (worker: Worker) => void]>([
    ['says that it failed', (worker) => worker.say({ kind: 'failed', reason: 'no wasm' })],
    ['breaks', (worker) => worker.onerror?.({})],
    ['stays silent', () => vi.advanceTimersByTime(90_000)],
  ])('say so if the worker %s, and try again with a new one', async (_, happen) => {
    const { heard, closed } = connected();
    const answer = device.request('/api/presets', {});
    await found();
    happen(last());
    expect(heard).toMatchObject([{ type: 'error', code: 'device/failed' }]);
    expect(closed).not.toHaveBeenCalled();
    expect((await answer).status).toBe(500);
    expect(last().terminated).toBe(true);
    connected();
    expect(workers).toHaveLength(2);
  });

  test('may take their time once the worker is ready', async () => {
    const { heard } = connected();
    await found();
    last().say({ kind: 'ready' });
    vi.advanceTimersByTime(600_000);
    expect(heard).toEqual([]);
  });

  test('have only the newest connection of the page', async () => {
    const first = connected();
    const second = connected();
    await found();
    first.socket.close();
    expect(last().heard.filter(({ kind }) => kind === 'close')).toEqual([]);
    last().say({ kind: 'message', table: '0a', text: '{"type":"state"}' });
    expect(first.heard).toEqual([]);
    expect(second.heard).toHaveLength(1);
  });
});
