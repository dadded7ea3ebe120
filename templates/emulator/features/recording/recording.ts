import type { Scenario } from '../../world/seed.js';

/** Bytes of a body that was recorded; undefined if it was too long to be kept. */
export type RecordedBytes = Uint8Array | undefined;

/** A request to a real service and its response, as they were recorded, without credentials. */
export interface RecordedCall {
  /** JSON pointer of the entry in the file. */
  readonly at: string;
  readonly method: string;
  /** Path and query of the request. */
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
  /** The real service had a problem: there is no usable response. */
  readonly isFailed: boolean;
}

/** The recorded calls of a service. */
export interface Recording {
  /** Name of the file in messages. */
  readonly file: string;
  /** Name of the service. */
  readonly service: string;
  /** SHA-256 of the OpenAPI document. */
  readonly hash: string;
  /** Base address of the real service. */
  readonly upstream: string;
  /** Random string that fingerprints of credentials depend on. */
  readonly salt: string;
  /** Fingerprints of credentials by the texts that replace them. */
  readonly callers: Readonly<Record<string, string>>;
  readonly calls: readonly RecordedCall[];
}

/** The rows, callers and the time that a recording ends with. */
export interface RecordedState extends Scenario {
  readonly recorded: true;
}

/** Returns whether a method only reads. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
