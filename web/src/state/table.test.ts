import { describe, expect, test } from 'vitest';

import type { Line, Trick } from '../generated/protocol';
import { stateWith, viewWith } from '../testing/states';

import {
  emptyTable,
  isNotSent,
  NOT_SENT,
  reduce,
  trickShown,
  viewShown,
  type TableModel,
} from './table';

const open: Trick = { leader: 0, cards: ['H2', 'H9', 'HK'], winner: null, low: [] };
const done: Trick = { leader: 0, cards: ['H2', 'H9', 'HK', 'HA'], winner: 3, low: [] };

function after(...states: ReturnType<typeof stateWith>[]): TableModel {
  return states.reduce<TableModel>(
    (model, message) => reduce(model, { kind: 'message', message }),
    emptyTable,
  );
}

describe('states', () => {
  test('the newest state is shown', () => {
    const model = after(stateWith(1, viewWith()), stateWith(2, viewWith({ to_act: 2 })));
    expect(model.state?.view?.to_act).toBe(2);
  });

  test('an older state that comes late changes nothing', () => {
    const model = after(stateWith(5, viewWith()));
    expect(reduce(model, { kind: 'message', message: stateWith(4, viewWith()) })).toBe(model);
  });

  test('a gap in the numbers loses nothing: the missed plays are among the changes', () => {
    const model = after(
      stateWith(1, viewWith()),
      stateWith(
        9,
        viewWith({ tricks: [done], trick: { leader: 3, cards: ['C2'], winner: null, low: [] } }),
      ),
    );
    expect(model.changes.filter(({ kind }) => kind === 'played')).toHaveLength(5);
  });

  test('a game that begins without its reader waits until they join it', () => {
    const ended = stateWith(1, viewWith({ phase: 'over' }), { status: 'over', you: 2 });
    const seats = ended.seats.map((info) => ({ ...info, covered: info.seat === 2 }));
    const begun = stateWith(2, viewWith(), { you: 2, seats });
    const held = after(ended, begun);
    expect([held.state, held.next]).toEqual([ended, begun]);
    const joined = reduce(held, {
      kind: 'message',
      message: { ...begun, seq: 3, seats: ended.seats },
    });
    expect([joined.state?.seq, joined.next]).toEqual([3, null]);
  });

  test('a hint lasts until the game changes, even if someone comes or goes', () => {
    const advice = {
      type: 'advice',
      seq: 4,
      action: { type: 'play', card: 'C2', low: false },
      reason: '',
      candidates: [],
      costs: [],
      preparing: null,
    } as const;
    const joined = stateWith(5, viewWith(), { moved: 4 });
    const asked = reduce(after(stateWith(4, viewWith())), { kind: 'asked' });
    const waiting = reduce(asked, { kind: 'message', message: joined });
    expect([waiting.asking, waiting.advice]).toEqual([true, null]);
    const advised = reduce(waiting, { kind: 'message', message: advice });
    expect([advised.asking, advised.advice]).toEqual([false, advice]);
    for (const other of [{ table: 'U' }, { you: 1 as const }]) {
      const elsewhere = stateWith(5, viewWith(), { ...other, moved: 4 });
      expect(reduce(advised, { kind: 'message', message: elsewhere }).advice).toBeNull();
    }
    const played = reduce(advised, { kind: 'message', message: stateWith(6, viewWith()) });
    expect(played.advice).toBeNull();
    const late = reduce(played, { kind: 'message', message: advice });
    expect(late.advice).toBeNull();
  });

  test('the first state announces nothing', () => {
    expect(after(stateWith(7, viewWith({ tricks: [done] }))).changes).toEqual([]);
  });
});

describe('a completed trick', () => {
  const completed = after(
    stateWith(1, viewWith({ trick: open })),
    stateWith(2, viewWith({ tricks: [done] })),
  );

  test('stays on the table', () => {
    expect(trickShown(completed)).toMatchObject({ number: 1, trick: done });
  });

  test('stays even when the next card has already come', () => {
    const trick: Trick = { leader: 3, cards: ['D5'], winner: null, low: [] };
    const next = reduce(completed, {
      kind: 'message',
      message: stateWith(3, viewWith({ tricks: [done], trick })),
    });
    expect(trickShown(next)?.trick).toEqual(done);
    expect(trickShown(reduce(next, { kind: 'gathered' }))).toEqual({ number: 2, trick });
  });

  test('makes room at once for a card of the own hand', () => {
    const trick: Trick = { leader: 2, cards: ['D5'], winner: null, low: [] };
    const next = reduce(completed, {
      kind: 'message',
      message: stateWith(3, viewWith({ tricks: [done], trick })),
    });
    expect(trickShown(next)?.trick).toEqual(trick);
  });

  test('one that a claim has ended does not hide what the round has come to', () => {
    for (const phase of ['award', 'score', 'over']) {
      expect(trickShown(after(stateWith(3, viewWith({ trick: open, phase }))))).toBeNull();
    }
  });

  test('one of a game that was stopped does not hide the way on', () => {
    const state = stateWith(3, viewWith({ trick: open }), { status: 'over' });
    expect(trickShown(after(state))).toBeNull();
  });

  test('counts for nobody before it is judged, whatever has happened since', () => {
    const result = { number: 1, dealer: 0, bids: [], won: [], sides: [] } as const;
    const before = viewWith({ trick: open, won: [0, 0, 2, 1], tricks: [] });
    const trick: Trick = { leader: 3, cards: ['D5'], winner: null, low: [] };
    const now = viewWith({ tricks: [done], won: [0, 0, 2, 2], to_act: 0, trick });
    const scored = { ...now, phase: 'score', results: [result], trick: null, to_act: null };
    for (const view of [now, scored]) {
      const model = after(stateWith(1, before), stateWith(2, view));
      const shown = viewShown(model, view);
      expect(shown).toMatchObject({ won: [0, 0, 2, 1], tricks: [], to_act: null, results: [] });
      expect(shown.phase).toBe('play');
      expect(viewShown(reduce(model, { kind: 'judged' }), view)).toBe(view);
      expect(viewShown(reduce(model, { kind: 'gathered' }), view)).toBe(view);
    }
  });

  test('of several that came at once those before the last one count', () => {
    const view = viewWith({ tricks: [done, done], won: [0, 0, 0, 2] });
    const model = after(stateWith(1, viewWith({ trick: open })), stateWith(2, view));
    expect(viewShown(model, view)).toMatchObject({ won: [0, 0, 0, 1], tricks: [done] });
  });

  test('is gathered before a new round', () => {
    const next = reduce(completed, {
      kind: 'message',
      message: stateWith(3, viewWith({ round: 2, phase: 'bidding' })),
    });
    expect(trickShown(next)).toBeNull();
  });
});

describe('an action', () => {
  const sent = reduce(after(stateWith(4, viewWith({ to_act: 2 }))), { kind: 'sent' });

  test('is pending until a later state comes', () => {
    expect(sent.pending).toBe(true);
    const same = reduce(sent, { kind: 'message', message: stateWith(4, viewWith()) });
    expect(same.pending).toBe(true);
    const later = reduce(sent, { kind: 'message', message: stateWith(5, viewWith()) });
    expect(later.pending).toBe(false);
  });

  test('that is refused is over, and the sentence is shown', () => {
    const message = {
      type: 'error',
      code: 'play/must-follow-suit',
      text: 'follow hearts',
    } as const;
    const refused = reduce(sent, { kind: 'message', message });
    expect(refused.pending).toBe(false);
    expect(refused.refusal?.text).toBe('follow hearts');
    expect(reduce(refused, { kind: 'dismissed' }).refusal).toBeNull();
  });

  test('that could not be sent is no longer spoken of when it can be', () => {
    const message = { type: 'error', code: NOT_SENT, text: 'there is no connection' } as const;
    const unsent = reduce(reduce(sent, { kind: 'lost' }), { kind: 'message', message });
    expect(unsent.refusal?.text).toBe(message.text);
    expect(isNotSent(unsent)).toBe(true);
    expect(isNotSent(reduce(sent, { kind: 'lost' }))).toBe(false);
    expect(reduce(unsent, { kind: 'opened' }).refusal).toBeNull();
  });

  test('is given up when the connection is lost', () => {
    expect(reduce(sent, { kind: 'lost' })).toMatchObject({ connection: 'lost', pending: false });
  });
});

test('a table that may not be seen any more is not shown to whoever comes back', () => {
  const lost = reduce(after(stateWith(4, viewWith())), { kind: 'lost' });
  const told = (code: string) =>
    reduce(lost, { kind: 'message', message: { type: 'error', code, text: 'no' } });
  expect(told('duplicate/not-yours')).toMatchObject({ state: null, refusal: { text: 'no' } });
  expect(told('table/unknown').state).toBeNull();
  for (const passing of ['server/failed', 'message/too-many', NOT_SENT])
    expect(told(passing).state).not.toBeNull();
});

test('what everybody should notice stays until the next trick, or until it is put away', () => {
  const judgement = {
    kind: 'claim',
    seat: 1,
    trick: 1,
    upheld: false,
    accused: null,
    winner: null,
  } as const;
  const noticed = after(
    stateWith(1, viewWith({ trick: open })),
    stateWith(2, viewWith({ trick: open, judgements: [judgement] })),
    stateWith(3, viewWith({ trick: open, judgements: [judgement], to_act: 3 })),
  );
  expect(noticed.notices).toEqual([{ kind: 'judged', seat: 1, judgement }]);
  expect(reduce(noticed, { kind: 'noticed' }).notices).toEqual([]);
  const won = viewWith({ tricks: [done], judgements: [judgement] });
  const later = reduce(noticed, { kind: 'message', message: stateWith(4, won) });
  expect(later.notices).toEqual([]);
});

test('that a pause was agreed to is told until it is over', () => {
  const { consent } = stateWith(0, null);
  const granted = { ...consent, granted: 1, last: 'pause' as const };
  const paused = after(
    stateWith(1, viewWith(), { consent }),
    stateWith(2, viewWith(), { consent: { ...granted, paused: true } }),
  );
  expect(paused.notices).toEqual([{ kind: 'granted', wish: 'pause' }]);
  const goesOn = stateWith(3, viewWith(), { consent: granted });
  expect(reduce(paused, { kind: 'message', message: goesOn }).notices).toEqual([]);
});

test('a trick whose last card is taken back is not left lying', () => {
  const model = after(
    stateWith(1, viewWith({ trick: open })),
    stateWith(2, viewWith({ tricks: [done] })),
    stateWith(3, viewWith({ trick: open })),
  );
  expect(trickShown(model)?.trick).toEqual(open);
});

describe('what is said', () => {
  const line = (number: number): Line => ({
    number,
    seat: 0,
    who: 'nora',
    name: 'Nora',
    phrase: null,
    text: `line ${number}`,
  });
  const said = (model: TableModel, numbers: number[], anew = false): TableModel =>
    reduce(model, { kind: 'message', message: { type: 'talk', lines: numbers.map(line), anew } });
  const numbers = (model: TableModel) => model.talk.map(({ number }) => number);
  const there = after(stateWith(1, null));

  test('before one came is no news, and what is said then is', () => {
    const before = said(emptyTable, [1, 2], true);
    const come = reduce(before, { kind: 'message', message: stateWith(1, null) });
    expect([come.heard, said(come, [3]).heard]).toEqual([2, 2]);
  });

  test('while the connection was lost is news', () => {
    const read = reduce(said(there, [1, 2]), { kind: 'heard' });
    const back = said(reduce(read, { kind: 'lost' }), [1, 2, 3], true);
    expect([numbers(back), back.heard]).toEqual([[1, 2, 3], 2]);
  });

  test.each([false, true])('to a server that has restarted is news: %s', (anew) => {
    const read = reduce(said(there, [1, 2, 3]), { kind: 'heard' });
    const back = said(reduce(read, { kind: 'lost' }), [1], anew);
    expect([numbers(back), back.heard]).toEqual([[1], 0]);
    expect(numbers(said(back, [2]))).toEqual([1, 2]);
  });
});
