import { PIP_PATHS } from '../cards/pips';
import { saveFile } from '../save-file';
import type { Outcome, State, View } from '../generated/protocol';
import { scoreWords } from '../numbers';
import { m } from '../paraglide/messages';
import { getLocale } from '../paraglide/runtime';
import { nameOf } from '../state/seating';
import { sideNamed } from '../state/side-name';

import { curvesOf, DASHES, type Curves } from './curve';
import { listed, standingsOf } from './sides';

/** The content of a result's picture, in words. */
interface Result {
  readonly title: string;
  readonly subtitle: string;
  /** The address of the site, unless it is on this machine. */
  readonly site: string;
  readonly sides: readonly { name: string; score: string; won: boolean }[];
  readonly curves: Curves;
}

const SIZE = 1080;
const EDGE = 70;
const WIDE = SIZE - 2 * EDGE;
const COLORS = ['#f0cd86', '#8ec6ee', '#a8d88f', '#f4a9a0', '#cbb5f4', '#d9d6cc'];
const PAPER = '#f3efe2';
const QUIET = '#b9cfc3';
const BRASS = '#f5d99b';
/** The page's own fonts. */
const fontOf = (kind: '--serif' | '--sans'): string =>
  getComputedStyle(document.documentElement).getPropertyValue(kind);

/** Share the picture of a result. Return false if the browser can only save it, and has done so. */
export async function shareResult(state: State, view: View, outcome: Outcome): Promise<boolean> {
  const result = resultOf(state, view, outcome);
  const picture = new File([await drawn(result)], 'spadille.png', { type: 'image/png' });
  const share = { files: [picture], title: result.title };
  // Browsers without this API lack the function, whatever its type says.
  const { canShare } = navigator as Partial<Navigator>;
  if (!canShare?.call(navigator, share)) {
    saveFile(picture.name, picture);
    return false;
  }
  await navigator.share(share);
  return true;
}

/** Name everyone: the people who see the picture do not know who "you" are. */
function resultOf(state: State, view: View, outcome: Outcome): Result {
  const members = state.sides.map((side) => side.map((seat) => nameOf(state, seat)));
  const winners = outcome.winner === null ? [] : (members[outcome.winner] ?? []);
  const name = listed(winners);
  const rounds = m.rounds_in_all({ count: view.results.length });
  const day = new Date().toLocaleDateString(getLocale(), { dateStyle: 'medium' });
  return {
    title:
      winners.length === 0
        ? m.draw()
        : winners.length > 1
          ? m.sides_win({ name })
          : m.you_lost({ name }),
    subtitle: [state.title, rounds, day].join(' · '),
    site: /^(localhost|[\d.]+|\[.*\])$/.test(location.hostname) ? '' : location.host,
    sides: standingsOf(state, view).map(({ index, score }) => ({
      name: sideNamed(state.side_names, index) ?? listed(members[index] ?? []),
      score: scoreWords(score),
      won: index === outcome.winner,
    })),
    curves: curvesOf(state, view),
  };
}

async function drawn(result: Result): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  drawCloth(pen);
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = PAPER;
  writeFitting(pen, result.title, [SIZE / 2, 265], `600 76px ${fontOf('--serif')}`);
  pen.fillStyle = QUIET;
  writeFitting(pen, result.subtitle, [SIZE / 2, 325], `400 32px ${fontOf('--sans')}`);
  const below = drawScores(pen, result, 375);
  const end = SIZE - EDGE - (result.site ? 60 : 20);
  if (result.curves.rounds > 1) drawCurves(pen, result.curves, below + 50, end - 40);
  pen.fillStyle = BRASS;
  writeFitting(pen, result.site, [SIZE / 2, SIZE - EDGE - 5], `600 30px ${fontOf('--sans')}`);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('no picture'));
    });
  });
}

function drawCloth(pen: CanvasRenderingContext2D): void {
  const felt = pen.createRadialGradient(SIZE / 2, SIZE * 0.4, 80, SIZE / 2, SIZE / 2, SIZE * 0.75);
  felt.addColorStop(0, '#1f6a53');
  felt.addColorStop(0.6, '#14503f');
  felt.addColorStop(1, '#0a2f26');
  pen.fillStyle = felt;
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.strokeStyle = 'rgb(217 182 111 / 60%)';
  pen.lineWidth = 3;
  pen.beginPath();
  pen.roundRect(28, 28, SIZE - 56, SIZE - 56, 44);
  pen.stroke();
  pen.font = `600 54px ${fontOf('--serif')}`;
  const name = 'Spadille';
  const left = (SIZE - 76 - pen.measureText(name).width) / 2;
  pen.fillStyle = BRASS;
  pen.save();
  pen.translate(left, 92);
  pen.scale(0.6, 0.6);
  pen.fill(new Path2D(PIP_PATHS.S));
  pen.restore();
  pen.textAlign = 'left';
  pen.fillText(name, left + 76, 142);
}

/** Write a line at a place, in smaller letters if it would be too long. */
function writeFitting(
  pen: CanvasRenderingContext2D,
  text: string,
  [x, y]: readonly [number, number],
  font: string,
  { align = 'center', room = WIDE }: { align?: CanvasTextAlign; room?: number } = {},
): void {
  pen.textAlign = align;
  pen.font = font;
  const width = pen.measureText(text).width;
  const size = Number.parseFloat(font.slice(4));
  const smaller = Math.max(size / 2, Math.min(size, (size * room) / width));
  pen.font = font.replace(`${size}px`, `${smaller}px`);
  pen.fillText(text, x, y, room);
}

/** Draw a plate for each side, up to three in a row. Return where they end. */
function drawScores(pen: CanvasRenderingContext2D, { sides }: Result, top: number): number {
  const gap = 24;
  const columns = sides.length === 4 ? 2 : Math.min(3, sides.length);
  const rows = Math.ceil(sides.length / columns);
  const width = (WIDE - gap * (columns - 1)) / columns;
  const height = rows > 1 ? 120 : 190;
  sides.forEach(({ name, score, won }, side) => {
    const left = EDGE + (side % columns) * (width + gap);
    const up = top + Math.floor(side / columns) * (height + gap);
    pen.fillStyle = 'rgb(7 30 24 / 78%)';
    pen.strokeStyle = won ? BRASS : 'rgb(217 182 111 / 30%)';
    pen.lineWidth = won ? 6 : 2;
    pen.beginPath();
    pen.roundRect(left, up, width, height, 22);
    pen.fill();
    pen.stroke();
    pen.strokeStyle = COLORS[side] ?? PAPER;
    pen.lineWidth = 6;
    pen.setLineDash(dashesOf(side));
    pen.beginPath();
    pen.moveTo(left + 30, up + height - 14);
    pen.lineTo(left + width - 30, up + height - 14);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = won ? BRASS : PAPER;
    if (rows > 1) {
      // There is only room for one line.
      const scoreRoom = width * 0.34;
      const nameRoom = width - 60 - scoreRoom;
      writeFitting(pen, name, [left + 26, up + 68], `600 34px ${fontOf('--sans')}`, {
        align: 'left',
        room: nameRoom,
      });
      writeFitting(pen, score, [left + width - 26, up + 74], `600 58px ${fontOf('--serif')}`, {
        align: 'right',
        room: scoreRoom,
      });
    } else {
      const middle = left + width / 2;
      const room = width - 40;
      writeFitting(pen, name, [middle, up + 52], `600 34px ${fontOf('--sans')}`, { room });
      writeFitting(pen, score, [middle, up + height - 40], `600 92px ${fontOf('--serif')}`, {
        room,
      });
    }
  });
  return top + rows * (height + gap) - gap;
}

const dashesOf = (side: number): number[] =>
  (DASHES[side] ?? '')
    .split(' ')
    .filter(Boolean)
    .map((length) => 2.2 * Number(length));

function drawCurves(
  pen: CanvasRenderingContext2D,
  { sides, rounds, low, high, target, scores, numbers }: Curves,
  top: number,
  bottom: number,
): void {
  pen.font = `400 26px ${fontOf('--sans')}`;
  const labels = [...scores, ...(target === null ? [] : [target])];
  const left =
    EDGE + 16 + Math.max(...labels.map((score) => pen.measureText(scoreWords(score)).width));
  const right = SIZE - EDGE - 14;
  const x = (round: number) => left + ((right - left) * round) / rounds;
  const y = (score: number) => bottom - ((bottom - top) * (score - low)) / (high - low);
  for (const score of labels) {
    const goal = score === target;
    pen.strokeStyle = goal ? PAPER : 'rgb(255 255 255 / 20%)';
    pen.lineWidth = 2;
    pen.setLineDash(goal ? [6, 9] : []);
    pen.beginPath();
    pen.moveTo(left, y(score));
    pen.lineTo(right, y(score));
    pen.stroke();
    pen.fillStyle = goal ? PAPER : QUIET;
    pen.textAlign = 'right';
    pen.fillText(scoreWords(score), left - 14, y(score) + 9);
  }
  pen.fillStyle = QUIET;
  pen.textAlign = 'center';
  for (const round of numbers) pen.fillText(String(round), x(round), bottom + 38);
  pen.lineJoin = 'round';
  pen.lineWidth = 6;
  sides.forEach((curve, side) => {
    pen.strokeStyle = pen.fillStyle = COLORS[side] ?? PAPER;
    pen.setLineDash(dashesOf(side));
    pen.beginPath();
    curve.forEach((score, round) => {
      pen.lineTo(x(round), y(score));
    });
    pen.stroke();
    pen.setLineDash([]);
    pen.beginPath();
    pen.arc(right, y(curve.at(-1) ?? 0), 11, 0, 2 * Math.PI);
    pen.fill();
  });
}
