import type { KnownCredentials } from './credentials.js';

/** How an emulator is to behave; everything may be left out. */
export interface EmulatorOptions {
  /** Number that all ids follow from. Default: 1. */
  readonly seed?: number;
  /** Gives the time in milliseconds since the epoch. Default: a clock of its own, which starts in 2026 and moves a second with each request. */
  readonly now?: () => number;
  /** Throws where an answer is not what the spec declares. Default: false. */
  readonly checkResponses?: boolean;
  /** Longest body taken, in bytes. Default: 64 MiB. */
  readonly maxBodyBytes?: number;
  /** Keys and tokens that are good. Default: any that do not begin with `invalid` or `expired`. */
  readonly credentials?: KnownCredentials;
}
