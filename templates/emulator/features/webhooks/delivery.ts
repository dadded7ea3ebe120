import type { Json } from '@speccast/runtime';

/**
 * What became of a delivery. `unaddressed`: nobody subscribed. `rejected`: its address or its body is invalid or not allowed.
 * `dropped`: by a fault. `cancelled`: by a reset, or because the state was replaced.
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'rejected' | 'unaddressed' | 'dropped' | 'cancelled';

/** An attempt to deliver a webhook. */
export interface WebhookAttempt {
  /** By the clock of the emulator, in milliseconds since the epoch. */
  readonly time: number;
  /** How long it took, in milliseconds of real time. */
  readonly took: number;
  /** Status of the response. Absent where there was none. */
  readonly status?: number;
  /** Why it failed: `status`, `redirected`, `gone`, `timeout`, `unreachable` or `unsigned`. */
  readonly error?: string;
  /** The first 1,024 characters of the response. */
  readonly response?: string;
}

/** A webhook for one receiver, and the attempts to deliver it. */
export interface WebhookDelivery {
  /** Counts from 1 for each world. */
  readonly number: number;
  /** The same in each attempt, and in duplicates. */
  readonly id: string;
  /** Name of the webhook. */
  readonly webhook: string;
  readonly method: string;
  /** Where it goes, secrets redacted. Absent where nobody subscribed. */
  readonly url?: string;
  readonly state: DeliveryState;
  /** Why it was not delivered, as a sentence. */
  readonly reason?: string;
  /** When it was caused, by the clock of the emulator. */
  readonly created: number;
  /** When the next attempt is due, by the clock of the emulator. */
  readonly next?: number;
  /** What caused it: `orders insert`, `call`, `sent by hand`. */
  readonly cause: string;
  readonly body?: Json;
  readonly attempts: readonly WebhookAttempt[];
  /** Ids of the faults that applied to it. */
  readonly faults?: readonly number[];
}

/** How webhooks are sent. */
export interface WebhookOptions {
  /** An address, or several, that get all webhooks, besides those that subscribed. */
  readonly url?: string | readonly string[];
  /** What they are signed with, where a subscription has no secret of its own. Default: one that follows from the seed; see `key`. */
  readonly secret?: string | readonly string[];
  /** Sends a request. Default: the global `fetch`, to addresses of this machine only. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Hosts that may be sent to besides those of this machine and of `url`; `any`: all. Default: none; with a `fetch` of yours, `any`. */
  readonly allow?: 'any' | readonly string[];
  /** Waits before further attempts, in milliseconds of the emulator's clock. Default: from 5 seconds to 24 hours, nine of them. */
  readonly retries?: readonly number[];
  /** How long a receiver may take, in milliseconds of real time. Default: 10,000. */
  readonly timeoutMs?: number;
}
