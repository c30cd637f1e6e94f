export interface CardPlace {
  x: number;
  y: number;
  turn: number;
}

export interface HandLayout {
  places: CardPlace[];
  width: number;
  height: number;
}

export interface CardSizes {
  hand: number;
  trick: number;
}

/** How wide cards are on a screen of this size. */
export function cardSizes(width: number, height: number): CardSizes {
  if (height < 520) return { hand: 62, trick: 54 };
  if (width < 600) return { hand: width < 380 ? 66 : 72, trick: height < 700 ? 58 : 68 };
  if (width < 1000) return { hand: 88, trick: 84 };
  if (width < 1500 || height < 860) return { hand: 104, trick: 96 };
  return { hand: 128, trick: 120 };
}

const ROW_OF_A_PHONE = 7;
const ASPECT = 1.4;

/**
 * Lays out a hand: a flat fan where there is room, two rows on a phone, so that each card keeps a
 * strip wide enough for a thumb.
 */
export function layoutHand(count: number, room: number, card: number): HandLayout {
  const tall = card * ASPECT;
  const rows = count > ROW_OF_A_PHONE && room < 600 ? 2 : 1;
  const perRow = Math.ceil(count / rows);
  const widest = rows === 2 || room < 600 ? card + 4 : card * 0.58;
  const step = perRow > 1 ? Math.min(widest, (room - card) / (perRow - 1)) : 0;
  const arched = rows === 1 && room >= 600;
  const places = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = row === 0 ? perRow : count - perRow;
    const place = index - row * perRow - (inRow - 1) / 2;
    const bend = arched ? place : 0;
    return {
      x: place * step,
      y: row * tall * 0.58 + bend * bend * card * 0.0045,
      turn: bend * 1.1,
    };
  });
  const lowest = Math.max(0, ...places.map(({ y }) => y));
  return { places, width: step * (perRow - 1) + card, height: lowest + tall };
}
