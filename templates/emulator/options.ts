import type { HostileOption } from './plan/freedoms.js';
import type { JournalOptions } from './world/journal/journal-entry.js';
import type { Profile } from './plan/plan.js';
import type { KnownCredentials } from './receive/credentials.js';
import type { Scenario } from './world/seed.js';
import type { SignInOptions } from './features/sign-in/sign-in-options.js';
import type { MediaStore } from './store/stored-bytes.js';
import type { WebhookOptions } from './features/webhooks/delivery.js';

/** Options of an emulator. All of them are optional. */
export interface EmulatorOptions {
  /** Seed of all generated ids. Default: 1. */
  readonly seed?: number;
  /** Default: `documented`. */
  readonly profile?: Profile;
  /** Returns the time in milliseconds since the epoch. Default: a clock that starts in 2026 and advances by one second with each request. */
  readonly now?: () => number;
  /** Throws if a response does not match the spec. Default: false. */
  readonly checkResponses?: boolean;
  /**
   * Lets errors explain under `error.details` which rule was broken, where the spec states it and how to satisfy it. Never in
   * the profile `vendor`. Default: true.
   */
  readonly teach?: boolean;
  /** Maximum length of a body, in bytes. Default: 64 MiB; none for bytes that are kept outside memory. */
  readonly maxBodyBytes?: number;
  /** Keeps long uploads outside memory. Default: none, and all bytes are in memory. */
  readonly mediaStore?: MediaStore;
  /**
   * Makes responses as different from the usual as the spec allows, so that clients that rely on more fail. Pass a seed, or
   * `{seed, freedoms}` to take some freedoms only. The journal lists the freedoms that each response took.
   */
  readonly hostile?: HostileOption;
  /** Valid keys and tokens. Default: all that do not begin with `invalid` or `expired`. */
  readonly credentials?: KnownCredentials;
  /**
   * `strict` accepts only tokens that the emulator issued and those of `credentials` and of the callers of the scenario.
   * Default: `any`.
   */
  readonly auth?: 'any' | 'strict';
  /** The rules by which users and clients sign in, where the spec declares OAuth 2.0 or OpenID Connect. Default: any client, and a page. */
  readonly signIn?: SignInOptions;
  /**
   * The number of requests and responses that the journal keeps; `false` turns it off. `emulator.journal.dropped` counts those that it
   * no longer has. Default: the newest 10,000.
   */
  readonly journal?: JournalOptions | false;
  /**
   * Maximum number of named worlds. When there are more, the least recently used one is dropped. `false` turns named worlds off,
   * whatever headers, paths and credentials say. Default: 1000.
   */
  readonly worlds?: number | false;
  /** The receivers of webhooks, and the way in which these are sent. Default: to those that subscribed, on this machine. */
  readonly webhooks?: WebhookOptions;
  /** Path that all paths of the service are put below: `/one` makes `/v1/hats` `/one/v1/hats`. Default: none. */
  readonly below?: string;
  /** Starts without samples, and without rows of the spec's seed in tables that callers can add to. Default: false. */
  readonly empty?: boolean;
  /** Initial data in addition to the spec's seed. `reset` restores it. */
  readonly scenario?: Scenario;
}
