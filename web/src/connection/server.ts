/** Where requests and tables go: to the server of this page, or to this device. */
import { answerFile, DEMO } from '../demo';
import { canAnswerHere, isAboutHere, isHere } from '../offline/here';

import { fetchFromServer, openSocket, type Socket } from './network';

export type { Socket } from './network';

const loadDevice = () => import('./device');

/**
 * Answer a request. Rules, lessons and puzzles are the same everywhere: without the network, the
 * engine on this device answers instead, if the browser has it.
 */
export async function request(path: string, options: RequestInit): Promise<Response> {
  if (DEMO) return (await madeAnswer(path)) ?? requestHere(path, { ...options, signal: null });
  if (isAboutHere(path)) return requestHere(path, options);
  try {
    return await fetchFromServer(path, options);
  } catch (failure) {
    if (!canAnswerHere(path)) throw failure;
    return requestHere(path, { ...options, signal: null }); // its time may be up
  }
}

/** Return an answer that came with the demo. */
async function madeAnswer(path: string): Promise<Response | null> {
  const file = answerFile(path);
  const response = file === null ? null : await fetchFromServer(file, {}).catch(() => null);
  return response?.ok ? response : null;
}

/** Answer a request on this device. */
export const requestHere = async (path: string, options: RequestInit): Promise<Response> =>
  (await loadDevice()).requestHere(path, options);

/** Open a connection for messages, to the server or to a table on this device. */
export function connect(table = ''): Socket {
  return DEMO || isHere(table) ? new LaterSocket(table) : openSocket();
}

/** A connection to a table on this device, whose scripts are still loading. */
class LaterSocket implements Socket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  #socket: Socket | null = null;
  #closed = false;

  constructor(table: string) {
    loadDevice().then(
      ({ connectHere }) => {
        if (this.#closed) return;
        const socket = connectHere(table);
        this.#socket = socket;
        socket.onopen = () => this.onopen?.();
        socket.onclose = () => this.onclose?.();
        socket.onmessage = (event) => this.onmessage?.(event);
      },
      () => this.onclose?.(),
    );
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }
}
