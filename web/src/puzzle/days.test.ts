import { expect, test } from 'vitest';

import { dayOf, streak } from './days';

test('a day is that of the calendar on the wall', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});

test('a streak goes back to the last day that was missed or wrong', () => {
  const days = { '2026-02-27': true, '2026-02-28': true, '2026-03-01': true };
  expect(streak(days, '2026-03-01')).toBe(3);
  expect(streak(days, '2026-03-02')).toBe(3);
  expect(streak(days, '2026-03-03')).toBe(0);
  expect(streak({ ...days, '2026-03-02': false }, '2026-03-02')).toBe(0);
  expect(streak({ ...days, '2026-02-28': false }, '2026-03-01')).toBe(1);
  expect(streak({}, '2026-03-01')).toBe(0);
});
