import type {
  ChallengeInfo,
  DealLine,
  OwnTournament,
  Seat,
  TournamentInfo,
  TournamentPair,
  TriedChallenge,
} from '../generated/protocol';
import { clockWords } from '../home/clock-words';
import { levelName } from '../home/levels';
import { LANGUAGES } from '../languages';
import { m } from '../paraglide/messages';
import { getLocale } from '../paraglide/runtime';
import { bidInText } from '../state/announce';

/** Return the title of a challenge: its day, or the player who created it. */
export function titleOf({ day, by }: Pick<TriedChallenge, 'day' | 'by'>): string {
  if (day === null) return m.challenge_by({ name: by });
  const named = new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' });
  return m.challenge_of_day({ day: named.format(new Date(day)) });
}

/** Return the rules, deals and bots in one line. */
export function factsOf({
  title,
  deals,
  level,
}: Pick<ChallengeInfo, 'title' | 'deals' | 'level'>): string {
  return [
    title,
    m.challenge_deals_count({ count: deals }),
    m.bots_of({ level: levelName(level) ?? level }),
  ].join(' · ');
}

/** Return a seat's bids and tricks in words. `name` is the seat's name. */
export function bidWords({ bids, won }: Pick<DealLine, 'bids' | 'won'>, seat: Seat, name: string) {
  const bid = bids[seat];
  return `${name}: ${m.bid_and_won({ bid: bid ? bidInText(bid) : '–', won: won[seat] ?? 0 })}`;
}

/** Return the tournament formats with their names. */
export const formWords = (): { value: TournamentInfo['form']; label: string }[] => [
  { value: 'swiss', label: m.tournament_swiss() },
  { value: 'round-robin', label: m.tournament_round_robin() },
  { value: 'knock-out', label: m.tournament_knock_out() },
];

/** Return the length of a round: a whole game, or a number of deals. */
export const roundWords = (deals: number): string =>
  deals === 0 ? m.tournament_whole_games() : m.tournament_same_deals({ count: deals });

/** Return the rules, the format and the rounds of a tournament in one line. */
export function tournamentFacts(tournament: OwnTournament): string {
  const { title, form, deals, minutes } = tournament;
  return [
    title,
    formWords().find(({ value }) => value === form)?.label ?? form,
    roundWords(deals),
    ...(minutes > 0 ? [m.tournament_minutes_a_round({ minutes })] : []),
    ...clockWords(tournament),
  ].join(' · ');
}

/**
 * Return the default name of a pair, with the first free number. Pairs may have been removed, and
 * others may have been entered in another language.
 */
export function usualName(pairs: readonly Pick<TournamentPair, 'name'>[]): string {
  const taken = pairs.map(({ name }) => name.toLowerCase());
  const free = (number: number) =>
    LANGUAGES.every(
      (locale) => !taken.includes(m.tournament_pair_number({ number }, { locale }).toLowerCase()),
    );
  const numbers = Array.from({ length: pairs.length + 1 }, (_, index) => index + 1);
  return m.tournament_pair_number({ number: numbers.find(free) ?? numbers.length });
}

/** Return the names of a pair's players. */
export const playersOf = ({ players }: TournamentPair): string =>
  players
    .map((player) => {
      if (player === null) return m.bot();
      return player.left ? m.tournament_then_bot({ name: player.name }) : player.name;
    })
    .join(' · ');
