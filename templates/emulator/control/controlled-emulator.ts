import type { Emulator } from '../engine/emulator.js';
import type { JsonObject } from '@speccast/runtime';
import type { Steps } from './steps.js';

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

/** The input of an operation of the control plane. */
export interface Control {
  /** The selected world. */
  readonly world: ControlledEmulator;
  /** The base emulator. */
  readonly base: ControlledEmulator;
  /** Name of the world; absent for the base. */
  readonly name: string | undefined;
  readonly steps: Steps;
  /** Decoded values of the path's variables. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: JsonObject;
  readonly document: () => Promise<JsonObject>;
}
