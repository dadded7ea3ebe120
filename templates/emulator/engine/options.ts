import type { HostileOption } from './hostile/freedoms.js';
import type { JournalOptions } from './journal/journal-entry.js';
import type { Profile } from './plan/plan.js';
import type { KnownCredentials } from './request/credentials.js';
import type { Scenario } from './seed.js';

/** How an emulator is to behave; everything may be left out. */
export interface EmulatorOptions {
  /** Number that all ids follow from. Default: 1. */
  readonly seed?: number;
  /** Default: `documented`. */
  readonly profile?: Profile;
  /** Gives the time in milliseconds since the epoch. Default: a clock of its own, which starts in 2026 and moves a second with each request. */
  readonly now?: () => number;
  /** Throws where an answer is not what the spec declares. Default: false. */
  readonly checkResponses?: boolean;
  /**
   * Whether refusals say under `error.details` which rule was broken, where it stands and how to satisfy it; never in the
   * profile `vendor`. Default: true.
   */
  readonly teach?: boolean;
  /** Longest body taken, in bytes. Default: 64 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * Answers as unlike what a client expects as the documents leave room for, so that clients that rely on more break: a number
   * that all of it follows from, or `{seed, freedoms}` for some liberties only. The journal tells which an answer took.
   */
  readonly hostile?: HostileOption;
  /** Keys and tokens that are good. Default: any that do not begin with `invalid` or `expired`. */
  readonly credentials?: KnownCredentials;
  /** What is kept of requests and answers; `false`: nothing. Default: the newest 10,000. */
  readonly journal?: JournalOptions | false;
  /**
   * Most named worlds at once; of more, the one that was not used for the longest time is dropped. `false`: requests name no
   * world, whatever their header, path and credentials say. Default: 1000.
   */
  readonly worlds?: number | false;
  /** What it begins with beside what its spec says, and goes back to on `reset`. */
  readonly scenario?: Scenario;
}
