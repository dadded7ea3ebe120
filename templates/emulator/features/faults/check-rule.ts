import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { didYouMean, findNearest } from '../../values/did-you-mean.js';
import type { FaultEffect, FaultRule } from './operation-control.js';

/** Maximum delay of a timer, in milliseconds. */
const longest = 2 ** 31 - 1;

/** The members that an effect can have, by its kind. */
const members: ReadonlyMap<string, readonly string[]> = new Map([
  ['fail', ['reason', 'status', 'message', 'headers']],
  ['reply', ['status', 'body', 'headers']],
  ['disconnect', ['done']],
  ['stall', []],
  ['delay', ['min', 'max']],
  ['cut', ['bytes']],
  ['slow', ['bytes', 'every']],
]);

/** Throws a `TypeError` for an invalid rule: unknown operation, reason or status, or wrong numbers. */
export function checkRule(plan: EmulatorPlan, { operation, hits, effect, ...rest }: FaultRule): void {
  const plans = plan.operations.filter((one) => operation === '*' || one.operation.id === operation);
  if (plans.length === 0) {
    const ids = plan.operations.map((one) => one.operation.id);
    throw new TypeError(`There is no operation ${operation}${didYouMean(operation, ids)}`);
  }
  checkMembers('A rule', rest, []);
  if (hits && 'nth' in hits) checkWhole('nth', hits.nth, 1);
  else if (hits) checkWhole('times', hits.times, 1);
  if (effect.kind === 'cut') checkWhole('bytes', effect.bytes, 0);
  if (effect.kind === 'slow') {
    checkWhole('bytes', effect.bytes, 1);
    checkWhole('every', effect.every, 0);
  }
  if (effect.kind === 'delay') {
    const { min, max } = effect;
    for (const [name, value] of Object.entries({ min, max }))
      if (!(value >= 0 && value <= longest)) throw new TypeError(`${name} has to be a number from 0 to ${longest}.`);
    if (min > max) throw new TypeError('min has to be at most max.');
  }
  if (effect.kind === 'reply') checkWhole('status', effect.status, 200, 599);
  if (effect.kind === 'fail') checkFailure(plan, plans, effect);
  const { kind, ...others } = effect;
  const known = members.get(kind);
  if (!known) throw new TypeError(`There is no effect ${JSON.stringify(kind)}${didYouMean(kind, members.keys())}`);
  checkMembers(kind, others, known);
}

function checkMembers(what: string, object: object, known: readonly string[]): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${what} has no ${unknown}${didYouMean(unknown, known)}`);
}

function checkWhole(name: string, value: number, least: number, most = Infinity): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const range = most === Infinity ? `, at least ${least}` : ` from ${least} to ${most}`;
  throw new TypeError(`${name} has to be a whole number${range}.`);
}

function checkFailure(
  plan: EmulatorPlan,
  plans: readonly OperationPlan[],
  { reason, status }: Extract<FaultEffect, { kind: 'fail' }>,
): void {
  if (reason === undefined && status === undefined) throw new TypeError('fail needs a reason or a status.');
  if (status !== undefined) checkWhole('status', status, 400, 599);
  if (reason === undefined) return;
  const statuses = [...new Set(plans.flatMap((one) => listStatuses(plan, one, reason)))];
  if (statuses.length === 0) throw new TypeError(describeUnknown(plan, plans, reason));
  if (status !== undefined && !statuses.includes(status))
    throw new TypeError(`${JSON.stringify(reason)} has the status ${statuses.join(' or ')}, not ${status}.`);
}

/** Maximum number of reasons in a message. */
const most = 20;

/** Says that a reason is not documented, which one may be meant, and which are documented. */
function describeUnknown(plan: EmulatorPlan, plans: readonly OperationPlan[], reason: string): string {
  const who = plans.length === 1 ? plans[0]?.operation.id : 'any operation';
  const documented = [...plans, plan].flatMap(({ reasons = {} }) => Object.entries(reasons));
  const names = new Set(documented.flatMap(([, some]) => some));
  const nearest = findNearest(reason, names);
  const list = [...names].map((name) => {
    const statuses = sort(plans.flatMap((one) => listStatuses(plan, one, name)));
    return `${JSON.stringify(name)} (${statuses.join(', ')})`;
  });
  const more = list.length > most ? ` and ${list.length - most} more` : '';
  // `4XX` and `default` count only by the statuses that have reasons.
  const declared = plans.flatMap(({ responses }) => responses.map(({ status }) => status));
  const all = [...declared, ...documented.map(([status]) => status)];
  const statuses = sort(all.filter((status) => /^[45]\d\d$/.test(status)).map(Number));
  return [
    `${JSON.stringify(reason)} is not a reason that ${who} documents`,
    nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`,
    list.length === 0
      ? '; it documents none.'
      : `${nearest === undefined ? '.' : ''} There are ${list.slice(0, most).join(', ')}${more}.`,
    ` fail also takes a status: fail(${statuses[0] ?? 404}).`,
    statuses.length === 0 ? '' : ` Documented are ${statuses.join(', ')}.`,
  ].join('');
}

/** Returns each number once, in ascending order. */
function sort(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].toSorted((one, other) => one - other);
}

/** Lists the statuses of an operation's errors with a reason; none if the spec does not declare it. */
export function listStatuses(plan: EmulatorPlan, operation: OperationPlan, reason: string): readonly number[] {
  return [operation, plan].flatMap(({ reasons = {} }) =>
    Object.entries(reasons).flatMap(([status, some]) => (some.includes(reason) ? Number(status) : [])),
  );
}
