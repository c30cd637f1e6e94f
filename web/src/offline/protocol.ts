import type { Lang, MyTable } from '../generated/protocol';

/** A table on this device as its list shows it. The engine writes it. */
export type Summary = { id: string; used: number; status: MyTable['status'] } & Partial<MyTable>;

/** A finished game on this device. The engine writes it and needs it to replay the game. */
export interface DeviceGame {
  id: string;
  record: string;
  made: number;
  outline?: Outline;
  /** Whether the player provided the record. */
  opened?: boolean;
}

/** The facts about a game that lists show. */
export interface Outline {
  titles: Partial<Record<Lang, string>>;
  names: readonly string[];
  sides: readonly (readonly number[])[];
  scores: readonly number[];
  winner?: number | null;
  /** The people by seat: the player on this device, or an empty string for a bot. */
  people?: readonly string[];
}

/** Messages from the page to the worker. */
export type ToWorker =
  /** `packed` means that the worker has to unpack the files, because nothing else does. */
  | { kind: 'start'; files: readonly string[]; packed: boolean }
  | { kind: 'open'; table: string }
  | { kind: 'close'; table: string }
  | { kind: 'message'; table: string; text: string }
  | Asked;

/** An HTTP request that is answered on this device. */
export interface Asked {
  kind: 'request';
  id: number;
  method: string;
  path: string;
  body?: string;
  lang: string;
}

/** Messages from the worker to the page. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  /** The table is open, is lost because nothing can be saved, or is now open in another tab. */
  | { kind: 'opened' | 'unsaved' | 'elsewhere'; table: string }
  | { kind: 'message'; table: string; text: string }
  | Answer;

/** The answer to a request. Status 507 means that nothing can be saved. */
export interface Answer {
  kind: 'answer';
  id: number;
  status: number;
  type?: string;
  body: string;
}

/** Messages from the worker to the engine. */
export type ToEngine =
  | { kind: 'begin'; tables: readonly Summary[]; games: readonly DeviceGame[] }
  | { kind: 'open'; table: string; events: readonly string[] }
  | { kind: 'tick' | 'close'; table: string }
  | { kind: 'message'; table: string; text: string }
  | Asked;

/** New events of a table, to be saved together with its summary. */
export interface Store {
  kind: 'store';
  table: string;
  from: number;
  events: string[];
  summary: Summary;
}

/** Effects that the engine requests, in this order. */
export type FromEngine =
  | Store
  | { kind: 'game'; game: DeviceGame }
  | { kind: 'message'; table: string; text: string }
  | { kind: 'wake'; table: string; in: number }
  | { kind: 'load'; table: string }
  | Answer;
