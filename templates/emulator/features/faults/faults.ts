import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { didYouMean, findNearest } from '../../values/did-you-mean.js';
import { type CountedRule, CountedRules } from '../../world/counted-rules.js';
import type {
  FaultCall,
  FaultEffect,
  FaultList,
  FaultRule,
  FaultHandle,
  OperationControl,
} from './operation-control.js';
import { connectionFault } from '../../respond/connection-fault.js';

/** A response that a test defines. */
export type Reply = Omit<Extract<FaultEffect, { kind: 'reply' }>, 'kind'>;

/** The functions of a rule, which only work in the same process. */
interface FaultFunctions {
  /** Returns whether the rule applies to a call. */
  readonly when?: (call: FaultCall) => boolean;
  /** Creates the response of a `reply`; overrides the one in the rule. */
  readonly reply?: (call: FaultCall) => Reply | Promise<Reply>;
}

/** An active rule with its functions and counters. */
export type Fault = CountedRule<FaultRule, FaultFunctions>;

/** One fault of each of these applies to a call: a delay, an effect that replaces the response, and two on its body. */
const slots: readonly (readonly FaultEffect['kind'][])[] = [
  ['delay'],
  ['fail', 'reply', 'disconnect', 'stall'],
  ['cut'],
  ['slow'],
];

/** The fault rules of a world. If several apply to a call, the newest is used. */
export class Faults extends CountedRules<FaultRule, FaultFunctions> implements FaultList {
  readonly waits: Waits = new Waits();

  constructor(plan: EmulatorPlan) {
    super((rule) => checkRule(plan, rule));
  }

  override clear(): void {
    super.clear();
    this.waits.end();
  }

  /** Returns whether a rule of an operation reads its calls. */
  needsCall(operation: string): boolean {
    return this.kept.some((fault) => isAbout(fault, operation) && fault.functions);
  }

  /** Counts a call, and returns the faults that apply to it. */
  take(operation: string, call?: FaultCall): readonly Fault[] {
    const hit = this.count((fault) => isAbout(fault, operation) && (!call || fault.functions?.when?.(call) !== false));
    const taken = slots.flatMap((kinds) => hit.findLast(({ rule: { effect } }) => kinds.includes(effect.kind)) ?? []);
    for (const fault of taken) fault.used += 1;
    return taken;
  }
}

function isAbout({ rule }: Fault, operation: string): boolean {
  return rule.operation === operation || rule.operation === '*';
}

/** Delayed calls: they continue when the time has passed, or the clock is moved past it. */
export class Waits {
  /** Remaining milliseconds by the clock, and a function that ends the delay. */
  readonly #waiting = new Set<{ left: number; readonly end: (error?: Error) => void }>();

  /** Resolves after a number of milliseconds, or, without a number, by `end` only. Rejects when the signal aborts. */
  wait(milliseconds: number | undefined, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (error?: unknown): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(waiting);
        if (error === undefined) resolve();
        else reject(error);
      };
      const abort = () => finish(signal.reason);
      const timer = milliseconds === undefined ? undefined : setTimeout(finish, milliseconds, undefined);
      const waiting = { left: milliseconds ?? Infinity, end: finish };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
    });
  }

  /** Continues delayed calls and disconnects stalled ones. */
  end(): void {
    for (const { left, end } of this.#waiting) end(left === Infinity ? connectionFault() : undefined);
  }

  /** Ends the delays that are over once a number of milliseconds has passed. */
  pass(milliseconds: number): void {
    for (const waiting of this.#waiting) {
      waiting.left -= milliseconds;
      if (waiting.left <= 0) waiting.end();
    }
  }
}

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
function checkRule(plan: EmulatorPlan, { operation, hits, effect, ...rest }: FaultRule): void {
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
  if (effect.kind === 'fail') {
    const { reason, status } = effect;
    if (reason === undefined && status === undefined) throw new TypeError('fail needs a reason or a status.');
    if (status !== undefined) checkWhole('status', status, 400, 599);
    const statuses = reason === undefined ? [status] : plans.flatMap((one) => listStatuses(plan, one, reason));
    if (reason !== undefined && statuses.length === 0) throw new TypeError(describeUnknown(plan, plans, reason));
    if (status !== undefined && !statuses.includes(status))
      throw new TypeError(
        `${JSON.stringify(reason)} has the status ${[...new Set(statuses)].join(' or ')}, not ${status}.`,
      );
  }
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

/** Maximum number of reasons in a message. */
const most = 20;

/** Writes the message for a reason that is not documented: with the one that may be meant, and all documented ones. */
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

/** A group of controls, as the client groups operations. */
interface ControlGroup {
  [name: string]: ControlGroup | OperationControl<never, string, Reply>;
}

/** Creates the controls of all operations, by their names in the client. */
export function createControls<Controls extends object>(plans: readonly OperationPlan[], faults: Faults): Controls {
  const root = createGroup();
  for (const { operation, names = operation.id.split('.') } of plans) {
    const last = names.at(-1) ?? operation.id;
    let group = root;
    // A control with operations below it is a group as well.
    for (const name of names.slice(0, -1)) group = (group[name] ??= createGroup()) as ControlGroup;
    // A group and an operation may have the same name.
    group[last] = Object.assign(group[last] ?? {}, createControl(operation.id, faults));
  }
  // The names are those of `Controls`: the same spec gives both.
  return root as unknown as Controls;
}

function createGroup(): ControlGroup {
  // Names of a spec may be names of inherited members; this object has none.
  return Object.create(null) as ControlGroup;
}

type CreateReply = (call: FaultCall) => Reply | Promise<Reply>;

/** Creates the control of one operation. Packages have exact types for calls, responses and reasons. */
function createControl(operation: string, faults: Faults): OperationControl<never, string, Reply> {
  const add = (effect: FaultEffect, reply?: CreateReply) =>
    createHandle(faults, faults.make({ operation, effect }, reply && { reply }));
  return {
    fail: (cause: string | number | object, options: object = {}) => {
      const named = typeof cause === 'string' ? { reason: cause } : cause;
      return add({ kind: 'fail', ...(typeof named === 'number' ? { status: named } : named), ...options });
    },
    reply: (response: Reply | CreateReply) =>
      typeof response === 'function'
        ? add({ kind: 'reply', status: 200 }, response)
        : add({ kind: 'reply', ...response }),
    disconnect: ({ lose = 'request' } = {}) => add({ kind: 'disconnect', done: lose === 'answer' }),
    stall: () => add({ kind: 'stall' }),
    delay: (time) => add({ kind: 'delay', ...(typeof time === 'number' ? { min: time, max: time } : time) }),
    cut: (bytes) => add({ kind: 'cut', bytes }),
    slow: (pieces) => add({ kind: 'slow', ...pieces }),
  };
}

function createHandle(faults: Faults, fault: Fault): FaultHandle<never> {
  const handle: FaultHandle<never> = Object.assign(faults.createHandle(fault), {
    when: (condition: unknown): FaultHandle<never> => {
      // The call is that of any operation.
      fault.functions = { ...fault.functions, when: condition as (call: FaultCall) => boolean };
      return handle;
    },
  });
  return handle;
}
