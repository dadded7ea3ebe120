import { didYouMean } from '../../values/did-you-mean.js';
import type { FaultHits } from '../../plan/plan.js';
import { type CountedRule, CountedRules, type RuleHandle } from '../../world/counted-rules.js';

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
export interface WebhookFaultHandle extends RuleHandle {
  readonly id: number;
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

const kinds = ['drop', 'delay', 'duplicate', 'reorder', 'wrongSignature', 'stale'];

/** The faults of the webhooks of a world. */
export class WebhookFaults extends CountedRules<WebhookFault> {
  /** Takes the names of all webhooks. */
  constructor(names: readonly string[]) {
    super((rule) => checkFault(rule, names));
  }

  /** Adds faults of a webhook by name; `*` is every one. */
  on(webhook: string): WebhookControl {
    const add = (effect: WebhookFaultEffect) => this.createHandle(this.make({ webhook, effect }));
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
  take(webhook: string): readonly CountedRule<WebhookFault>[] {
    const hit = this.count(({ rule }) => rule.webhook === webhook || rule.webhook === '*');
    for (const fault of hit) fault.used += 1;
    return hit;
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
  if (!(Number.isInteger(count) && count >= 1)) throw new TypeError('hits needs a whole number, at least 1.');
}
