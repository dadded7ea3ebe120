import type { Engine } from '../engine.js';
import type { Exchange } from '../exchange.js';
import { Refusal } from '../plan/plan.js';

/** Counts what a request costs; refuses, in the profile `vendor`, one for which too little is left. */
export function spendQuota({ quota, shared }: Engine, exchange: Exchange): void {
  const full = quota.spend(exchange);
  const rule = shared.plan.vendor?.settings?.quota;
  if (full === undefined || rule === undefined || shared.profile !== 'vendor') return;
  const { bucket, limit, per } = full;
  throw new Refusal(rule.status, rule.reason, `The ${limit} units a ${per} of the budget ${bucket} are spent.`);
}
