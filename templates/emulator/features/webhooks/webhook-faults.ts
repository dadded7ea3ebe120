import { didYouMean } from '../../values/did-you-mean.js';
import type { FaultHits } from '../../plan/plan.js';

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
export class WebhookFaults {
  readonly #names: readonly string[];
  #faults: readonly Kept[] = [];
  #last = 0;

  /** Takes the names of all webhooks. */
  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Adds a fault and returns its id. Throws a `TypeError` for an unknown webhook or effect. */
  add(rule: WebhookFault): number {
    return this.#keep(rule).id;
  }

  list(): readonly ListedWebhookFault[] {
    return this.#faults.map((one) => ({ ...one }));
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
    const add = (effect: WebhookFaultEffect): WebhookFaultHandle => this.#createHandle(this.#keep({ webhook, effect }));
    return {
      drop: () => add({ kind: 'drop' }),
      delay: (milliseconds) => add({ kind: 'delay', milliseconds }),
      duplicate: () => add({ kind: 'duplicate' }),
      reorder: () => add({ kind: 'reorder' }),
      wrongSignature: () => add({ kind: 'wrongSignature' }),
      stale: () => add({ kind: 'stale' }),
    };
  }

  /** Counts a delivery, and returns the faults that apply to it. */
  take(webhook: string): readonly Pick<Kept, 'id' | 'effect'>[] {
    const about = this.#faults.filter((one) => one.webhook === webhook || one.webhook === '*');
    for (const fault of about) fault.seen += 1;
    const hit = about.filter(({ hits, seen, used }) => {
      if (!hits) return true;
      return 'nth' in hits ? seen === hits.nth : used < hits.times;
    });
    for (const fault of hit) fault.used += 1;
    return hit;
  }

  #keep(rule: WebhookFault): Kept {
    checkFault(rule, this.#names);
    this.#last += 1;
    const fault = { ...rule, id: this.#last, seen: 0, used: 0 };
    this.#faults = [...this.#faults, fault];
    return fault;
  }

  #createHandle(fault: Kept): WebhookFaultHandle {
    const narrow = (hits: FaultHits): WebhookFaultHandle => {
      checkFault({ ...fault, hits }, this.#names);
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
      remove: () => void this.remove(fault.id),
    };
    return handle;
  }
}

/** Rejects faults of unknown webhooks and effects, and invalid numbers. */
function checkFault({ webhook, hits, effect }: WebhookFault, names: readonly string[]): void {
  if (webhook !== '*' && !names.includes(webhook))
    throw new TypeError(`There is no webhook ${webhook}${didYouMean(webhook, names)}`);
  if (!kinds.includes(effect.kind))
    throw new TypeError(`There is no effect ${JSON.stringify(effect.kind)}${didYouMean(String(effect.kind), kinds)}`);
  if (effect.kind === 'delay' && !(effect.milliseconds >= 0 && effect.milliseconds < Infinity))
    throw new TypeError('milliseconds has to be a number, at least 0.');
  const count = !hits ? 1 : 'nth' in hits ? hits.nth : hits.times;
  if (!(Number.isInteger(count) && count >= 1)) throw new TypeError('hits has to hold a whole number, at least 1.');
}
