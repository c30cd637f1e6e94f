import { tableOf } from '../exercise/place';
import type { PresetInfo, Seat, State, View } from '../generated/protocol';

/** The counts of a side that was never set and never revoked. */
export const UNBEATEN = { sets: 0, sets_in_a_row: 0, revokes: 0 };

export const RULES: PresetInfo['rules'] = {
  table: {
    players: 4,
    teams: 'pairs',
    side_names: [],
    seating: 'chosen',
  },
  deck: {
    packs: 1,
    jokers: 0,
    joker_role: 'trump',
    removed: [],
    high_trumps: [],
    aces: 'high',
    identical: 'first_wins',
  },
  deal: {
    method: 'dealt',
    cut: 'none',
    first_dealer: 'high_card',
    redealt_by: 'same_dealer',
    leftover: 'none',
    kitty_taker: 'two_of_clubs',
    face_up: 0,
    deficient: [],
    deficient_when: '',
    throw_ins: 1,
  },
  bidding: {
    order: 'in_turn',
    bids: 'any',
    zero: false,
    side_minimum: 0,
    side_maximum: 0,
    total: 'any',
    total_minimum: 0,
    low_total: 'raise',
    talk: 'none',
    second_thoughts: 'none',
    first_round_bids_itself: false,
    no_trump: false,
    opening_tricks: false,
  },
  nil: {
    allowed: true,
    blind: true,
    blind_deficit: 0,
    blind_per_side: 2,
    team: false,
  },
  blind: {
    bids: 'none',
    minimum: 6,
    deficit: 100,
    made_multiple: 2,
    failed_multiple: 1,
    exact: false,
  },
  exchange: {
    nil_cards: 0,
    blind_nil_cards: 0,
    order: 'bidder_first',
    between_nils: false,
    swap_cards: 0,
  },
  play: {
    first_lead: 'left_of_dealer',
    first_trick: 'any',
    lead_spades: 'broken',
    void: 'any',
    duty: 'none',
    choice_in_suit: 'any',
    big_joker_draws: false,
    take_back: 'off',
    review: 'last_trick',
    claims: true,
    claim_by: 'leader',
    claim_proof: 'claimant',
    false_claim: 'reject',
  },
  scoring: {
    trick_value: 10,
    set_penalty: 'bid',
    bag_points: 1,
    bag_limit: 10,
    bag_penalty: 100,
    bag_penalty_to: 'side',
    bag_reset: false,
    nil_value: 100,
    blind_nil_value: 200,
    failed_nil_tricks: 'ignored',
    team_nil_value: 100,
    team_nil_penalty: 100,
    ten_value: 0,
    ten_penalty: 'value',
    ten_bonus: 0,
    ten_or_more: false,
    exact_values: [],
    boston_value: 0,
    boston_penalty: 'value',
    boston_wins: false,
    all_tricks_value: 0,
    all_tricks_bonus: 0,
    all_tricks_win: false,
    little_mo_value: 60,
    big_mo_value: 90,
    last_spade_bonus: 0,
  },
  end: {
    target: 500,
    floor: -200,
    after_tie: 'one_round',
    max_rounds: 0,
    minutes: 0,
    sets_to_lose: 0,
    sets_in_a_row: 0,
    nil_is_set: false,
    first_round_minimum: 0,
    start_scores: [],
  },
  enforcement: {
    mode: 'strict',
    revoke_penalty: 'set',
    revoke_gives: 'nothing',
    revokes_to_lose: 0,
    false_call: 'three_tricks',
    illegal_flip: 'none',
    call_until: 'scored',
  },
  clock: {
    turn_seconds: 0,
    bank_seconds: 0,
    increment_seconds: 0,
    on_timeout: 'random_legal',
  },
};

const SIDES: readonly (readonly Seat[])[] = [
  [0, 2],
  [1, 3],
];

/** Return the south seat's view in the first round, before any action. */
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
    offered: [],
    refused: [],
    stock: 0,
    exchanged: [],
    given: [],
    received: [],
    drawn_for_deal: [],
    standings: [
      { score: 0, bags: 0, ...UNBEATEN },
      { score: 0, bags: 0, ...UNBEATEN },
    ],
    results: [],
    options: { actions: [], choose: null, aside: [], tolerated: [] },
    outcome: null,
    trump: true,
    face_up: [],
    kitty: 0,
    kitty_taker: null,
    thrown_in: [],
    said: [null, null, null, null],
    judgements: [],
    redeals: [],
    claimed: null,
    shown: [],
    time_up: false,
    ...changes,
  };
}

/** A frozen table: a question to all players is pending, or the game is paused. */
export const FROZEN: readonly State['consent'][] = (
  [
    { question: { seat: 0, wish: 'undo', yes: [0], awaited: [2], seconds_left: 20 } },
    { paused: true },
  ] as const
).map((changes) => ({ ...tableOf(viewWith(), '').consent, ...changes }));

/** Return a table of four with the viewer in the south. */
export function stateWith(seq: number, view: View | null, changes: Partial<State> = {}): State {
  const names = ['Nora', 'Emil', 'Sophie', 'Wim'];
  const table = tableOf(viewWith(), 'Standard');
  return {
    ...table,
    table: 'T',
    seq,
    moved: seq,
    seats: table.seats.map((info, index) => ({
      ...info,
      occupant: index < 3 ? 'person' : 'bot',
      name: names[index] ?? '',
    })),
    host: true,
    invite: true,
    talk: 'phrases',
    view,
    ...changes,
  };
}
