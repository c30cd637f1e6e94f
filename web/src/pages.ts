import type { Component } from 'svelte';

import type { Route } from './router.svelte';

type Fetched = Exclude<Route['page'], 'home' | 'missing'>;

interface Loaded {
  default: Component<{ id: string }>;
}

/** Return a page that ignores an id. */
const ofNothing = (page: Promise<{ default: Component<Record<string, never>> }>) =>
  page as Promise<unknown> as Promise<Loaded>;

/** The pages, fetched on the first visit. The first page is always loaded. */
export const pages: Record<Fetched, () => Promise<Loaded>> = {
  table: () => import('./table/TablePage.svelte'),
  bots: () => ofNothing(import('./bots/BotsPage.svelte')),
  lobby: () => ofNothing(import('./lobby/LobbyPage.svelte')),
  group: () => import('./lobby/GroupPage.svelte'),
  sheet: () => ofNothing(import('./sheet/SheetPage.svelte')),
  game: () => import('./replay/ReplayPage.svelte'),
  mine: () => ofNothing(import('./my/MyPage.svelte')),
  me: () => ofNothing(import('./me/MePage.svelte')),
  ratings: () => ofNothing(import('./ratings/RatingsPage.svelte')),
  person: () => ofNothing(import('./ratings/PersonPage.svelte')),
  openGame: () => ofNothing(import('./replay/OpenGamePage.svelte')),
  challenges: () => ofNothing(import('./challenge/ChallengesPage.svelte')),
  challenge: () => import('./challenge/ChallengePage.svelte'),
  duplicate: () => import('./duplicate/DuplicatePage.svelte'),
  evenings: () => ofNothing(import('./evening/EveningsPage.svelte')),
  evening: () => import('./evening/EveningPage.svelte'),
  review: () => import('./review/ReviewPage.svelte'),
  rules: () => ofNothing(import('./rules/RuleEditor.svelte')),
  help: () => ofNothing(import('./help/HelpPage.svelte')),
  lessons: () => import('./lessons/LessonsPage.svelte'),
  puzzles: () => import('./puzzle/PuzzlesPage.svelte'),
};

/** Fetch the table while the browser is idle, so that it arrives before the cards. */
export function fetchTableAhead(): void {
  const later = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  later(() => {
    pages.table().catch(() => undefined); // a later visit reports the error
  });
}
