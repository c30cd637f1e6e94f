import { today } from './days';

/** The current date, checked again when the player returns to a page that stayed open. */
export class Today {
  day = $state(today());

  constructor() {
    $effect(() => {
      document.addEventListener('visibilitychange', this.look);
      return () => document.removeEventListener('visibilitychange', this.look);
    });
  }

  readonly look = (): void => {
    if (!document.hidden) this.day = today();
  };
}
