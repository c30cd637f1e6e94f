import { expect, test } from 'vitest';

import type { OptionInfo } from '../generated/protocol';

import { optionsByPath, problemText } from './problem-words';

const options = optionsByPath([
  {
    path: 'some.goal',
    title: 'Goal',
    values: ['none'],
    names: ['No goal'],
  } as unknown as OptionInfo,
]);

test('what may be instead is told by its name, and what somebody wrote as it is', () => {
  expect(problemText("some.goal cannot be 'x'; it takes 'none' or a number", options)).toBe(
    "“Goal” cannot be 'x'; it takes “No goal” or a number.",
  );
});
