import type { Picture } from '../generated/protocol';

/** The face of a bot. Its bow tie sets it apart from a person with the same picture. */
interface BotFace {
  picture: Picture;
  bow: string;
}

const PICTURES: readonly Picture[] = [
  'owl',
  'bear',
  'cat',
  'dog',
  'frog',
  'fox',
  'rabbit',
  'panda',
  'mouse',
  'penguin',
  'pig',
  'lion',
];

const BOWS = ['#c8323c', '#2f6fb5'];

/** The names that the server gives to bots, in its order. */
const NAMES =
  'Alma Bruno Clara Dario Elsa Fabian Greta Hugo Irma Jonas Karla Linus ' +
  'Mira Nils Olga Paul Rosa Simon Thea Viktor';

const PLACES = new Map(NAMES.split(' ').map((name, index) => [name, index]));

/** Return a number that depends on all letters of a name. */
const numberOf = (name: string): number =>
  [...name].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 65_521, 0);

/** Return the face for a bot's name. It is the same at every table. */
export function botFace(name: string): BotFace {
  const place = PLACES.get(name) ?? numberOf(name);
  const round = Math.floor(place / PICTURES.length);
  return {
    picture: PICTURES[place % PICTURES.length] ?? 'owl',
    bow: BOWS[round % BOWS.length] ?? '',
  };
}
