import type { PresetInfo, Seat, SeatInfo, State, View } from '../generated/protocol';

const RULES: PresetInfo['rules'] = {
  table: { players: 4, teams: 'pairs', side_names: [] },
  deal: { method: 'dealt', first_dealer: 'random' },
  nil: { allowed: true, blind: true, blind_deficit: 0, blind_per_side: 2 },
  exchange: { nil_cards: 0, blind_nil_cards: 0, swap_cards: 0 },
  play: { lead_spades: 'broken' },
  scoring: {
    trick_value: 10,
    bag_points: 1,
    bag_limit: 10,
    bag_penalty: 100,
    nil_value: 100,
    blind_nil_value: 200,
    failed_nil_tricks: 'bags',
  },
  end: { target: 500, floor: -200, max_rounds: 0 },
  clock: { turn_seconds: 0, on_timeout: 'random_legal' },
};

const SIDES: readonly (readonly Seat[])[] = [
  [0, 2],
  [1, 3],
];

/** A view of the south seat in the first round, before anything has happened. */
export function viewWith(changes: Partial<View> = {}): View {
  return {
    seat: 2,
    rules: RULES,
    sides: SIDES,
    round: 1,
    phase: 'play',
    dealer: 0,
    to_act: 1,
    hand: [],
    hand_sizes: [13, 13, 13, 13],
    looked: [true, true, true, true],
    bids: [null, null, null, null],
    contracts: [null, null],
    won: [0, 0, 0, 0],
    broken: false,
    trick: null,
    tricks: [],
    offered: null,
    refused: [],
    stock: 0,
    exchanged: [],
    given: [],
    received: [],
    drawn_for_deal: [],
    standings: [
      { score: 0, bags: 0 },
      { score: 0, bags: 0 },
    ],
    results: [],
    options: { actions: [], choose: null },
    outcome: null,
    ...changes,
  };
}

/** A table of four at which the reader sits in the south. */
export function stateWith(seq: number, view: View | null, changes: Partial<State> = {}): State {
  const names = ['Nora', 'Emil', 'Sophie', 'Wim'];
  const seats = names.map((name, index): SeatInfo => {
    const seat = SEATS[index] ?? 0;
    const occupant = index < 3 ? 'person' : 'bot';
    return { seat, occupant, name, level: null, connected: true, ready: false };
  });
  return {
    type: 'state',
    table: 'T',
    seq,
    preset: 'standard',
    title: 'Standard',
    status: 'playing',
    rules: RULES,
    sides: SIDES,
    side_names: [],
    seats,
    you: 2,
    host: true,
    invite: true,
    turn_seconds: 0,
    seconds_left: null,
    view,
    ...changes,
  };
}

const SEATS: readonly Seat[] = [0, 1, 2, 3];
