/** The pages that are fetched when somebody goes there; the first one is always at hand. */
export const pages = {
  table: () => import('./table/TablePage.svelte'),
  lobby: () => import('./lobby/LobbyPage.svelte'),
  group: () => import('./lobby/GroupPage.svelte'),
  sheet: () => import('./sheet/SheetPage.svelte'),
  rules: () => import('./rules/RuleEditor.svelte'),
};

/** Fetches the table while nothing else is to be done, so that it is there with the cards. */
export function fetchTableAhead(): void {
  const later = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  later(() => {
    pages.table().catch(() => undefined); // whoever goes there is told
  });
}
