import type { Emulator } from '../engine/emulator.js';
import type { JsonObject } from '@speccast/runtime';
import type { Steps } from './steps.js';

/** What the control plane needs of an emulator, whatever its tables hold. */
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
> & {
  /** Its tables by name, of whatever rows. */
  readonly state: object;
  readonly world: (name: string) => ControlledEmulator;
  readonly worldOf: (request: Request) => ControlledEmulator;
};

/** What the control plane shows beside the state of an emulator. */
export interface ControlOptions {
  /** Has to come with each request. Default: none, so that only callers on this machine are answered. */
  readonly token?: string;
  /** OpenAPI document of the service, or what loads it; `document` of the package's `./spec`. */
  readonly document?: JsonObject | (() => Promise<JsonObject>);
}

/** A request to the control plane, as its operations see it. */
export interface Control {
  /** The world that it acts on. */
  readonly world: ControlledEmulator;
  /** The emulator without a name. */
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
