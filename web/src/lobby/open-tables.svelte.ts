import { Pauses } from '../connection/pauses';
import { connect, type Socket } from '../connection/table-socket';
import { VERSION, type Browse, type Lobby } from '../generated/protocol';
import { settings } from '../settings.svelte';

/** The list of open tables, as the server tells it when something changes. */
export class OpenTables {
  list = $state.raw<Lobby | null>(null);
  lost = $state(false);
  #socket: Socket | null = null;
  readonly #pauses = new Pauses();
  #retry: number | undefined;

  open(): void {
    const socket = connect();
    this.#socket = socket;
    const browse: Browse = { type: 'browse', lang: settings.lang, version: VERSION };
    socket.onopen = () => {
      socket.send(JSON.stringify(browse));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as { type: string };
      if (this.#socket !== socket || message.type !== 'lobby') return;
      this.list = message as Lobby;
      this.lost = false;
      this.#pauses.reset();
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.lost = true;
      this.#retry = window.setTimeout(() => {
        this.open();
      }, this.#pauses.next());
    };
  }

  close(): void {
    window.clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}
