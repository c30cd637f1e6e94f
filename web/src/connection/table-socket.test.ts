import { beforeEach, describe, expect, test } from 'vitest';

import { VERSION, type State } from '../generated/protocol';
import type { TableEvent } from '../state/table';
import { stateWith, viewWith } from '../testing/states';

import { Pauses } from './pauses';
import type { Socket } from './server';
import { TableSocket, type Clock } from './table-socket';

class Wire implements Socket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly sent: { type: string }[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    this.closed = true;
  }
}

/** Time that passes only on request. */
class SlowClock implements Clock {
  now = 0;
  #next = 1;
  readonly #calls = new Map<number, { at: number; call: () => void }>();

  later(milliseconds: number, call: () => void): number {
    this.#calls.set(this.#next, { at: this.now + milliseconds, call });
    return this.#next++;
  }

  cancel(timer: number): void {
    this.#calls.delete(timer);
  }

  pass(milliseconds: number): void {
    this.now += milliseconds;
    for (const [timer, { at, call }] of [...this.#calls]) {
      if (at > this.now) continue;
      this.#calls.delete(timer);
      call();
    }
  }
}

describe('the connection of a table', () => {
  let wires: Wire[];
  let events: TableEvent[];
  let clock: SlowClock;
  let table: TableSocket;
  const last = () => wires.at(-1) ?? new Wire();

  beforeEach(() => {
    wires = [];
    events = [];
    clock = new SlowClock();
    table = new TableSocket(
      () => {
        wires.push(new Wire());
        return last();
      },
      () => ({
        type: 'hello',
        table: 'T',
        name: 'Nora',
        lang: 'en',
        version: VERSION,
      }),
      (event) => {
        events.push(event);
      },
      clock,
      undefined,
      new Pauses(() => 0.5),
    );
    table.open();
    last().onopen?.();
    last().onmessage?.({ data: JSON.stringify(stateWith(1, null)) });
  });

  const play = () =>
    table.send({
      type: 'act',
      table: 'T',
      seat: 2,
      seq: 1,
      action: { type: 'play', card: 'HA', low: false },
    });

  test('begins with a hello and reports the state', () => {
    expect(last().sent.map(({ type }) => type)).toEqual(['hello']);
    expect(events.map(({ kind }) => kind)).toEqual(['opened', 'message']);
  });

  test('comes back at once when the net is there again', () => {
    table.hurry(); // nothing is lost yet
    expect(wires).toHaveLength(1);
    last().onclose?.();
    clock.pass(500);
    last().onclose?.();
    table.hurry();
    expect(wires).toHaveLength(3);
    clock.pass(1_000);
    expect(wires).toHaveLength(3);
    last().onclose?.();
    clock.pass(500); // the pauses are short again
    expect(wires).toHaveLength(4);
    table.close();
    table.hurry();
    expect(wires).toHaveLength(4);
  });

  test('comes back after a loss, with longer and longer pauses', () => {
    last().onclose?.();
    expect(events.at(-1)).toEqual({ kind: 'lost' });
    expect(play()).toBe(false);
    clock.pass(500);
    expect(wires).toHaveLength(2);
    expect(play()).toBe(false); // not open yet
    last().onclose?.();
    clock.pass(500);
    expect(wires).toHaveLength(2);
    clock.pass(500);
    expect(wires).toHaveLength(3);
  });

  test('asks for the state when an action is not answered', () => {
    play();
    clock.pass(4_000);
    expect(last().sent.at(-1)).toEqual({ type: 'resync', table: 'T' });
    last().onmessage?.({ data: JSON.stringify(stateWith(1, null)) });
    expect(events.map(({ kind }) => kind).slice(2)).toEqual(['opened', 'message']);
  });

  test('does not ask when it is answered', () => {
    play();
    last().onmessage?.({ data: JSON.stringify(stateWith(2, null)) });
    clock.pass(60_000);
    expect(last().sent.map(({ type }) => type)).toEqual(['hello', 'act', 'ping']);
  });

  test('asks a silent server whether it is there, and lives on when it is', () => {
    for (let beat = 0; beat < 10; beat++) {
      clock.pass(4_000);
      expect(last().sent.at(-1)).toEqual({ type: 'ping', table: 'T' });
      clock.pass(3_900);
      last().onmessage?.({ data: '{"type":"pong"}' });
    }
    expect(wires).toHaveLength(1);
    expect(events).toHaveLength(2);
  });

  test('takes a path on which nothing is heard for lost within ten seconds, and comes back', () => {
    clock.pass(4_000);
    clock.pass(4_000);
    expect(events.at(-1)).toEqual({ kind: 'lost' });
    expect(last().closed).toBe(true);
    expect(play()).toBe(false);
    clock.pass(500);
    expect(wires).toHaveLength(2);
    wires[0]?.onclose?.();
    expect(wires).toHaveLength(2);
  });

  test('puts the rounds of one connection together, and begins anew with the next one', () => {
    const round = (number: number) =>
      ({ number, dealer: 0, bids: [], won: [], sides: [] }) as const;
    const tell = (seq: number, from: number, ...rounds: number[]) => {
      const view = viewWith({ results: rounds.map(round) });
      const state: State = stateWith(seq, view, { results_from: from });
      last().onmessage?.({ data: JSON.stringify(state) });
      const event = events.at(-1);
      return event?.kind === 'message' && event.message.type === 'state'
        ? event.message.view?.results.map(({ number }) => number)
        : null;
    };
    expect(tell(2, 0, 1)).toEqual([1]);
    expect(tell(3, 1, 2)).toEqual([1, 2]);
    expect(tell(1, 2, 3)).toEqual([1, 2, 3]);
    expect(tell(4, 3)).toEqual([1, 2, 3]);
    last().onclose?.();
    clock.pass(500);
    expect(tell(5, 0, 1, 2, 3)).toEqual([1, 2, 3]);
    expect(tell(6, 3, 4)).toEqual([1, 2, 3, 4]);
  });

  test('does not wait for ever for a connection to open', () => {
    last().onclose?.();
    clock.pass(500);
    clock.pass(8_000);
    clock.pass(1_000);
    expect(wires).toHaveLength(3);
  });

  test('does not come back once it is closed', () => {
    const wire = last();
    table.close();
    wire.onclose?.();
    clock.pass(60_000);
    expect(wire.closed).toBe(true);
    expect(wires).toHaveLength(1);
  });

  test('who is banned is told so and does not come back', () => {
    const wire = last();
    wire.onmessage?.({ data: '{"type":"error","code":"person/banned","text":"banned"}' });
    expect(events.at(-1)).toMatchObject({ kind: 'message', message: { code: 'person/banned' } });
    wire.onclose?.();
    clock.pass(60_000);
    expect(wires).toHaveLength(1);
    expect(play()).toBe(false);
  });

  test('a message from a connection that was given up is ignored', () => {
    const old = last();
    table.open();
    const count = events.length;
    old.onmessage?.({ data: JSON.stringify(stateWith(3, null)) });
    old.onclose?.();
    expect(events).toHaveLength(count);
    expect(wires.map(({ closed }) => closed)).toEqual([true, false]);
  });
});
