import { didYouMean, findNearest } from '../../values/did-you-mean.js';
import type { EmulatorPlan, OperationPlan, Reasons } from '../../plan/plan.js';
import type { FaultEffect, FaultRule } from './fault-rule.js';

/** Maximum delay of a timer, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Throws a `TypeError` for an invalid rule: unknown operation, reason or status, or wrong numbers. */
export function checkRule(plan: EmulatorPlan, { operation, hits, effect, ...rest }: FaultRule): void {
  const plans = plan.operations.filter((one) => operation === '*' || one.operation.id === operation);
  if (plans.length === 0) {
    const ids = plan.operations.map((one) => one.operation.id);
    throw new TypeError(`There is no operation ${operation}${didYouMean(operation, ids)}`);
  }
  checkMembers('A rule', rest, []);
  if (hits !== undefined) {
    const [name, value] = 'nth' in hits ? ['nth', hits.nth] : ['times', hits.times];
    checkWhole(name, value, 1);
  }
  checkEffect(plan, plans, effect);
}

function checkEffect(plan: EmulatorPlan, plans: readonly OperationPlan[], effect: FaultEffect): void {
  if (effect.kind === 'cut') checkWhole('bytes', effect.bytes, 0);
  if (effect.kind === 'slow') {
    checkWhole('bytes', effect.bytes, 1);
    checkWhole('every', effect.every, 0);
  }
  if (effect.kind === 'delay') {
    for (const [name, value] of [['min', effect.min] as const, ['max', effect.max] as const])
      if (!(value >= 0 && value <= longest)) throw new TypeError(`${name} has to be a number from 0 to ${longest}.`);
    if (effect.min > effect.max) throw new TypeError('min has to be at most max.');
  }
  if (effect.kind === 'reply' && !(Number.isInteger(effect.status) && effect.status >= 200 && effect.status <= 599))
    throw new TypeError('status has to be a whole number from 200 to 599.');
  if (effect.kind === 'fail') checkFailure(plan, plans, effect);
  const { kind, ...others } = effect;
  const known = Object.hasOwn(members, kind) ? members[kind] : undefined;
  if (known === undefined)
    throw new TypeError(`There is no effect ${JSON.stringify(kind)}${didYouMean(kind, Object.keys(members))}`);
  checkMembers(kind, others, known);
}

/** The members that an effect can have, by its kind. */
const members: Readonly<Record<string, readonly string[]>> = {
  fail: ['reason', 'status', 'message', 'headers'],
  reply: ['status', 'body', 'headers'],
  disconnect: ['done'],
  stall: [],
  delay: ['min', 'max'],
  cut: ['bytes'],
  slow: ['bytes', 'every'],
};

function checkMembers(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${what} has no ${unknown}${didYouMean(unknown, known)}`);
}

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
  if (statuses.length === 0) throw new TypeError(describeUnknown(plan, plans, reason));
  if (status !== undefined && !statuses.includes(status))
    throw new TypeError(
      `${JSON.stringify(reason)} has the status ${[...new Set(statuses)].join(' or ')}, not ${status}.`,
    );
}

/** Most reasons that a message lists. */
const most = 20;

/** Says that a reason is not documented, which one may be meant, and what there is instead. */
function describeUnknown(plan: EmulatorPlan, plans: readonly OperationPlan[], reason: string): string {
  const who = plans.length === 1 ? plans[0]?.operation.id : 'any operation';
  const known = new Map(reasonsIn(plan, plans).map((name) => [name, statusesOfAll(plan, plans, name)]));
  const nearest = findNearest(reason, known.keys());
  const list = [...known].map(([name, statuses]) => `${JSON.stringify(name)} (${statuses.join(', ')})`);
  const more = list.length > most ? ` and ${list.length - most} more` : '';
  const documented = documentedStatuses(plan, plans);
  return [
    `${JSON.stringify(reason)} is not a reason that ${who} documents`,
    nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`,
    list.length === 0
      ? '; it documents none.'
      : `${nearest === undefined ? '.' : ''} There are ${list.slice(0, most).join(', ')}${more}.`,
    ` fail also takes a status: fail(${documented[0] ?? 404}).`,
    documented.length === 0 ? '' : ` Documented are ${documented.join(', ')}.`,
  ].join('');
}

function reasonsIn(plan: EmulatorPlan, plans: readonly OperationPlan[]): readonly string[] {
  return [...new Set([...plans, plan].flatMap(({ reasons = {} }) => Object.values(reasons).flat()))];
}

/** The statuses of a reason, in ascending order. */
function statusesOfAll(plan: EmulatorPlan, plans: readonly OperationPlan[], reason: string): readonly number[] {
  return ascending(plans.flatMap((one) => statusesOf(plan, one, reason)));
}

/** The statuses of errors that operations document, in ascending order, those of `4XX` and `default` only where they have reasons. */
function documentedStatuses(plan: EmulatorPlan, plans: readonly OperationPlan[]): readonly number[] {
  const declared = plans.flatMap(({ responses }) => responses.map(({ status }) => status));
  const withReasons = [...plans, plan].flatMap(({ reasons = {} }) => Object.keys(reasons));
  return ascending([...declared, ...withReasons].filter((status) => /^[45]\d\d$/.test(status)).map(Number));
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].toSorted((one, other) => one - other);
}

function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least)
    throw new TypeError(`${name} has to be a whole number, at least ${least}.`);
}

/** The statuses of an operation's errors with a reason; none if the spec does not declare it. */
export function statusesOf(plan: EmulatorPlan, { reasons }: OperationPlan, reason: string): readonly number[] {
  return [...statusesIn(reasons, reason), ...statusesIn(plan.reasons, reason)];
}

function statusesIn(reasons: Reasons = {}, reason: string): readonly number[] {
  return Object.entries(reasons).flatMap(([status, some]) => (some.includes(reason) ? Number(status) : []));
}
