import { sentenceOf } from '../connection/api';
import { Pauses } from '../connection/pauses';
import { connect, type Socket } from '../connection/server';
import { VERSION, type Browse, type Lobby, type Refusal } from '../generated/protocol';
import { settings } from '../settings.svelte';

/** The list of open tables, which the server sends after each change. */
export class OpenTables {
  list = $state.raw<Lobby | null>(null);
  /** Why the list is missing or outdated. Empty if nothing is wrong. */
  trouble = $state('');
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
    let refusal = '';
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Lobby | Refusal;
      if (this.#socket !== socket) return;
      if (message.type === 'lobby') {
        this.list = message;
        this.trouble = '';
        this.#pauses.reset();
      } else this.trouble = refusal ||= message.text; // later errors follow from the first
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.trouble = refusal || sentenceOf(null);
      this.#retry = window.setTimeout(() => this.open(), this.#pauses.next());
    };
  }

  /** Report that the network is down. A connection may not notice that for minutes. */
  lost(): void {
    this.trouble = sentenceOf(null);
  }

  /** Reconnect to get the changes missed while the network was down. */
  found(): void {
    this.close();
    this.open();
  }

  close(): void {
    window.clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}
