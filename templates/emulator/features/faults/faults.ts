import type { EmulatorPlan, FaultHits } from '../../plan/plan.js';
import { numbersFrom } from '../../values/ids.js';
import type { Shared } from '../../receive/shared.js';
import { checkRule } from './check-rule.js';
import type { FaultCall, FaultEffect, FaultList, FaultRule, ListedFault } from './operation-control.js';
import { connectionFault } from '../../respond/connection-fault.js';

/** A response that a test defines. */
export type Reply = Omit<Extract<FaultEffect, { kind: 'reply' }>, 'kind'>;

/** The functions of a rule, which only work in the same process. */
interface FaultHooks {
  /** Returns whether the rule applies to a call. */
  readonly when?: (call: FaultCall) => boolean;
  /** Makes the response of a `reply`; overrides the one in the rule. */
  readonly reply?: (call: FaultCall) => Reply | Promise<Reply>;
}

/** The faults that apply to a call. */
export interface TakenFaults {
  /** The rules that apply to it. */
  readonly taken: readonly { readonly id: number; readonly kind: FaultEffect['kind'] }[];
  /** Milliseconds to wait. */
  readonly delay?: number;
  /** The effect that replaces the response. */
  readonly outcome?: Exclude<FaultEffect, { kind: 'delay' | 'cut' | 'slow' }>;
  /** Makes the response of a `reply`. */
  readonly reply?: FaultHooks['reply'];
  /** Number of bytes of the body that are sent. */
  readonly cut?: number;
  /** Sizes and pauses of the pieces of the body. */
  readonly slow?: Extract<FaultEffect, { kind: 'slow' }>;
}

/** An active rule with its functions and counters. */
export interface Fault {
  readonly id: number;
  rule: FaultRule;
  hooks: FaultHooks;
  seen: number;
  used: number;
}

/** One fault of each of these applies to a call: a delay, an effect that replaces the response, and two on its body. */
const slots: readonly (readonly FaultEffect['kind'][])[] = [
  ['delay'],
  ['fail', 'reply', 'disconnect', 'stall'],
  ['cut'],
  ['slow'],
];

/** The fault rules of a world. If several apply to a call, the newest is used. */
export class Faults implements FaultList {
  readonly waits: Waits = new Waits();
  readonly #plan: EmulatorPlan;
  readonly #seed: number;
  #faults: readonly Fault[] = [];
  #last = 0;

  constructor({ plan, seed }: Pick<Shared, 'plan' | 'seed'>) {
    this.#plan = plan;
    this.#seed = seed;
  }

  /** There are no rules. */
  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  add(rule: FaultRule): number {
    return this.make(rule).id;
  }

  /** Adds a rule with its functions. The handle can be used after the rule was removed. */
  make(rule: FaultRule, hooks: FaultHooks = {}): Fault {
    checkRule(this.#plan, rule);
    this.#last += 1;
    const fault = { id: this.#last, rule, hooks, seen: 0, used: 0 };
    this.#faults = [...this.#faults, fault];
    return fault;
  }

  list(): readonly ListedFault[] {
    return this.#faults.map(({ id, rule, seen, used }) => ({ id, ...rule, seen, used }));
  }

  remove(id: number): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((one) => one.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
    this.waits.end();
  }

  /** The rules with their functions and counters. */
  kept(): readonly Fault[] {
    return this.#faults;
  }

  /** Makes these the rules, in the order of their ids. */
  keep(faults: readonly Fault[]): void {
    this.#faults = faults.toSorted((left, right) => left.id - right.id);
  }

  /** Limits the calls that a rule applies to, by number or by a condition. */
  narrow(
    fault: Fault,
    { hits, when }: { readonly hits?: FaultHits | 'all'; readonly when?: FaultHooks['when'] },
  ): void {
    const { hits: _before, ...rule } = fault.rule;
    const changed = hits === 'all' ? rule : { ...fault.rule, ...(hits && { hits }) };
    checkRule(this.#plan, changed);
    fault.rule = changed;
    if (when) fault.hooks = { ...fault.hooks, when };
  }

  /** Returns whether a rule of an operation reads its calls. */
  needsCall(operation: string): boolean {
    return this.#list(operation).some(({ hooks }) => hooks.when !== undefined || hooks.reply !== undefined);
  }

  /** Counts a call, and returns the faults that apply to it; undefined if there are none. */
  take(operation: string, call?: FaultCall): TakenFaults | undefined {
    const fitting = this.#list(operation).filter(({ hooks: { when } }) => !call || when?.(call) !== false);
    for (const fault of fitting) fault.seen += 1;
    const hit = fitting
      .filter(({ rule: { hits }, seen, used }) => {
        if (!hits) return true;
        return 'nth' in hits ? seen === hits.nth : used < hits.times;
      })
      .toReversed();
    const taken = slots.flatMap((kinds) => hit.find(({ rule: { effect } }) => kinds.includes(effect.kind)) ?? []);
    for (const fault of taken) fault.used += 1;
    let result: TakenFaults = { taken: taken.map(({ id, rule }) => ({ id, kind: rule.effect.kind })) };
    for (const {
      id,
      used,
      rule: { effect },
      hooks: { reply },
    } of taken) {
      if (effect.kind === 'cut') result = { ...result, cut: effect.bytes };
      else if (effect.kind === 'slow') result = { ...result, slow: effect };
      else if (effect.kind === 'delay') {
        const share = numbersFrom(`${this.#seed} delay ${id} ${used}`)() / 2 ** 32;
        result = { ...result, delay: Math.round(effect.min + share * (effect.max - effect.min)) };
      } else result = { ...result, outcome: effect, ...(reply && { reply }) };
    }
    return taken.length === 0 ? undefined : result;
  }

  #list(operation: string): readonly Fault[] {
    return this.#faults.filter(({ rule }) => rule.operation === operation || rule.operation === '*');
  }
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
      const abort = (): void => finish(signal.reason);
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
