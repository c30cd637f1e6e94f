export interface CardPlace {
  x: number;
  y: number;
  turn: number;
  /** Counted from the top. */
  row: number;
}

interface HandLayout {
  places: CardPlace[];
  width: number;
  height: number;
}

interface CardSizes {
  hand: number;
  trick: number;
}

/**
 * The table's three layouts: with a side panel, for a phone held upright, and for screens that are
 * wide but low.
 */
export type Screen = 'wide' | 'tall' | 'low';

export function screenOf(width: number, height: number): Screen {
  if (height < 520 && width >= 520) return 'low';
  return width < 1000 ? 'tall' : 'wide';
}

/** The height of a trick in card widths, and the width of one with five or six cards. */
const TRICK_HEIGHT = 2.95;
const RING_WIDTH = 3.3;

/** The height of a phone's rail, score, plates and hand in pixels, and that on low screens. */
const [AROUND_ON_PHONE, AROUND_ON_LOW] = [442, 235];

/** The width of the panel at the side, and that of a plate with its margin. */
const [PANEL, PLATE] = [304, 170];

/** How far a trick reaches to the side from its center, in card widths. */
const [REACH, RING_REACH] = [1.52, 1.65];

/** The part of the cloth's width for the players at one side, and the cloth's edge in pixels. */
const [SIDE, RING_SIDE, EDGE] = [1 / 4.4, 1 / 3.8, 8];

/** How much larger the large cards are. */
const LARGER = 1.15;

const between = (least: number, value: number, most: number): number =>
  Math.floor(Math.max(least, Math.min(value, most)));

/** Return the card widths for a screen size and a number of players. */
export function cardSizes(
  width: number,
  height: number,
  players: number,
  larger = false,
): CardSizes {
  const ring = players > 4;
  const grown = larger ? LARGER : 1;
  if (height < 520) {
    const trick = between(40, (height - AROUND_ON_LOW) / TRICK_HEIGHT, 70 * grown);
    return { hand: 62, trick: ring ? trick - 8 : trick };
  }
  if (width < 600) {
    const roomy = height >= 700;
    const deep = (height - AROUND_ON_PHONE) / TRICK_HEIGHT;
    const trick = between(48, Math.min(deep, width / 3.6), 88 * grown);
    const hand = width < 380 ? 66 : 72;
    return {
      hand: larger && roomy ? Math.floor(hand * LARGER) : hand,
      trick: ring ? trick - 14 : trick,
    };
  }
  const wide = screenOf(width, height) === 'wide';
  const felt = wide ? width - PANEL : width;
  const hand = between(84, Math.min(felt / 7, height * 0.13) * grown, 170);
  // Plates and backs grow with the screen.
  const deep = (height * 0.68 - (wide ? 90 : 150) - 1.5 * hand) / TRICK_HEIGHT;
  const broad = ring ? (felt - 2 * PLATE) / RING_WIDTH : felt / 6;
  return { hand, trick: between(72, Math.min(deep, broad, hand * (ring ? 0.95 : 1.15)), 170) };
}

/**
 * Return the width of trick cards that leaves open hands at the sides free on a phone. `hands` has the
 * open cards of each player.
 */
export function trickBesideHands(
  trick: number,
  width: number,
  hands: readonly (readonly unknown[])[],
): number {
  if (width >= 600 || hands.every((hand) => hand.length === 0)) return trick;
  const ring = hands.length > 4;
  const side = (width - 2 * EDGE) * (ring ? RING_SIDE : SIDE);
  const room = width / 2 - EDGE - side;
  return Math.min(trick, Math.floor(room / (ring ? RING_REACH : REACH)));
}

/** The minimum width for a fan. */
export const WIDE = 600;
const ROW_OF_A_PHONE = 7;
const TWO_ROWS_OF_A_PHONE = 18;
const ASPECT = 1.4;
const WIDEST_BEND = 6.5;

/**
 * Lay out a hand: a flat fan if there is room, else two or three rows on a phone. Each card keeps a
 * strip wide enough for a thumb.
 */
export function layoutHand(
  count: number,
  room: number,
  card: number,
  oneRow = room >= WIDE,
): HandLayout {
  const tall = card * ASPECT;
  const rows =
    oneRow || room >= WIDE ? 1 : count > TWO_ROWS_OF_A_PHONE ? 3 : count > ROW_OF_A_PHONE ? 2 : 1;
  const perRow = Math.ceil(count / rows);
  const widest = rows > 1 || room < WIDE ? card + 4 : card * 0.58;
  const step = perRow > 1 ? Math.min(widest, (room - card) / (perRow - 1)) : 0;
  const arched = rows === 1 && (oneRow || room >= WIDE);
  const flatter = Math.min(1, WIDEST_BEND / Math.max(1, (perRow - 1) / 2));
  const places = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    const place = index - row * perRow - (inRow - 1) / 2;
    const bend = arched ? place * flatter : 0;
    return {
      row,
      x: place * step,
      y: row * tall * (rows === 3 ? 0.52 : 0.58) + bend * bend * card * 0.0045,
      turn: bend * 1.1,
    };
  });
  const lowest = Math.max(0, ...places.map(({ y }) => y));
  return { places, width: step * (perRow - 1) + card, height: lowest + tall };
}

/**
 * Return the order in which the cards have their places. In several rows, a card that was played
 * leaves its place free, so that no other card moves. The rest moves together once one row is
 * enough, or if the player rearranges it.
 */
export function slotsAfter(
  before: readonly string[],
  held: readonly string[],
  oneRow: boolean,
): readonly string[] {
  const kept = before.filter((key) => held.includes(key));
  const same = kept.length === held.length && kept.every((key, index) => key === held[index]);
  return same && !oneRow && held.length > ROW_OF_A_PHONE ? before : held;
}

/**
 * Return the stacking order of the cards. Each row lies on top of the one before. Within a row, the
 * later cards lie on top, or the earlier ones for left-handed players.
 */
export function layersOf(places: readonly CardPlace[], leftHanded: boolean): number[] {
  const count = places.length;
  return places.map(({ row }, index) => row * count + (leftHanded ? count - index : index));
}

/** Return the place nearest to a card held at `x` and `y`. */
export function nearestPlace(places: readonly CardPlace[], at: { x: number; y: number }): number {
  const distances = places.map(({ x, y }) => Math.hypot(x - at.x, y - at.y));
  return distances.indexOf(Math.min(...distances));
}
