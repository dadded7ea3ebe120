import type { FaultHits } from '../plan/plan.js';

/** A rule that was added, the functions that it has in this process, and its counters. */
export interface CountedRule<Rule, Functions = undefined> {
  readonly id: number;
  rule: Rule;
  functions: Functions | undefined;
  /** Number of calls or deliveries that it could have applied to. */
  seen: number;
  /** Number of calls or deliveries that it applied to. */
  used: number;
}

/** A rule that was added. Its methods limit the calls or deliveries that it applies to. Default: all. */
export interface RuleHandle {
  /** Number of calls or deliveries that it applied to. */
  readonly used: number;
  /** Applies to the next one only. */
  once(): this;
  /** Applies to a number of them. */
  times(count: number): this;
  /** Applies to one, counted from now: `nth(3)` is the third. */
  nth(number: number): this;
  remove(): void;
}

/** A handle of any kind of rules. */
interface FullHandle extends RuleHandle {
  readonly id: number;
  always(): this;
}

/** Rules that can be listed and removed by their ids, and that count the calls or deliveries that they apply to. */
export class CountedRules<Rule extends { readonly hits?: FaultHits }, Functions = undefined> {
  /** The rules with their functions and counters, the oldest first. */
  kept: readonly CountedRule<Rule, Functions>[] = [];
  readonly #check: (rule: Rule) => void;
  #last = 0;

  /** `check` throws a `TypeError` for an invalid rule. */
  constructor(check: (rule: Rule) => void) {
    this.#check = check;
  }

  /** Adds a rule and returns its id. Throws a `TypeError` for an invalid one. */
  add(rule: Rule): number {
    return this.make(rule).id;
  }

  /** Adds a rule with its functions. */
  make(rule: Rule, functions?: Functions): CountedRule<Rule, Functions> {
    this.#check(rule);
    this.#last += 1;
    const counted = { id: this.#last, rule, functions, seen: 0, used: 0 };
    this.kept = [...this.kept, counted];
    return counted;
  }

  list(): readonly (Rule & { readonly id: number; readonly seen: number; readonly used: number })[] {
    return this.kept.map(({ id, rule, seen, used }) => ({ id, ...rule, seen, used }));
  }

  /** Removes a rule. Returns false if there is none with this id. */
  remove(id: number): boolean {
    const before = this.kept.length;
    this.kept = this.kept.filter((one) => one.id !== id);
    return this.kept.length < before;
  }

  clear(): void {
    this.kept = [];
  }

  /** Counts a call or delivery for the rules that match it, and lists those of them whose `hits` include it. */
  count(isAbout: (counted: CountedRule<Rule, Functions>) => boolean): readonly CountedRule<Rule, Functions>[] {
    const about = this.kept.filter(isAbout);
    for (const one of about) one.seen += 1;
    return about.filter(({ rule: { hits }, seen, used }) => {
      if (!hits) return true;
      return 'nth' in hits ? seen === hits.nth : used < hits.times;
    });
  }

  /** Creates a handle of a rule. It can be used after the rule was removed. */
  createHandle(counted: CountedRule<Rule, Functions>): FullHandle {
    const limit = (hits?: FaultHits): FullHandle => {
      const { hits: _before, ...rest } = counted.rule;
      // Only `hits` is replaced.
      const rule = { ...rest, ...(hits && { hits }) } as Rule;
      this.#check(rule);
      counted.rule = rule;
      return handle;
    };
    const handle: FullHandle = {
      id: counted.id,
      get used() {
        return counted.used;
      },
      once: () => limit({ times: 1 }),
      times: (times) => limit({ times }),
      nth: (nth) => limit({ nth }),
      always: () => limit(),
      remove: () => void this.remove(counted.id),
    };
    return handle;
  }
}
