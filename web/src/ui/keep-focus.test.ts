import { beforeEach, expect, test, vi } from 'vitest';

import { holdFocus } from './keep-focus';

/** The part of an element that concerns the focus. */
class Part {
  tabIndex = -1;
  isConnected = true;

  constructor(
    readonly parentElement: Part | null,
    readonly name = '',
  ) {}

  matches = (selector: string) => selector.split(', ').includes(this.name);

  focus() {
    page.activeElement = this;
  }
}

const body = new Part(null, 'body');
const app = new Part(body, '#app');
const page = { body, activeElement: body };
vi.stubGlobal('document', page);

let list: Part;
let entry: Part;
let button: Part;

beforeEach(() => {
  list = new Part(app);
  entry = new Part(list);
  button = new Part(entry);
  button.tabIndex = 0;
  page.activeElement = button;
});

test('what has lost the focus gets it back', () => {
  const giveBack = holdFocus();
  page.activeElement = body;
  giveBack();
  expect(page.activeElement).toBe(button);
});

test('where it is gone, what was around it gets the focus', () => {
  const giveBack = holdFocus();
  page.activeElement = body;
  button.isConnected = entry.isConnected = false;
  giveBack();
  expect(page.activeElement).toBe(list);
});

test('a page that was left and what has the focus by now keep it as it is', () => {
  const giveBack = holdFocus();
  const other = new Part(app);
  other.focus();
  giveBack();
  expect(page.activeElement).toBe(other);
  page.activeElement = body;
  button.isConnected = entry.isConnected = list.isConnected = false;
  giveBack();
  expect(page.activeElement).toBe(body);
});
