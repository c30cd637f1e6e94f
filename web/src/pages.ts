import type { Component } from 'svelte';

import { DEMO } from './demo';
import Home from './home/Home.svelte';

type Loaded<C> = { default: C } | Promise<{ default: C }>;

interface Page {
  /** The addresses; `:id` identifies the content. The first one names the page. */
  at: readonly [string, ...string[]];
  /** Fetch the page on the first visit. */
  load: () => Loaded<Component<{ id: string }> | Component<Record<string, never>>>;
  /** Whether the page needs a server. */
  served?: true;
  /** Whether the page stays when only its content changes. */
  stays?: true;
}

const loadTable = () => import('./table/TablePage.svelte');

/** All pages. Only the start page is always loaded. The server answers at the same addresses. */
const PAGES: readonly Page[] = [
  { at: ['/'], load: () => ({ default: Home }) },
  { at: ['/t/:id'], load: loadTable },
  { at: ['/lobby'], served: true, load: () => import('./lobby/LobbyPage.svelte') },
  { at: ['/g/:id'], served: true, load: () => import('./lobby/GroupPage.svelte') },
  { at: ['/bots'], served: true, load: () => import('./bots/BotsPage.svelte') },
  { at: ['/sheet'], load: () => import('./sheet/SheetPage.svelte') },
  { at: ['/my'], load: () => import('./my/MyPage.svelte') },
  { at: ['/me'], served: true, load: () => import('./me/MePage.svelte') },
  { at: ['/ratings'], served: true, load: () => import('./ratings/RatingsPage.svelte') },
  { at: ['/person'], served: true, load: () => import('./ratings/PersonPage.svelte') },
  { at: ['/game'], load: () => import('./replay/OpenGamePage.svelte') },
  { at: ['/game/:id'], load: () => import('./replay/ReplayPage.svelte') },
  { at: ['/game/:id/review'], served: true, load: () => import('./review/ReviewPage.svelte') },
  {
    at: ['/challenges', '/c'],
    served: true,
    load: () => import('./contest/ChallengesPage.svelte'),
  },
  { at: ['/c/:id'], served: true, load: () => import('./contest/ChallengePage.svelte') },
  { at: ['/d/:id'], served: true, load: () => import('./contest/TeamMatchPage.svelte') },
  {
    at: ['/tournaments', '/e'],
    served: true,
    load: () => import('./contest/TournamentsPage.svelte'),
  },
  { at: ['/e/:id'], served: true, load: () => import('./contest/TournamentPage.svelte') },
  {
    at: ['/puzzles', '/puzzles/:id'],
    load: () => import('./puzzle/PuzzlesPage.svelte'),
    stays: true,
  },
  {
    at: ['/lessons', '/lessons/:id'],
    load: () => import('./lessons/LessonsPage.svelte'),
    stays: true,
  },
  { at: ['/#/rules'], load: () => import('./rules/RuleEditor.svelte') },
  { at: ['/help'], load: () => import('./help/HelpPage.svelte') },
];

const PATTERNS = PAGES.filter(({ served }) => !(served && DEMO)).flatMap((page) =>
  page.at.map((address) => ({
    page,
    pattern: new RegExp(`^${address.replace(':id', '([\\w.-]+)')}/?$`),
  })),
);

/** Return the page at a path and the id in it, or null for an unknown path. */
export function pageAt(path: string): { page: Page; id: string } | null {
  for (const { page, pattern } of PATTERNS) {
    const found = pattern.exec(path);
    if (found) return { page, id: found[1] ?? '' };
  }
  return null;
}

/** Load a page. One whose addresses have no id ignores it. */
export const load = (page: Page) => page.load() as Loaded<Component<{ id: string }>>;

/** Fetch the table while the browser is idle, so that it arrives before the cards. */
export function fetchTableAhead(): void {
  const later = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  later(() => {
    loadTable().catch(() => undefined); // a later visit reports the error
  });
}
