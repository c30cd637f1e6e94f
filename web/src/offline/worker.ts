/** The worker that plays games on this device, so that the page stays responsive. */
import { DeviceTables, type Engine, type Surroundings } from './device-tables';
import { startEngine } from './engine';
import { importUnpacked, unpackFetched } from './packed-files';
import type { FromWorker, ToWorker } from './protocol';
import { DeviceStore } from './store';

const scope = self as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { data: ToWorker }) => void) | null;
  fetch: typeof globalThis.fetch;
};

const post = (message: FromWorker) => {
  scope.postMessage(message);
};

/** Hold the lock of a table until the returned function is called, or until another tab takes it. */
function take(table: string, lost: () => void): Promise<() => void> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    let released = false;
    navigator.locks
      .request(`spadille table ${table}`, { steal: true }, () => {
        return new Promise<void>((done) => {
          resolve(() => {
            released = true;
            done();
          });
        });
      })
      .catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError' && !released) lost();
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
  });
}

/** Measure how long the engine works, for the browser's developer tools. */
function measured(engine: Engine): Engine {
  return {
    handle(text) {
      const start = performance.now();
      const wanted = engine.handle(text);
      const { kind } = JSON.parse(text) as { kind: string };
      performance.measure(`spadille ${kind}`, { start });
      return wanted;
    },
  };
}

const around: Surroundings = {
  post,
  later: (milliseconds, call) => setTimeout(call, milliseconds) as unknown as number,
  cancel: (timer) => {
    clearTimeout(timer);
  },
  take,
};

let tables: Promise<DeviceTables> | null = null;

async function startPacked(files: readonly string[]): Promise<Engine> {
  await unpackFetched(scope);
  return startEngine(files, (url) => importUnpacked(scope, url));
}

async function start(files: readonly string[], packed: boolean): Promise<DeviceTables> {
  const starting = packed ? startPacked(files) : startEngine(files);
  const [engine, store] = await Promise.all([starting, DeviceStore.open()]);
  return new DeviceTables(measured(engine), store, around);
}

scope.onmessage = ({ data }) => {
  if (data.kind === 'start') {
    tables = start(data.files, data.packed);
    tables.then(
      () => {
        post({ kind: 'ready' });
      },
      (error: unknown) => {
        post({ kind: 'failed', reason: String(error) });
      },
    );
  } else
    void tables?.then(
      (all) => {
        all.receive(data);
      },
      () => undefined,
    );
};
