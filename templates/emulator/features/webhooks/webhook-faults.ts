import { didYouMean } from '../../values/did-you-mean.js';
import type { FaultHits } from '../faults/fault-rule.js';

/** A fault of the deliveries of a webhook, as plain data. */
export interface WebhookFault {
  /** Name of the webhook; `*` is every one. */
  readonly webhook: string;
  /** The deliveries that it applies to, counted from when it was added. Default: all. */
  readonly hits?: FaultHits;
  readonly effect: WebhookFaultEffect;
}

/** The effect of a fault on a delivery. */
export type WebhookFaultEffect =
  /** It is never sent. */
  | { readonly kind: 'drop' }
  /** It is sent later, in milliseconds of the emulator's clock. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** It is sent twice, with the same id. */
  | { readonly kind: 'duplicate' }
  /** It is sent after the next one, or after a minute of the emulator's clock. */
  | { readonly kind: 'reorder' }
  /** Its signature is not that of its body. */
  | { readonly kind: 'wrongSignature' }
  /** It was signed an hour ago. */
  | { readonly kind: 'stale' };

/** A fault and its counters. */
export interface ListedWebhookFault extends WebhookFault {
  readonly id: number;
  /** Number of deliveries that it could have applied to. */
  readonly seen: number;
  /** Number of deliveries that it applied to. */
  readonly used: number;
}

/** A fault that was added. Its methods limit the deliveries that it applies to. */
export interface WebhookFaultHandle {
  readonly id: number;
  /** Number of deliveries that it applied to. */
  readonly used: number;
  /** Applies to the next delivery only. */
  once(): this;
  /** Applies to a number of deliveries. */
  times(count: number): this;
  /** Applies to one delivery, counted from now. */
  nth(number: number): this;
  remove(): void;
}

/** Adds faults of a webhook. */
export interface WebhookControl {
  drop(): WebhookFaultHandle;
  delay(milliseconds: number): WebhookFaultHandle;
  duplicate(): WebhookFaultHandle;
  reorder(): WebhookFaultHandle;
  wrongSignature(): WebhookFaultHandle;
  stale(): WebhookFaultHandle;
}

/** An added fault and its counters. */
interface Kept extends ListedWebhookFault {
  hits?: FaultHits;
  seen: number;
  used: number;
}

const kinds = ['drop', 'delay', 'duplicate', 'reorder', 'wrongSignature', 'stale'];

/** The faults of the webhooks of a world. */
export interface WebhookFaults {
  /** Adds a fault and returns its id. Throws a `TypeError` for an unknown webhook or effect. */
  readonly add: (rule: WebhookFault) => number;
  readonly list: () => readonly ListedWebhookFault[];
  /** Removes a fault. Returns false if there is none with this id. */
  readonly remove: (id: number) => boolean;
  readonly clear: () => void;
  /** Adds faults of a webhook by name; `*` is every one. */
  readonly on: (webhook: string) => WebhookControl;
  /** Counts a delivery, and returns the faults that apply to it. */
  readonly take: (webhook: string) => readonly { readonly id: number; readonly effect: WebhookFaultEffect }[];
}

/** Creates the faults of webhooks with some names. */
export function createWebhookFaults(names: readonly string[]): WebhookFaults {
  let faults: readonly Kept[] = [];
  let last = 0;
  const add = (rule: WebhookFault): Kept => {
    checkFault(rule, names);
    last += 1;
    const fault = { ...rule, id: last, seen: 0, used: 0 };
    faults = [...faults, fault];
    return fault;
  };
  const remove = (id: number): boolean => {
    const before = faults.length;
    faults = faults.filter((one) => one.id !== id);
    return faults.length < before;
  };
  const on = (webhook: string, effect: WebhookFaultEffect): WebhookFaultHandle => {
    const fault = add({ webhook, effect });
    const narrow = (hits: FaultHits): WebhookFaultHandle => {
      checkFault({ ...fault, hits }, names);
      fault.hits = hits;
      return handle;
    };
    const handle: WebhookFaultHandle = {
      id: fault.id,
      get used() {
        return fault.used;
      },
      once: () => narrow({ times: 1 }),
      times: (times) => narrow({ times }),
      nth: (nth) => narrow({ nth }),
      remove: () => void remove(fault.id),
    };
    return handle;
  };
  return {
    add: (rule) => add(rule).id,
    list: () => faults.map((one) => ({ ...one })),
    remove,
    clear: () => void (faults = []),
    on: (webhook) => ({
      drop: () => on(webhook, { kind: 'drop' }),
      delay: (milliseconds) => on(webhook, { kind: 'delay', milliseconds }),
      duplicate: () => on(webhook, { kind: 'duplicate' }),
      reorder: () => on(webhook, { kind: 'reorder' }),
      wrongSignature: () => on(webhook, { kind: 'wrongSignature' }),
      stale: () => on(webhook, { kind: 'stale' }),
    }),
    take: (webhook) => {
      const about = faults.filter((one) => one.webhook === webhook || one.webhook === '*');
      for (const fault of about) fault.seen += 1;
      const hit = about.filter(({ hits, seen, used }) => {
        if (hits === undefined) return true;
        return 'nth' in hits ? seen === hits.nth : used < hits.times;
      });
      for (const fault of hit) fault.used += 1;
      return hit;
    },
  };
}

/** Rejects faults of unknown webhooks and effects, and invalid numbers. */
function checkFault({ webhook, hits, effect }: WebhookFault, names: readonly string[]): void {
  if (webhook !== '*' && !names.includes(webhook))
    throw new TypeError(`There is no webhook ${webhook}${didYouMean(webhook, names)}`);
  if (!kinds.includes(effect.kind))
    throw new TypeError(`There is no effect ${JSON.stringify(effect.kind)}${didYouMean(String(effect.kind), kinds)}`);
  if (effect.kind === 'delay' && !(effect.milliseconds >= 0 && effect.milliseconds < Infinity))
    throw new TypeError('milliseconds has to be a number, at least 0.');
  const count = hits === undefined ? 1 : 'nth' in hits ? hits.nth : hits.times;
  if (!(Number.isInteger(count) && count >= 1)) throw new TypeError('hits has to hold a whole number, at least 1.');
}
