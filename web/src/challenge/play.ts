import { enter, tablePath } from '../connection/enter';
import { noteSealsAhead } from '../fairness/notes';
import type { ChallengeInfo } from '../generated/protocol';
import { m } from '../paraglide/messages';
import { settings } from '../settings.svelte';

import { tryChallenge } from './api';

/** Goes to the cards of a challenge; answers why that cannot be, or nothing. */
export function play(info: ChallengeInfo, { again = false } = {}): Promise<string> {
  return enter(
    async ({ lang }) => {
      const name = settings.name || m.challenge_guest();
      const made = await tryChallenge(info.challenge, { name, lang, again });
      noteSealsAhead(made.table, info.seals);
      return tablePath(made);
    },
    { named: false },
  );
}
