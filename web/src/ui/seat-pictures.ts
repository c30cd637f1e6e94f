import { SvelteMap } from 'svelte/reactivity';

import { get, RefusedError } from '../connection/api';
import type { Picture, Seat, SeatPictures } from '../generated/protocol';
import { isHere } from '../offline/here';

/** A seat where a person of that name sits. */
export interface Place {
  table: string;
  seat: Seat;
  name: string;
}

/** Milliseconds to collect the seats on a page for one request. */
const SOON = 50;

/** Milliseconds between two requests, and the most if requests fail. */
const [BETWEEN, LONGEST] = [5_000, 300_000];

/** The most tables in one request; the server leaves out the others. */
const MOST_TABLES = 60;

const found = new SvelteMap<string, Picture | null>();
const wanted = new Map<string, Place>();
let timer: ReturnType<typeof setTimeout> | undefined;
let last = -BETWEEN;
let pause = BETWEEN;

export const keyOf = ({ table, seat, name }: Place): string => `${table} ${seat} ${name}`;

/** Return the picture of that key, null for a seat without one, undefined if still unknown. */
export const pictureOf = (key: string): Picture | null | undefined => found.get(key);

/**
 * Load the picture at a seat, together with others; keep showing the one that is known. Tables on
 * this device have none.
 */
export function want(place: Place): void {
  if (isHere(place.table)) return;
  wanted.set(keyOf(place), place);
  loadSoon();
}

/** Load all pictures again when they are wanted, because one has changed. */
export function forgetPictures(): void {
  found.clear();
  last = -BETWEEN;
}

function loadSoon(): void {
  timer ??= setTimeout(() => void load(), Math.max(SOON, last + pause - performance.now()));
}

async function load(): Promise<void> {
  const tables = [...new Set([...wanted.values()].map(({ table }) => table))].slice(0, MOST_TABLES);
  const places = [...wanted].filter(([, { table }]) => tables.includes(table));
  for (const [key] of places) wanted.delete(key);
  last = performance.now();
  try {
    const { pictures } = await get<SeatPictures>(`/api/pictures?table=${tables.join()}`);
    for (const [key, { table, seat }] of places) found.set(key, pictures[table]?.[seat] ?? null);
    pause = BETWEEN;
  } catch (error) {
    // A table is usable without pictures.
    if (!(error instanceof RefusedError)) {
      for (const [key, place] of places) wanted.set(key, place);
      pause = Math.min(2 * pause, LONGEST);
    }
  }
  timer = undefined;
  if (wanted.size > 0) loadSoon();
}
