import { SvelteMap } from 'svelte/reactivity';

import type { Line, Seat } from '../generated/protocol';
import type { TableModel } from '../state/table';
import { audible } from '../talk/lines';

const READING_TIME = 5_000;

/** The latest line of each seat. The lines of spectators are under null. */
export type Said = ReadonlyMap<Seat | null, Line>;

/** Follow the talk at a table. A line disappears once there was time to read it. */
export function justSaid(model: () => TableModel): Said {
  const said = new SvelteMap<Seat | null, Line>();
  const last = $derived(audible(model()).at(-1));
  const number = $derived(last?.number ?? 0);
  let heard = -1;

  $effect(() => {
    const before = heard;
    heard = number;
    const line = last;
    if (!line || before < 0 || number === before) return;
    const { seat } = line;
    said.set(seat, line);
    setTimeout(() => {
      if (said.get(seat) === line) said.delete(seat);
    }, READING_TIME);
  });

  return said;
}
