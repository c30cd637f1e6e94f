/**
 * The server of this page. Nothing else uses the network, so that games on this device can take its
 * place.
 */
export const request = (path: string, options: RequestInit): Promise<Response> =>
  fetch(path, options);

/** The part of a WebSocket that we use, so that tests can replace it. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Open a connection for messages. */
export function connect(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`) as Socket;
}
