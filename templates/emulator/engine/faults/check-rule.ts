import type { EmulatorPlan, OperationPlan, Reasons } from '../plan/plan.js';
import type { FaultEffect, FaultRule } from './fault-rule.js';

/** Maximum delay of a timer, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Throws a `TypeError` for an invalid rule: unknown operation, reason or status, or wrong numbers. */
export function checkRule(plan: EmulatorPlan, { operation, hits, effect }: FaultRule): void {
  const plans = plan.operations.filter((one) => operation === '*' || one.operation.id === operation);
  if (plans.length === 0) throw new TypeError(`There is no operation ${operation}.`);
  if (hits !== undefined) {
    const [name, value] = 'nth' in hits ? ['nth', hits.nth] : ['times', hits.times];
    checkWhole(name, value, 1);
  }
  checkEffect(plan, plans, effect);
}

function checkEffect(plan: EmulatorPlan, plans: readonly OperationPlan[], effect: FaultEffect): void {
  if (effect.kind === 'cut') checkWhole('bytes', effect.bytes, 0);
  if (effect.kind === 'delay') {
    for (const [name, value] of [['min', effect.min] as const, ['max', effect.max] as const])
      if (!(value >= 0 && value <= longest)) throw new TypeError(`${name} has to be a number from 0 to ${longest}.`);
    if (effect.min > effect.max) throw new TypeError('min has to be at most max.');
  }
  if (effect.kind === 'reply' && !(Number.isInteger(effect.status) && effect.status >= 200 && effect.status <= 599))
    throw new TypeError('status has to be a whole number from 200 to 599.');
  if (effect.kind === 'fail') checkFailure(plan, plans, effect);
  if (!kinds.has(effect.kind)) throw new TypeError(`There is no effect ${JSON.stringify(effect.kind)}.`);
}

const kinds: ReadonlySet<string> = new Set(['fail', 'reply', 'disconnect', 'stall', 'delay', 'cut']);

function checkFailure(
  plan: EmulatorPlan,
  plans: readonly OperationPlan[],
  { reason, status }: Extract<FaultEffect, { kind: 'fail' }>,
): void {
  if (reason === undefined && status === undefined) throw new TypeError('fail needs a reason or a status.');
  if (status !== undefined && !(Number.isInteger(status) && status >= 400 && status <= 599))
    throw new TypeError('status has to be a whole number from 400 to 599.');
  if (reason === undefined) return;
  const statuses = plans.flatMap((one) => statusesOf(plan, one, reason));
  const who = plans.length === 1 ? plans[0]?.operation.id : 'any operation';
  if (statuses.length === 0)
    throw new TypeError(
      `${JSON.stringify(reason)} is not a reason that ${who} documents; ${sayReasons(plan, plans)}, and a status such as fail(404) needs no reason.`,
    );
  if (status !== undefined && !statuses.includes(status))
    throw new TypeError(
      `${JSON.stringify(reason)} has the status ${[...new Set(statuses)].join(' or ')}, not ${status}.`,
    );
}

/** Names every reason that some operations document. */
function sayReasons(plan: EmulatorPlan, plans: readonly OperationPlan[]): string {
  const lists = [...plans, plan].flatMap(({ reasons = {} }) => Object.values(reasons).flat());
  const names = [...new Set(lists)].map((one) => JSON.stringify(one));
  return names.length === 0 ? 'it documents none' : `there are ${names.join(', ')}`;
}

function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least)
    throw new TypeError(`${name} has to be a whole number, at least ${least}.`);
}

/** The statuses of an operation's errors with a reason; none if the spec does not declare it. */
export function statusesOf(plan: EmulatorPlan, { reasons }: OperationPlan, reason: string): readonly number[] {
  return [...statusesIn(reasons, reason), ...statusesIn(plan.reasons, reason)];
}

/** A reason of an operation's errors with a status; its own come before those of all operations. */
export function reasonOf(plan: EmulatorPlan, { reasons }: OperationPlan, status: number): string | undefined {
  return reasons?.[status]?.[0] ?? plan.reasons?.[status]?.[0];
}

function statusesIn(reasons: Reasons = {}, reason: string): readonly number[] {
  return Object.entries(reasons).flatMap(([status, some]) => (some.includes(reason) ? Number(status) : []));
}
