import { enter, tablePath } from '../connection/enter';
import { noteCommitmentsAhead } from '../fairness/notes';
import type { ChallengeInfo } from '../generated/protocol';
import { expectGame } from '../home/running-games';

import { tryChallenge } from './api';
import { titleOf } from './words';

/**
 * Open the table for playing a challenge. Return the reason for a failure, or an empty string.
 * Starting enters the player in the ranking under a name.
 */
export function play(info: ChallengeInfo, { again = false } = {}): Promise<string> {
  return enter(
    async (me) => {
      const made = await tryChallenge(info.challenge, { ...me, again });
      expectGame(made.table, titleOf(info));
      noteCommitmentsAhead(made.table, info.seals);
      return tablePath(made);
    },
    { named: info.attempts.length === 0 },
  );
}
