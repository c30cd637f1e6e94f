import type { Judgement, Rules } from '../generated/protocol';
import { m } from '../paraglide/messages';

/** A breach that can cost a penalty. */
export type Breach = 'revoke' | 'false_call' | 'wrong_claim' | 'illegal_flip';

type Penalty =
  | Rules['enforcement']['revoke_penalty' | 'false_call' | 'illegal_flip']
  | Rules['play']['false_claim'];

export function penaltyText(penalty: Penalty): string {
  const texts = {
    none: m.penalty_none,
    reject: m.penalty_none,
    set: m.penalty_set,
    three_tricks: m.penalty_three_tricks,
    confiscate: m.penalty_confiscate,
    redeal: m.penalty_redeal,
    exposed: m.penalty_exposed,
    forfeit_tricks: m.penalty_forfeit_tricks,
  };
  return texts[penalty]();
}

/** Return true if the penalty applies when the round is scored. Others are visible right away. */
export const countsInScore = (penalty: Penalty): boolean =>
  penalty === 'set' || penalty === 'three_tricks' || penalty === 'confiscate';

/** Return what others gain from a revoke, and how many revokes lose the game, in sentences. */
export function givesText({ enforcement }: Rules): string {
  const gives = { nothing: '', bid: m.revoke_gives_bid(), tricks: m.revoke_gives_tricks() };
  const limit = enforcement.revokes_to_lose;
  const loses = limit > 0 ? m.revoke_loses({ count: limit }) : '';
  return [gives[enforcement.revoke_gives], loses].filter(Boolean).join(' ');
}

/** Return the penalty that the rules set for a breach. */
export function penaltyFor(rules: Rules, breach: Breach): Penalty {
  const { revoke_penalty, false_call, illegal_flip } = rules.enforcement;
  const penalties = {
    revoke: revoke_penalty,
    false_call,
    illegal_flip,
    wrong_claim: rules.play.false_claim,
  };
  return penalties[breach];
}

/** Return the breach that a judgment found, or null. */
export function breachOf({ kind, upheld }: Judgement): Breach | null {
  if (kind === 'claim') return upheld ? null : 'wrong_claim';
  if (upheld) return 'revoke';
  return kind === 'call' ? 'false_call' : 'illegal_flip';
}
