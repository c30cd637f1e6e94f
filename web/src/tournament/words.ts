import type { EveningPair, EveningInfo, OwnEvening } from '../generated/protocol';
import { clockWords } from '../home/clock-words';
import { LANGUAGES } from '../languages';
import { m } from '../paraglide/messages';

/** Return the tournament formats with their names. */
export const formWords = (): { value: EveningInfo['form']; label: string }[] => [
  { value: 'swiss', label: m.tournament_swiss() },
  { value: 'round-robin', label: m.tournament_round_robin() },
  { value: 'knock-out', label: m.tournament_knock_out() },
];

/** Return the length of a round: a whole game, or a number of deals. */
export const roundWords = (deals: number): string =>
  deals === 0 ? m.tournament_whole_games() : m.tournament_same_deals({ count: deals });

/** Return the rules, the format and the rounds of a tournament in one line. */
export function factsOf(evening: OwnEvening): string {
  const { title, form, deals, minutes } = evening;
  return [
    title,
    formWords().find(({ value }) => value === form)?.label ?? form,
    roundWords(deals),
    ...(minutes > 0 ? [m.tournament_minutes_a_round({ minutes })] : []),
    ...clockWords(evening),
  ].join(' · ');
}

/**
 * Return the default name of a pair, with the first free number. Pairs may have been removed, and
 * others may have been entered in another language.
 */
export function usualName(pairs: readonly Pick<EveningPair, 'name'>[]): string {
  const taken = pairs.map(({ name }) => name.toLowerCase());
  const free = (number: number) =>
    LANGUAGES.every(
      (locale) => !taken.includes(m.tournament_pair_number({ number }, { locale }).toLowerCase()),
    );
  const numbers = Array.from({ length: pairs.length + 1 }, (_, index) => index + 1);
  return m.tournament_pair_number({ number: numbers.find(free) ?? numbers.length });
}

/** Return the names of a pair's players. */
export const playersOf = ({ players }: EveningPair): string =>
  players
    .map((player) => {
      if (player === null) return m.bot();
      return player.left ? m.tournament_then_bot({ name: player.name }) : player.name;
    })
    .join(' · ');
