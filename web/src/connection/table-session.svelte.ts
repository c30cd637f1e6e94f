import { noteCommitment } from '../fairness/notes';
import type { ClientMessage, Phrase, PlayerAction, State, Wish } from '../generated/protocol';
import { VERSION } from '../generated/protocol';
import { isHere } from '../offline/here';
import { m } from '../paraglide/messages';
import { settings } from '../settings.svelte';
import { beginsByItself } from '../state/seating';
import { emptyTable, NOT_SENT, reduce, type TableEvent, type TableModel } from '../state/table';

import { ownName } from './enter';
import { connect } from './server';
import { renewSession, session } from './session';
import { START_WITHIN, TableSocket } from './table-socket';

/** Requests about a seat that carry no further data. */
type AboutSeat = 'cover' | 'remove' | 'hand-over';
type Plain =
  'go-on' | 'join' | 'start' | 'balance' | 'stand' | 'withdraw' | 'resign' | 'continue' | 'again';

/** The table's interface for its components. */
export interface Table {
  readonly model: TableModel;
  act(action: PlayerAction): void;
  say(type: Plain): void;
  /** Ask what a strong player would do, unless we already know. `quietly` hides a refusal. */
  askHint(how?: { quietly: boolean }): void;
  /** Have a bot play the rest of the round, or stop the bot. */
  finish(on: boolean): void;
  /** Say a phrase or free text to the table. Return false if it was not sent. */
  talk(words: { phrase: Phrase } | { text: string }): boolean;
  /** Ask all others at the table for something. */
  propose(wish: Wish): void;
  /** Answer another player's request. */
  respond(yes: boolean): void;
  sit(seat: PlayerSeat): void;
  /** Exchange two seats before the game. Only the host may. */
  swap(seat: PlayerSeat, other: PlayerSeat): void;
  /** Send a request about the player in that seat. */
  about(type: AboutSeat, seat: PlayerSeat): void;
  report(event: TableEvent): void;
}

type PlayerSeat = Extract<ClientMessage, { type: 'sit' }>['seat'];

/** A connection to one table, and the state that arrives through it. */
export class TableSession implements Table {
  model = $state.raw<TableModel>(emptyTable);
  readonly #socket: TableSocket;
  #closed = false;
  #renewed = false;
  #begun = false;
  /** The latest request as sent, until the table answers. */
  #asked = '';
  #quietly = false;
  readonly #online = () => {
    this.#socket.hurry();
  };

  constructor(
    private readonly id: string,
    /** Whether the player is still choosing a name before joining. */
    joining = false,
  ) {
    this.#socket = new TableSocket(
      () => connect(id),
      () => ({
        type: 'hello',
        table: id,
        name: ownName(),
        lang: settings.lang,
        version: VERSION,
        pace: settings.pace,
        updates: true,
        joining,
      }),
      (event) => {
        this.#hear(event);
      },
      {
        later: (milliseconds, call) => window.setTimeout(call, milliseconds),
        cancel: (timer) => window.clearTimeout(timer),
      },
      isHere(id) ? START_WITHIN : undefined,
    );
  }

  open(): void {
    window.addEventListener('online', this.#online);
    this.#after(isHere(this.id) ? Promise.resolve() : session(), () => {
      this.#socket.open();
    });
  }

  reopen(): void {
    this.#begun = false;
    this.#asked = '';
    this.#socket.open();
  }

  /** Close the connection, and let the other players know that this is intentional. */
  leave(): void {
    const { state } = this.model;
    if (state?.status === 'playing' && state.you !== null)
      this.#socket.send({ type: 'leave', table: this.id });
    this.close();
  }

  close(): void {
    this.#closed = true;
    window.removeEventListener('online', this.#online);
    this.#socket.close();
  }

  /** Process an event from the server. Show refusals only for requests that the player made. */
  #hear(event: TableEvent): void {
    const message = event.kind === 'message' ? event.message : null;
    if (event.kind === 'lost') this.#begun = false; // the last message may not have arrived
    if (event.kind === 'lost' || message?.type === 'error' || message?.type === 'state')
      this.#asked = '';
    if (message?.type === 'error' && message.code.startsWith('seal/')) return;
    if (message?.type === 'error' && message.code.startsWith('hint/') && this.#quietly) {
      this.report({ kind: 'unadvised' });
      return;
    }
    this.report(event);
    if (message?.type === 'state') this.#prepare(message);
  }

  /**
   * Add this browser's number to the next shuffle, and start a game that waits for no other player.
   * Because we see the table, the server knows us, so we may renew the session again later.
   */
  #prepare(state: State): void {
    this.#renewed = false;
    const salt = noteCommitment(state);
    if (state.seal && salt !== null)
      this.#socket.send({ type: 'salt', table: this.id, seal: state.seal.seal, salt });
    if (beginsByItself(state) && !this.#begun) {
      this.#begun = true;
      this.#socket.send({ type: 'start', table: this.id });
    }
  }

  report(event: TableEvent): void {
    const refusal =
      event.kind === 'message' && event.message.type === 'error' ? event.message.code : '';
    if (refusal === 'session/none' && !this.#renewed) {
      this.#renewed = true;
      this.#after(renewSession(), () => {
        this.reopen();
      });
    } else this.model = reduce(this.model, event);
  }

  /** Continue once the server has identified us or failed to. The table reports any failure. */
  #after(asked: Promise<void>, then: () => void): void {
    void asked
      .catch(() => undefined)
      .then(() => {
        if (!this.#closed) then();
      });
  }

  act(action: PlayerAction): void {
    const state = this.model.state;
    if (!state || state.you === null || this.model.pending) return;
    const { seq, you: seat } = state;
    if (this.#send({ type: 'act', table: this.id, seat, seq, action }))
      this.report({ kind: 'sent' });
  }

  say(type: Plain): void {
    this.#ask({ type, table: this.id });
  }

  askHint({ quietly } = { quietly: false }): void {
    const { advice, asking } = this.model;
    if (!quietly || !asking) this.#quietly = quietly;
    if (asking || (advice && advice.preparing === null)) return;
    const message = { type: 'hint', table: this.id } as const;
    if (quietly ? this.#socket.send(message) : this.#send(message)) this.report({ kind: 'asked' });
  }

  finish(on: boolean): void {
    this.#ask({ type: 'finish', table: this.id, on });
  }

  talk(words: { phrase: Phrase } | { text: string }): boolean {
    return this.#send(
      'phrase' in words
        ? { type: 'speak', table: this.id, phrase: words.phrase }
        : { type: 'chat', table: this.id, text: words.text },
    );
  }

  propose(wish: Wish): void {
    this.#ask({ type: 'propose', table: this.id, wish });
  }

  respond(yes: boolean): void {
    this.#ask({ type: 'respond', table: this.id, yes });
  }

  sit(seat: PlayerSeat): void {
    this.#ask({ type: 'sit', table: this.id, seat });
  }

  swap(seat: PlayerSeat, other: PlayerSeat): void {
    this.#ask({ type: 'swap-seats', table: this.id, seat, other });
  }

  /** Send a request only once until it is answered. The server would refuse a second one. */
  #ask(message: ClientMessage): void {
    const text = JSON.stringify(message);
    if (text !== this.#asked && this.#send(message)) this.#asked = text;
  }

  /** Send a message. Without a connection, show that it was not sent. */
  #send(message: ClientMessage): boolean {
    const sent = this.#socket.send(message);
    if (!sent) {
      const message = { type: 'error', code: NOT_SENT, text: m.not_sent() } as const;
      this.report({ kind: 'message', message });
    }
    return sent;
  }

  about(type: AboutSeat, seat: PlayerSeat): void {
    this.#ask({ type, table: this.id, seat });
  }
}
