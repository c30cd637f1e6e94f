import { m } from '../paraglide/messages';

import type { Answers, Question } from './check-deal';

type Words = [right: () => string, wrong: () => string, unknown: (() => string) | null];

const WORDS: Readonly<Record<Question, Words>> = {
  seed: [m.check_seed, m.check_seed_bad, null],
  seen: [m.check_seen, m.check_seen_bad, m.check_seen_none],
  salt: [m.check_client_seed, m.check_client_seed_bad, m.check_client_seed_none],
  cards: [m.check_cards, m.check_cards_bad, m.check_cards_none],
  hand: [m.check_hand, m.check_hand_bad, null],
};

/** Return the findings: one sentence for each check with a result. */
export function sentencesOf(
  answers: Answers,
): { question: Question; right: boolean | null; text: string }[] {
  return (Object.keys(WORDS) as Question[]).flatMap((question) => {
    const right = answers[question];
    const [good, bad, unknown] = WORDS[question];
    const say = right === null ? unknown : right ? good : bad;
    return say === null ? [] : [{ question, right, text: say() }];
  });
}
