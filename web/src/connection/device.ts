import { DEMO, fileAt } from '../demo';
import { downloadedEngine } from '../offline/here';
import { offered } from '../offline/engine-download';
import type { FromWorker, ToWorker } from '../offline/protocol';
import { m } from '../paraglide/messages';
import { settings } from '../settings.svelte';

import type { Socket } from './network';
import { ELSEWHERE, NOT_STARTED } from './refusals';

/** The part of a worker that we use, so that tests can replace it. */
export interface DeviceWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

/** Milliseconds after which a worker that has not started never will. Phones need a while. */
const PATIENCE = 90_000;

const [FAILED, INSUFFICIENT_STORAGE] = [500, 507];

/** The connection of the page to a table on this device. */
class DeviceSocket implements Socket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(
    readonly table: string,
    private readonly device: Device,
  ) {}

  send(text: string): void {
    this.device.tell({ kind: 'message', table: this.table, text });
  }

  close(): void {
    this.device.leave(this);
  }

  hear(text: string): void {
    this.onmessage?.({ data: text });
  }

  refuse(code: string, text: string): void {
    this.hear(JSON.stringify({ type: 'error', code, text }));
  }
}

/** The games on this device. A worker plays them; it starts with the first table or request. */
export class Device {
  #worker: DeviceWorker | null = null;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  readonly #sockets = new Map<string, DeviceSocket>();
  readonly #asked = new Map<number, (response: Response) => void>();
  #requests = 0;

  constructor(
    private readonly makeWorker: () => DeviceWorker,
    private readonly files: () => Promise<readonly string[]>,
  ) {}

  /** Start the worker before it is needed, because that takes seconds. */
  warm(): void {
    this.#started();
  }

  connect(table: string): Socket {
    const socket = new DeviceSocket(table, this);
    this.#sockets.set(table, socket);
    this.tell({ kind: 'open', table });
    return socket;
  }

  request(path: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> {
    this.#requests += 1;
    const id = this.#requests;
    const text = typeof body === 'string' ? { body } : {};
    return new Promise((resolve, reject) => {
      this.#asked.set(id, resolve);
      signal?.addEventListener('abort', () => {
        if (this.#asked.delete(id)) reject(signal.reason as Error);
      });
      this.tell({ kind: 'request', id, method, path, lang: settings.lang, ...text });
    });
  }

  tell(message: ToWorker): void {
    this.#started().postMessage(message);
  }

  /** Let the worker forget a table, unless the page has a newer connection to it. */
  leave(socket: DeviceSocket): void {
    const { table } = socket;
    if (this.#sockets.get(table) !== socket) return;
    this.#sockets.delete(table);
    if (this.#worker) this.tell({ kind: 'close', table });
  }

  #started(): DeviceWorker {
    if (this.#worker) return this.#worker;
    const worker = new QueuedWorker(this.makeWorker());
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (this.#worker === worker) this.#hear(data);
    };
    worker.onerror = () => {
      if (this.#worker === worker) this.#fail();
    };
    this.#watchdog = setTimeout(() => {
      if (this.#worker === worker) this.#fail();
    }, PATIENCE);
    this.files().then(
      (files) => {
        worker.begin(files);
      },
      () => {
        if (this.#worker === worker) this.#fail();
      },
    );
    return worker;
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'ready') clearTimeout(this.#watchdog);
    else if (message.kind === 'failed') this.#fail();
    else if (message.kind === 'answer') {
      const { id, status, type = 'application/json', body } = message;
      const full = status === INSUFFICIENT_STORAGE;
      const text = full ? refusal('device/full', m.device_full()) : body;
      this.#answer(id, new Response(text, { status, headers: { 'content-type': type } }));
    } else {
      const socket = this.#sockets.get(message.table);
      if (message.kind === 'opened') socket?.onopen?.();
      else if (message.kind === 'message') socket?.hear(message.text);
      else if (message.kind === 'elsewhere') socket?.refuse(ELSEWHERE, m.device_elsewhere());
      else {
        socket?.refuse('device/full', m.device_full());
        socket?.onclose?.();
      }
    }
  }

  #answer(id: number, response: Response): void {
    this.#asked.get(id)?.(response);
    this.#asked.delete(id);
  }

  /** Give up on this worker, and say so everywhere. The next table or request starts a new one. */
  #fail(): void {
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#worker = null;
    const sockets = [...this.#sockets.values()];
    this.#sockets.clear();
    for (const socket of sockets) socket.refuse(NOT_STARTED, m.device_failed());
    const text = refusal(NOT_STARTED, m.device_failed());
    for (const id of [...this.#asked.keys()])
      this.#answer(id, new Response(text, { status: FAILED }));
  }
}

const refusal = (code: string, text: string) => JSON.stringify({ type: 'error', code, text });

/** A worker that gets its messages only after the address of the engine. */
class QueuedWorker implements DeviceWorker {
  #waiting: ToWorker[] | null = [];

  constructor(private readonly worker: DeviceWorker) {}

  set onmessage(hear: DeviceWorker['onmessage']) {
    this.worker.onmessage = hear;
  }

  set onerror(hear: DeviceWorker['onerror']) {
    this.worker.onerror = hear;
  }

  begin(files: readonly string[]): void {
    this.worker.postMessage({ kind: 'start', files, packed: arePacked() });
    for (const message of this.#waiting ?? []) this.worker.postMessage(message);
    this.#waiting = null;
  }

  postMessage(message: ToWorker): void {
    if (this.#waiting) this.#waiting.push(message);
    else this.worker.postMessage(message);
  }

  terminate(): void {
    this.worker.terminate();
  }
}

/** Return true if the host has only packed files, and no service worker unpacks them. */
const arePacked = (): boolean =>
  DEMO && !('serviceWorker' in navigator && navigator.serviceWorker.controller);

/** Return the files of the engine in this browser, or at the server. */
async function files(): Promise<readonly string[]> {
  const here = downloadedEngine();
  const paths = here.length > 0 ? here : Object.keys((await offered())?.files ?? {});
  if (paths.length === 0) throw new Error('this server has no engine');
  return paths.map(fileAt);
}

const device = new Device(
  () =>
    new Worker(new URL('../offline/worker.ts', import.meta.url), {
      type: 'module',
    }) as DeviceWorker,
  files,
);

export const warmUp = (): void => {
  device.warm();
};

export const connectHere = (table: string): Socket => device.connect(table);

export const requestHere = (path: string, options: RequestInit): Promise<Response> =>
  device.request(path, options);
