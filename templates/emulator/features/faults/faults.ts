import type { EmulatorPlan } from '../../plan/plan.js';
import { numbersFrom } from '../../values/ids.js';
import type { Shared } from '../../world/shared.js';
import { sorted } from '../../store/compare-values.js';
import { checkRule } from './check-rule.js';
import type { FaultCall, FaultEffect, FaultHits, FaultList, FaultRule, ListedFault } from './fault-rule.js';
import { Waits } from './waits.js';

/** A response that a test defines. */
export type Reply = Omit<Extract<FaultEffect, { kind: 'reply' }>, 'kind'>;

/** The functions of a rule, which only work in the same process. */
interface FaultHooks {
  /** Whether the rule applies to a call. */
  readonly when?: (call: FaultCall) => boolean;
  /** Makes the response of a `reply`; overrides the one in the rule. */
  readonly reply?: (call: FaultCall) => Reply | Promise<Reply>;
}

/** A body that is sent in pieces of some bytes, with pauses in milliseconds. */
export type SlowEffect = Extract<FaultEffect, { kind: 'slow' }>;

/** The faults that apply to a call. */
export interface TakenFaults {
  /** Ids of the rules that apply to it. */
  readonly ids: readonly number[];
  /** Milliseconds to wait. */
  readonly delay?: number;
  /** The effect that replaces the response. */
  readonly outcome?: Exclude<FaultEffect, { kind: 'delay' | 'cut' | 'slow' }>;
  /** Makes the response of a `reply`. */
  readonly reply?: FaultHooks['reply'];
  /** Number of bytes of the body that are sent. */
  readonly cut?: number;
  /** How slowly the body is sent. */
  readonly slow?: SlowEffect;
}

/** An active rule with its functions and counters. */
export interface Fault {
  readonly id: number;
  rule: FaultRule;
  hooks: FaultHooks;
  seen: number;
  used: number;
}

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

  /** Whether there are no rules. */
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
    this.#faults = sorted(faults, (left, right) => left.id - right.id);
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
    if (when !== undefined) fault.hooks = { ...fault.hooks, when };
  }

  /** Whether a rule of an operation needs the call. */
  looksAt(operation: string): boolean {
    return this.#about(operation).some(({ hooks }) => hooks.when !== undefined || hooks.reply !== undefined);
  }

  /** The faults that apply to a call, which is counted; undefined if there are none. */
  take(operation: string, call?: FaultCall): TakenFaults | undefined {
    const concerned = this.#about(operation).filter(
      ({ hooks: { when } }) => call === undefined || when?.(call) !== false,
    );
    for (const fault of concerned) fault.seen += 1;
    const hit = sorted(concerned.filter(isHit), (left, right) => right.id - left.id);
    const delay = hit.find(({ rule }) => rule.effect.kind === 'delay');
    const cut = hit.find(({ rule }) => rule.effect.kind === 'cut');
    const slow = hit.find(({ rule }) => rule.effect.kind === 'slow');
    const outcome = hit.find(({ rule: { effect } }) => !isBeside(effect));
    const taken = [delay, outcome, cut, slow].flatMap((one) => one ?? []);
    if (taken.length === 0) return undefined;
    for (const fault of taken) fault.used += 1;
    return {
      ids: taken.map(({ id }) => id),
      ...(delay && this.#delayOf(delay)),
      ...outcomeOf(outcome),
      ...(cut?.rule.effect.kind === 'cut' && { cut: cut.rule.effect.bytes }),
      ...(slow?.rule.effect.kind === 'slow' && { slow: slow.rule.effect }),
    };
  }

  #about(operation: string): readonly Fault[] {
    return this.#faults.filter(({ rule }) => rule.operation === operation || rule.operation === '*');
  }

  #delayOf({ id, used, rule: { effect } }: Fault): { readonly delay?: number } {
    if (effect.kind !== 'delay') return {};
    const { min, max } = effect;
    const share = numbersFrom(`${this.#seed} delay ${id} ${used}`)() / 2 ** 32;
    return { delay: Math.round(min + share * (max - min)) };
  }
}

function isHit({ rule: { hits }, seen, used }: Fault): boolean {
  if (hits === undefined) return true;
  return 'nth' in hits ? seen === hits.nth : used < hits.times;
}

/** Whether an effect applies to the usual response, or to that of another effect. */
function isBeside(effect: FaultEffect): effect is Extract<FaultEffect, { kind: 'delay' | 'cut' | 'slow' }> {
  return effect.kind === 'delay' || effect.kind === 'cut' || effect.kind === 'slow';
}

function outcomeOf(fault: Fault | undefined): Pick<TakenFaults, 'outcome' | 'reply'> {
  const effect = fault?.rule.effect;
  if (effect === undefined || isBeside(effect)) return {};
  return { outcome: effect, ...(fault?.hooks.reply && { reply: fault.hooks.reply }) };
}
