import type { ScoreLine, SideScore } from '../generated/protocol';

/** A side's round in scorekeepers' notation: the contract's value, and the lines below it. */
interface Shorthand {
  readonly value: string;
  readonly below: readonly { readonly points: number; readonly text: string }[];
}

const CONTRACT: readonly ScoreLine['reason'][] = ['contract-made', 'contract-set'];

/**
 * Return the contract's value, with the number of bags as its last digit. A minus sign means a set.
 * If the rules value a contract differently, the difference goes below, so that the column adds up.
 */
export function shorthand(score: SideScore): Shorthand {
  const line = score.lines.find(({ reason }) => CONTRACT.includes(reason));
  const set = line?.reason === 'contract-set';
  const bags = set ? 0 : score.overtricks;
  const covered = score.lines.filter((other) => other === line || (!set && isBags(other)));
  const written = (score.contract ?? 0) * (set ? -10 : 10) + bags;
  const rest = covered.reduce((sum, { points }) => sum + points, 0) - written;
  const below = score.lines.filter((other) => !covered.includes(other));
  const text = covered[0]?.text ?? '';
  return {
    value: value(score.contract, bags, set),
    below: rest === 0 ? below : [{ points: rest, text }, ...below],
  };
}

const isBags = ({ reason }: ScoreLine): boolean => reason === 'bags';

function value(contract: number | null, bags: number, set: boolean): string {
  if (contract === null && bags === 0) return '–';
  const digits = bags > 9 ? `${contract ?? 0}0+${bags}` : `${contract ?? 0}${bags}`;
  return set ? `−${digits}` : digits;
}
