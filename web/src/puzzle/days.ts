/** Return the date on this device's calendar, as 2026-07-31. */
export function dayOf(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Return the current date. */
export const today = (): string => dayOf(new Date());

/**
 * Return the number of correct days in a row up to today. If today's puzzle is still open, count up
 * to yesterday.
 */
export function streak(days: Readonly<Record<string, boolean>>, today: string): number {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number);
  const day = (back: number) => dayOf(new Date(year, month - 1, date - back));
  let back = days[today] === undefined ? 1 : 0;
  let count = 0;
  while (days[day(back)] === true) {
    back += 1;
    count += 1;
  }
  return count;
}
