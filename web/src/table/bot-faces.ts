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

/** Return a bot's place in the order of names, which decides its usual face. */
const placeOf = (name: string): number => PLACES.get(name) ?? numberOf(name);

/** Return the usual face for a place in the order of names. */
function usualFace(place: number): BotFace {
  const round = Math.floor(place / PICTURES.length);
  return {
    picture: PICTURES[place % PICTURES.length] ?? 'owl',
    bow: BOWS[round % BOWS.length] ?? '',
  };
}

/**
 * Return the faces for the names of all bots at a table, in their order. Each bot has its usual
 * face, unless the picture belongs to another bot there, who comes earlier in the order of names.
 */
export function botFaces(names: readonly string[]): BotFace[] {
  const places = names.map(placeOf);
  const bots = places.map((place, index) => ({ index, place, ...usualFace(place) }));
  const order = bots.toSorted((a, b) => a.place - b.place || a.index - b.index);
  const taken = new Set<Picture>();
  const doubles = order.filter(({ picture }) => {
    const there = taken.has(picture);
    taken.add(picture);
    return there;
  });
  for (const bot of doubles) {
    const further = PICTURES.slice(PICTURES.indexOf(bot.picture));
    bot.picture = [...further, ...PICTURES].find((picture) => !taken.has(picture)) ?? bot.picture;
    taken.add(bot.picture);
  }
  return bots.map(({ picture, bow }) => ({ picture, bow }));
}
