/** The network. Nothing else in the page uses it. */

/** The part of a WebSocket that we use, so that tests and games on this device can replace it. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Ask this page's server. */
export const fetchFromServer = (path: string, options: RequestInit): Promise<Response> =>
  fetch(path, options);

/** Open a connection to this page's server. */
export function openSocket(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`) as Socket;
}
