import type { Scenario } from '../../world/seed.js';

/** Bytes of a body that was recorded; undefined if it was too long to be kept. */
export type RecordedBytes = Uint8Array | undefined;

/** A request to a real service and its response, as they were recorded, without credentials. */
export interface RecordedCall {
  /** JSON pointer of the entry in the file. */
  readonly at: string;
  readonly method: string;
  /** Path and query as the client asked for them. */
  readonly target: string;
  readonly requestType: string;
  readonly requestBody: RecordedBytes;
  /** Replaces the credentials of the request; empty if there were none. */
  readonly caller: string;
  /** Time of the response, in milliseconds since the epoch. */
  readonly time: number;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: RecordedBytes;
  /** Problem of the real service: there is no response that could be used. */
  readonly isFailed: boolean;
}

/** What was recorded of a service. */
export interface Recording {
  /** As messages name it. */
  readonly file: string;
  /** Name of the service. */
  readonly service: string;
  /** SHA-256 of the OpenAPI document. */
  readonly hash: string;
  /** Base address of the real service. */
  readonly upstream: string;
  /** Random string that fingerprints of credentials depend on. */
  readonly salt: string;
  /** Fingerprints of credentials by what replaces them. */
  readonly callers: Readonly<Record<string, string>>;
  readonly calls: readonly RecordedCall[];
}

/** The rows, callers and the time that a recording ends with. */
export interface RecordedState extends Scenario {
  readonly recorded: true;
}
