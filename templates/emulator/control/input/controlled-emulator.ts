import type { JsonObject } from '@speccast/runtime';
import type { Emulator } from '../../emulator.js';
import type { Engine } from '../../world/engine.js';
import type { Row } from '../../store/table.js';
import type { Steps } from './steps.js';
import type { Undo } from './undo.js';

/** The members of an emulator that the control plane uses. */
export type ControlledEmulator = Pick<
  Emulator,
  | 'baseUrl'
  | 'fetch'
  | 'seed'
  | 'reset'
  | 'snapshot'
  | 'restore'
  | 'clock'
  | 'journal'
  | 'faults'
  | 'quota'
  | 'coverage'
  | 'worlds'
  | 'operations'
  | 'tokens'
  | 'webhooks'
> & {
  /** Its tables by name. */
  readonly state: object;
  readonly world: (name: string) => ControlledEmulator;
  readonly worldOf: (request: Request) => ControlledEmulator;
};

/** Options of the control plane. */
export interface ControlOptions {
  /** Required in each request. Default: none, and only requests from this machine are allowed. */
  readonly token?: string;
  /** OpenAPI document of the service, or a function that loads it; `document` of the package's `./spec`. */
  readonly document?: JsonObject | (() => Promise<JsonObject>);
}

/** The calls that a fault applies to, as plain data. */
export interface FaultCondition {
  /** Values that parameters must have, by name. A parameter with a list must contain the value. */
  readonly parameters?: JsonObject;
  /** Id of the caller. */
  readonly caller?: string;
}

/** A state as a scenario: its time and its rows, without callers and their tokens. */
export interface SavedScenario {
  /** ISO 8601. */
  readonly time: string;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
}

/** The data of the control plane for each world. */
export interface WorldControl {
  readonly steps: Steps;
  readonly undo: Undo;
  /** The conditions of its faults, by id. */
  readonly conditions: Map<number, FaultCondition>;
  /** Number of requests that it is responding to. */
  open: number;
}

/** The input of an operation of the control plane. */
export interface Control extends WorldControl {
  /** The selected world. */
  readonly world: ControlledEmulator;
  readonly engine: Engine;
  /** The base emulator. */
  readonly base: ControlledEmulator;
  /** Name of the world; absent for the base. */
  readonly name: string | undefined;
  /** Random text that distinguishes this control plane from those of other processes. */
  readonly instance: string;
  /** Scenarios by name, the oldest first. */
  readonly scenarios: Map<string, SavedScenario>;
  /** Decoded values of the path's variables; an operation has those that its path names. */
  readonly path: Readonly<Record<'id' | 'key' | 'name' | 'number' | 'table', string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly body: JsonObject;
  readonly document: () => Promise<JsonObject>;
}

/** An operation of the control plane: its entry in the document, and its code. */
export interface ControlOperation {
  readonly summary: string;
  /** Descriptions of variables of the path. Default: those in `usualVariables`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Parameters of the query, and headers. */
  readonly parameters?: readonly JsonObject[];
  /** Schema of the body, or its name. */
  readonly body?: JsonObject | string;
  /** Schema of the response, or its name; `Token[]` for a list of items. Without one, and without `sends`, the response is 204. */
  readonly response?: JsonObject | string;
  /** Response object of an operation that does not respond with JSON. */
  readonly sends?: JsonObject;
  /** It changes state, time or faults. Its response has the id for `changes.undo` in `x-mock-undo`. */
  readonly isUndoable?: true;
  /** Returns the body of the response, its items, or a whole response. */
  readonly run: (control: Control) => unknown;
}

/** Operations by id, method and path: `rows.list GET /state/{table}`. */
export type ControlOperations = Readonly<Record<string, ControlOperation>>;

/** An operation with the method and path that the router matches. */
export interface ControlRoute extends ControlOperation {
  readonly id: string;
  readonly operation: { readonly method: string; readonly path: string };
}
