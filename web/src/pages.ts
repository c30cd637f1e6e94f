import type { Component } from 'svelte';

import type { Route } from './router.svelte';

type Fetched = Exclude<Route['page'], 'home' | 'missing'>;

interface Loaded {
  default: Component<{ id: string }>;
}

/** A page that is of nothing in particular: it takes no notice of an id. */
const ofNothing = (page: Promise<{ default: Component<Record<string, never>> }>) =>
  page as Promise<unknown> as Promise<Loaded>;

/** The pages that are fetched when someone goes there; the first one is always at hand. */
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
  lessons: () => import('./lessons/LessonsPage.svelte'),
  puzzles: () => import('./puzzle/PuzzlesPage.svelte'),
};

/** Fetches the table while nothing else is to be done, so that it is there with the cards. */
export function fetchTableAhead(): void {
  const later = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  later(() => {
    pages.table().catch(() => undefined); // the person who goes there is shown
  });
}
