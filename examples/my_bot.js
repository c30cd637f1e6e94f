// A bot in JavaScript, as a starting point for yours. In this folder, with Spadille installed:
//
//     spadille bot check "cmd:node my_bot.js"
//     spadille arena "cmd:node my_bot.js" beginner
//
// Spadille asks on standard input, and the bot answers on standard output (docs/bots/protocol.md).
// Use console.error to debug.

const { createInterface } = require('node:readline');

const RANKS = '23456789TJQKA';
let view = {}; // what the seat sees
let legal = []; // its legal actions as text
let choose = null; // or a choice of cards
let reason = ''; // why the bot decides as it does, if it says so

const answer = (text) => process.stdout.write(`${text}\n`);
const rank = (card) => RANKS.indexOf(card[1]);

/** Returns the action for this view. */
function decide() {
  if (choose) return `${choose.purpose} ${choose.cards.slice(0, choose.size).join(' ') || '-'}`;
  if (legal.includes('look')) return 'look'; // rather than a bid without seeing the cards
  if (view.phase === 'bidding') return bid();
  if (view.phase === 'play') return play();
  return legal[0];
}

/** Bids a trick for each ace and king. */
function bid() {
  const tricks = view.hand.filter((card) => rank(card) >= RANKS.indexOf('K')).length;
  reason = `I hold ${tricks} aces and kings.`;
  const distance = (text) => (/^\d+$/.test(text) ? Math.abs(Number(text) - tricks) : 100);
  return legal.reduce((best, text) => (distance(text) < distance(best) ? text : best));
}

/** Plays high while its side needs tricks, and low afterwards. */
function play() {
  const side = view.sides.findIndex((seats) => seats.includes(view.seat));
  const won = view.sides[side].reduce((sum, seat) => sum + view.won[seat], 0);
  const wanted = view.bids[view.seat]?.nil ? 0 : view.contracts[side] ?? 0;
  const cards = [...legal].sort((one, other) => rank(one) - rank(other));
  reason = won < wanted ? 'My side needs tricks: I play high.' : 'I play low.';
  return won < wanted ? cards.at(-1) : cards[0];
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [, word, rest] = line.match(/^(\S*) ?(.*)$/);
  switch (word) {
    case 'hello':
      return answer('hello 1 High cards');
    case 'game': // a new game, with its rules; forget everything about the last one
      return answer('ready');
    case 'view':
      [view, legal, choose] = [JSON.parse(rest), [], null];
      return;
    case 'legal':
      legal = rest.split(', ');
      return;
    case 'choose': {
      const [purpose, sizes, ...cards] = rest.split(' ');
      choose = { purpose, size: Number(sizes.split(',').at(-1)), cards };
      return;
    }
    case 'act': {
      reason = '';
      const action = decide();
      if (reason) answer(`reason ${reason}`);
      return answer(`action ${action}`);
    }
    case 'quit':
      return process.exit();
  }
});
