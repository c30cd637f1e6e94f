import { expect, test } from 'vitest';

import { invitationTo, isThisMachine } from './invitation-link';

const HERE = new URL('http://127.0.0.1:8000/t/abc');
const NETWORK = ['http://192.0.2.7:8000/'];

test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('%s is this machine', (host) => {
  expect(isThisMachine(host)).toBe(true);
});

test.each(['192.0.2.7', 'cards.example', '127.example', '[::2]'])('%s is not', (host) => {
  expect(isThisMachine(host)).toBe(false);
});

test('an address that others reach is the link', () => {
  const page = new URL('https://cards.example/t/abc');
  expect(invitationTo(page, NETWORK)).toEqual({ link: page.href, reaches: 'everybody' });
});

test('an address of the network takes the place of one of this machine', () => {
  expect(invitationTo(HERE, NETWORK)).toEqual({
    link: 'http://192.0.2.7:8000/t/abc',
    reaches: 'network',
  });
});

test('without one the link says whom it does not reach', () => {
  expect(invitationTo(HERE, [])).toEqual({ link: HERE.href, reaches: 'this-machine' });
});
