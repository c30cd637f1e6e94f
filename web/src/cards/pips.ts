import type { RankLetter, SuitLetter } from './card';

/** Outlines of the suit symbols in a 100-by-100 box. */
export const PIP_PATHS: Record<SuitLetter, string> = {
  S: 'M50 4C56 24 90 40 90 66C90 79 80 87 69 87C61 87 56 84 53 79C53 86 57 92 63 96H37C43 92 47 86 47 79C44 84 39 87 31 87C20 87 10 79 10 66C10 40 44 24 50 4Z',
  H: 'M50 95C44 76 9 58 9 32C9 17 20 7 32 7C41 7 48 13 50 22C52 13 59 7 68 7C80 7 91 17 91 32C91 58 56 76 50 95Z',
  D: 'M50 3C58 22 70 38 86 50C70 62 58 78 50 97C42 78 30 62 14 50C30 38 42 22 50 3Z',
  C: 'M50 5A21 21 0 0 1 66 39.5A21.5 21.5 0 1 1 54 72C54 83 58 91 65 96H35C42 91 46 83 46 72A21.5 21.5 0 1 1 34 39.5A21 21 0 0 1 50 5Z',
};

/** A pip on a number card, in a 100-by-140 box. The lower half is upside down. */
interface PipPlace {
  x: number;
  y: number;
  turned: boolean;
}

const COLUMNS: Record<string, readonly number[]> = {
  two: [27, 113],
  three: [27, 70, 113],
  four: [27, 55.7, 84.3, 113],
};

function column(x: number, rows: readonly number[] = []): PipPlace[] {
  return rows.map((y) => ({ x, y, turned: y > 70 }));
}

function sides(rows: readonly number[] | undefined): PipPlace[] {
  return [...column(33, rows), ...column(67, rows)];
}

const LAYOUTS: Partial<Record<RankLetter, PipPlace[]>> = {
  '2': column(50, COLUMNS.two),
  '3': column(50, COLUMNS.three),
  '4': sides(COLUMNS.two),
  '5': [...sides(COLUMNS.two), ...column(50, [70])],
  '6': sides(COLUMNS.three),
  '7': [...sides(COLUMNS.three), ...column(50, [48.5])],
  '8': [...sides(COLUMNS.three), ...column(50, [48.5, 91.5])],
  '9': [...sides(COLUMNS.four), ...column(50, [70])],
  T: [...sides(COLUMNS.four), ...column(50, [41.4, 98.6])],
};

export const pipPlaces = (rank: RankLetter): PipPlace[] => LAYOUTS[rank] ?? [];
