import { createGroup, createTable, findPlayers } from '../connection/api';
import { enter, tablePath } from '../connection/enter';
import type { NewGroup, PresetInfo } from '../generated/protocol';
import { settings } from '../settings.svelte';

import { bankOptions } from './clock-words';
import { expectGame } from './running-games';
import { setSearch } from './search.svelte';

/** Seconds per turn among strangers, unless the rules have a turn timer. */
const USUAL_TURN_SECONDS = 60;

/** The rules to play by: a preset, and its title once the server has listed it. */
export interface Wanted {
  readonly name: string;
  readonly info: PresetInfo | null;
}

/** How a table is divided and which rules apply, as the group form knows it. */
export type WantedGroup = Pick<NewGroup, 'people' | 'sizes' | 'rules'>;

/** Open a table against bots, or one for friends. Return why it failed, or an empty string. */
export function openTable({ name: preset, info }: Wanted, invite: boolean): Promise<string> {
  const { level, glass: turn_seconds, open, talk, undo } = settings;
  const lots = invite && settings.seats === 'random';
  const options = { ...bankOptions(settings.bank), ...(lots && { 'table.seating': 'random' }) };
  return enter(
    async (me, here) => {
      const wanted = { ...me, preset, level, turn_seconds, invite, talk, undo, options };
      const made = await createTable({ ...wanted, public: invite && open }, here);
      expectGame(made.table, info?.title ?? '');
      return tablePath(made);
    },
    { named: invite, here: invite ? 'never' : 'offline' },
  );
}

/** Open several tables for a group. */
export function openGroup(wanted: WantedGroup): Promise<string> {
  const { level, glass: turn_seconds } = settings;
  return enter(async ({ lang }) => {
    const options = bankOptions(settings.bank);
    const rules = (wanted.rules ?? []).map((rule) => ({ ...rule, options }));
    const { group } = await createGroup({ ...wanted, rules, level, turn_seconds, lang });
    return `/g/${group[0] ?? ''}`;
  });
}

/** Return the turn timer among strangers: the chosen one, that of the rules, or the usual one. */
export function secondsAmongStrangers(own: number): number {
  return settings.glass ?? (own > 0 ? own : USUAL_TURN_SECONDS);
}

/** Take a seat with people who want the same rules, or practice until some come. */
export function quickMatch({ name: preset, info }: Wanted): Promise<string> {
  const turn_seconds = secondsAmongStrangers(info?.turn_seconds ?? 0);
  const { level } = settings;
  return enter(async (me) => {
    const wanted = { ...me, preset, level, turn_seconds, practice: true };
    const { table, practice } = await findPlayers(wanted);
    if (practice === null) return tablePath({ table });
    expectGame(practice, info?.title ?? '');
    setSearch({ table, practice });
    return tablePath({ table: practice });
  });
}
