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

interface Kept {
  readonly id: number;
  rule: WebhookFault;
  seen: number;
  used: number;
}

const kinds: ReadonlySet<string> = new Set(['drop', 'delay', 'duplicate', 'reorder', 'wrongSignature', 'stale']);

/** The faults of the webhooks of a world. */
export class WebhookFaults {
  readonly #names: ReadonlySet<string>;
  #faults: readonly Kept[] = [];
  #last = 0;

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
  }

  /** Adds a fault and returns its id. Throws a `TypeError` for an unknown webhook or effect. */
  add(rule: WebhookFault): number {
    return this.#make(rule).id;
  }

  list(): readonly ListedWebhookFault[] {
    return this.#faults.map(({ id, rule, seen, used }) => ({ id, ...rule, seen, used }));
  }

  /** Removes a fault. Returns false if there is none with this id. */
  remove(id: number): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((one) => one.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
  }

  /** Adds faults of a webhook by name; `*` is every one. */
  on(webhook: string): WebhookControl {
    const add = (effect: WebhookFaultEffect): WebhookFaultHandle => this.#handle(this.#make({ webhook, effect }));
    return {
      drop: () => add({ kind: 'drop' }),
      delay: (milliseconds) => add({ kind: 'delay', milliseconds }),
      duplicate: () => add({ kind: 'duplicate' }),
      reorder: () => add({ kind: 'reorder' }),
      wrongSignature: () => add({ kind: 'wrongSignature' }),
      stale: () => add({ kind: 'stale' }),
    };
  }

  /** The faults that apply to a delivery, which is counted. */
  take(webhook: string): readonly { readonly id: number; readonly effect: WebhookFaultEffect }[] {
    const about = this.#faults.filter(({ rule }) => rule.webhook === webhook || rule.webhook === '*');
    for (const fault of about) fault.seen += 1;
    const hit = about.filter(({ rule: { hits }, seen, used }) => {
      if (hits === undefined) return true;
      return 'nth' in hits ? seen === hits.nth : used < hits.times;
    });
    for (const fault of hit) fault.used += 1;
    return hit.map(({ id, rule: { effect } }) => ({ id, effect }));
  }

  #make(rule: WebhookFault): Kept {
    this.#check(rule);
    this.#last += 1;
    const fault = { id: this.#last, rule, seen: 0, used: 0 };
    this.#faults = [...this.#faults, fault];
    return fault;
  }

  #check({ webhook, hits, effect }: WebhookFault): void {
    if (webhook !== '*' && !this.#names.has(webhook))
      throw new TypeError(`There is no webhook ${webhook}${didYouMean(webhook, this.#names)}`);
    if (!kinds.has(effect.kind))
      throw new TypeError(`There is no effect ${JSON.stringify(effect.kind)}${didYouMean(String(effect.kind), kinds)}`);
    if (effect.kind === 'delay' && !(effect.milliseconds >= 0 && effect.milliseconds < Infinity))
      throw new TypeError('milliseconds has to be a number, at least 0.');
    const count = hits === undefined ? 1 : 'nth' in hits ? hits.nth : hits.times;
    if (!(Number.isInteger(count) && count >= 1)) throw new TypeError('hits has to hold a whole number, at least 1.');
  }

  #handle(fault: Kept): WebhookFaultHandle {
    const narrow = (hits: FaultHits): void => {
      const rule = { ...fault.rule, hits };
      this.#check(rule);
      fault.rule = rule;
    };
    const handle: WebhookFaultHandle = {
      id: fault.id,
      get used() {
        return fault.used;
      },
      once: () => handle.times(1),
      times: (times) => {
        narrow({ times });
        return handle;
      },
      nth: (nth) => {
        narrow({ nth });
        return handle;
      },
      remove: () => void this.remove(fault.id),
    };
    return handle;
  }
}
