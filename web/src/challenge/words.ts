import type { ChallengeInfo, DealLine, Seat, TriedChallenge } from '../generated/protocol';
import { levelName } from '../home/levels';
import { m } from '../paraglide/messages';
import { getLocale } from '../paraglide/runtime';
import { bidText } from '../state/announce';

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
  return `${name}: ${m.bid_and_won({ bid: bid ? bidText(bid) : '–', won: won[seat] ?? 0 })}`;
}
