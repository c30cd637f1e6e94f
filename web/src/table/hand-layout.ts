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

/** The width of the plates on both sides of a narrow screen, and that of a trick in card widths. */
const PLATES = 172;
const TRICK = 2.8;

/** Return the card widths for a screen size and a number of players. */
export function cardSizes(width: number, height: number, players: number): CardSizes {
  const ring = players > 4;
  if (height < 520) return { hand: 62, trick: ring ? 46 : 54 };
  if (width < 600) {
    const beside = Math.floor((width - PLATES) / TRICK);
    const trick = Math.min(beside, height < 700 ? 58 : 68);
    return { hand: width < 380 ? 66 : 72, trick: ring ? trick - 14 : trick };
  }
  if (width < 1000) return { hand: 88, trick: ring ? 74 : 84 };
  if (width < 1500 || height < 860) return { hand: 104, trick: ring ? 84 : 96 };
  return { hand: 128, trick: ring ? 108 : 120 };
}

/** The minimum width for a fan. */
const WIDE = 600;
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
