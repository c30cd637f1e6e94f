import type { Attachment } from 'svelte/attachments';

import type { Table } from '../connection/table-session.svelte';
import type { Seat, SeatInfo, State } from '../generated/protocol';
import { contestOf } from '../state/series';
import { draggable } from '../table/drag';

/** The distance of a dragged seat from its place, and the seat below it that would take it. */
interface Drag {
  readonly seat: Seat;
  readonly x: number;
  readonly y: number;
  readonly over: Seat | null;
}

const isPerson = ({ occupant }: SeatInfo): boolean => occupant === 'person';

/** The handle of a seat, for a query. */
export const handleOf = (seat: Seat): string => `[data-move="${seat}"]`;

/** Moves people to other seats at a waiting table, by dragging or with buttons. */
export class SeatMoves {
  /** The seat whose player is being moved with buttons, or null. */
  moving = $state<Seat | null>(null);
  drag = $state.raw<Drag | null>(null);

  readonly #state: () => State;
  readonly #table: () => Table;
  readonly #list: () => HTMLElement | undefined;

  constructor(state: () => State, table: () => Table, list: () => HTMLElement | undefined) {
    this.#state = state;
    this.#table = table;
    this.#list = list;
  }

  /** Whether the player may move others, and not only themselves. */
  get arranges(): boolean {
    return this.#chosen && this.#state().host && contestOf(this.#state()) === null;
  }

  /** Whether moving makes sense. The rules may draw the seats by lot when the game starts. */
  get #chosen(): boolean {
    return this.#state().rules.table.seating === 'chosen';
  }

  movable(info: SeatInfo): boolean {
    return this.#chosen && isPerson(info) && (this.arranges || info.seat === this.#state().you);
  }

  /** Return true if the player who is being moved may go to that seat. */
  takes(info: SeatInfo): boolean {
    const from = this.drag?.seat ?? this.moving;
    return from !== null && info.seat !== from && (this.arranges || !isPerson(info));
  }

  move(from: Seat, to: Seat): void {
    const { you, seats } = this.#state();
    const goal = seats[to];
    this.moving = null;
    if (from === you && goal && !isPerson(goal)) this.#table().sit(to);
    else this.#table().swap(from, to);
  }

  /** Return how to drag the player of a seat by its handle. */
  handle(seat: Seat): Attachment<HTMLElement> {
    /** The middle of the handle before it moves with its seat. */
    let start: { x: number; y: number } | null = null;
    const end = () => {
      start = null;
      this.drag = null;
    };
    return draggable({
      moved: (x, y) => {
        start ??= middleOf(this.#list()?.querySelector(handleOf(seat)));
        this.moving = null;
        this.drag = { seat, x, y, over: null };
        this.drag = { seat, x, y, over: this.#seatAt(start.x + x, start.y + y) };
      },
      ended: () => {
        const over = this.drag?.over ?? null;
        end();
        if (over !== null) this.move(seat, over);
      },
      cancelled: end,
    });
  }

  /** Return the seat at a place of the page that may take the dragged player. */
  #seatAt(x: number, y: number): Seat | null {
    const found = this.#state().seats.find((info) => {
      const box = this.#list()
        ?.querySelector(`[data-place="${info.seat}"]`)
        ?.getBoundingClientRect();
      return box && this.takes(info) && contains(box, x, y);
    });
    return found?.seat ?? null;
  }
}

const contains = (box: DOMRect, x: number, y: number): boolean =>
  box.left < x && x < box.right && box.top < y && y < box.bottom;

function middleOf(element: Element | null | undefined): { x: number; y: number } {
  const box = element?.getBoundingClientRect() ?? new DOMRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
