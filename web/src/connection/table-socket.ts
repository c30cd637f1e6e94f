import type { ClientMessage, Hello, ServerMessage } from '../generated/protocol';
import { Results } from '../state/results';
import type { TableEvent } from '../state/table';

import type { Socket } from './network';
import { Pauses } from './pauses';
import { isFinal } from './refusals';

export interface Clock {
  later(milliseconds: number, call: () => void): number;
  cancel(timer: number): void;
}

const ANSWER_WITHIN = 4_000;
const PING_AFTER = 4_000;
const PONG_WITHIN = 4_000;
const OPEN_WITHIN = 8_000;

/** The time limit for a table on this device: the first connection starts the engine. */
export const START_WITHIN = 100_000;

/**
 * Keep a table connected: say hello, reconnect with growing pauses, and ask for the state again if
 * an action gets no answer in time. After a silence, check whether the server is still there. If it
 * stays silent, treat the connection as lost. After a final refusal, do not reconnect.
 */
export class TableSocket {
  #socket: Socket | null = null;
  #retry: number | null = null;
  #answer: number | null = null;
  #watch: number | null = null;
  #greeted = false;
  /** Whether the next state is a connection's first, or makes up for a missing answer. */
  #fresh = true;
  #closed = false;

  constructor(
    private readonly connect: () => Socket,
    private readonly hello: () => Hello,
    private readonly report: (event: TableEvent) => void,
    private readonly clock: Clock,
    private readonly openWithin = OPEN_WITHIN,
    private readonly pauses = new Pauses(),
  ) {}

  /** Open a new connection: initially, after a loss, or in another language. Keep only one open. */
  open(): void {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#forget();
    const socket = this.connect();
    const results = new Results();
    this.#socket = socket;
    this.#greeted = false;
    this.#fresh = true;
    this.#expectSound(this.openWithin);
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#greeted = true;
      socket.send(JSON.stringify(this.hello()));
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#receive(String(data), results);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  /** Send a message. Return false if no connection is open. */
  send(message: ClientMessage): boolean {
    if (!this.#socket || !this.#greeted) return false;
    this.#socket.send(JSON.stringify(message));
    if (message.type === 'act') this.#expectAnswer(message.table);
    return true;
  }

  /** Try immediately instead of after a pause, because the network is back. */
  hurry(): void {
    if (this.#retry === null) return;
    this.pauses.reset();
    this.open();
  }

  close(): void {
    this.#closed = true;
    this.#forget();
    this.#socket?.close();
    this.#socket = null;
  }

  #receive(text: string, results: Results): void {
    const message = JSON.parse(text) as Exclude<ServerMessage, { type: 'lobby' }>;
    if (this.#answer !== null) this.clock.cancel(this.#answer);
    this.#answer = null;
    this.#watchFor(PING_AFTER, () => {
      this.send({ type: 'ping', table: this.hello().table });
      this.#expectSound(PONG_WITHIN);
    });
    if (message.type === 'pong') return;
    if (message.type === 'state' || message.type === 'update') {
      this.pauses.reset();
      const state = results.complete(message);
      if (state === null) {
        this.send({ type: 'resync', table: this.hello().table });
        return;
      }
      if (this.#fresh) this.report({ kind: 'opened' });
      this.#fresh = false;
      this.report({ kind: 'message', message: state });
    } else {
      this.report({ kind: 'message', message });
      if (message.type === 'error' && isFinal(message.code)) this.close();
    }
  }

  #lost(): void {
    if (this.#closed) return;
    this.#forget();
    this.#greeted = false;
    this.report({ kind: 'lost' });
    this.#retry = this.clock.later(this.pauses.next(), () => {
      this.open();
    });
  }

  /** Give up on a connection that stays silent for too long. */
  #expectSound(within: number): void {
    this.#watchFor(within, () => {
      const silent = this.#socket;
      this.#socket = null;
      silent?.close();
      this.#lost();
    });
  }

  #watchFor(milliseconds: number, call: () => void): void {
    if (this.#watch !== null) this.clock.cancel(this.#watch);
    this.#watch = this.clock.later(milliseconds, call);
  }

  #expectAnswer(table: string): void {
    if (this.#answer !== null) this.clock.cancel(this.#answer);
    this.#answer = this.clock.later(ANSWER_WITHIN, () => {
      this.#answer = null;
      this.#fresh = true;
      this.send({ type: 'resync', table });
    });
  }

  #forget(): void {
    for (const timer of [this.#retry, this.#answer, this.#watch]) {
      if (timer !== null) this.clock.cancel(timer);
    }
    this.#retry = this.#answer = this.#watch = null;
  }
}
