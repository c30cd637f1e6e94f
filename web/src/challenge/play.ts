import { enter, tablePath } from '../connection/enter';
import { noteSealsAhead } from '../fairness/notes';
import type { ChallengeInfo } from '../generated/protocol';

import { tryChallenge } from './api';

/** Goes to the cards of a challenge; answers why that cannot be, or nothing. */
export function play(info: ChallengeInfo, { again = false } = {}): Promise<string> {
  return enter(
    async (me) => {
      const made = await tryChallenge(info.challenge, { ...me, again });
      noteSealsAhead(made.table, info.seals);
      return tablePath(made);
    },
    { named: false },
  );
}
