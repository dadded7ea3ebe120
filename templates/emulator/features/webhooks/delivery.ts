import type { Json } from '@speccast/runtime';

/**
 * The state of a delivery. `unaddressed`: there is no subscription. `rejected`: its address or its body is invalid or not allowed.
 * `dropped`: by a fault. `cancelled`: by a reset, or because the state was replaced.
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'rejected' | 'unaddressed' | 'dropped' | 'cancelled';

/** An attempt to deliver a webhook. */
export interface WebhookAttempt {
  /** By the clock of the emulator, in milliseconds since the epoch. */
  readonly time: number;
  /** Its duration, in milliseconds of real time. */
  readonly took: number;
  /** Status of the response, if there was one. */
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
  /** Its address, secrets redacted. Absent without a subscription. */
  readonly url?: string;
  readonly state: DeliveryState;
  /** Why it was not delivered, as a sentence. */
  readonly reason?: string;
  /** When it was caused, by the clock of the emulator. */
  readonly created: number;
  /** When the next attempt is due, by the clock of the emulator. */
  readonly next?: number;
  /** The event that caused it: `orders insert`, `call`, `sent by hand`. */
  readonly cause: string;
  readonly body?: Json;
  readonly attempts: readonly WebhookAttempt[];
  /** Ids of the faults that applied to it. */
  readonly faults?: readonly number[];
}
