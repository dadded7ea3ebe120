import { isJsonObject, type Json } from '@speccast/runtime';
import type { Exchange } from '../../plan/exchange.js';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { stringsOf, valueAt } from '../../values/json-path.js';
import { coverageOf, type EnumTree, type OperationTally } from './coverage-of.js';
import type { Coverage } from './coverage.js';
import { declaredValues } from './declared-values.js';
import { type RuleBook, rulesOf } from './rule-book.js';
import type { Rule } from '../../plan/rule.js';

/** Reports the coverage of a contract. */
export interface CoverageProbe {
  (): Coverage;
  /** Clears the coverage. */
  readonly reset: () => void;
  /** All rules of the service, each with its id, location and how to satisfy it. */
  readonly rules: () => readonly Rule[];
}

/** Counts what requests exercise of a contract, for all worlds of an emulator. */
export class Tally {
  readonly #plan: EmulatorPlan;
  readonly #book: () => RuleBook;
  #operations = new Map<string, OperationTally>();
  #rejected = new Set<string>();
  #evaluated = new Set<string>();
  #hidden = new Set<object>();

  constructor(plan: EmulatorPlan, book: () => RuleBook) {
    this.#plan = plan;
    this.#book = book;
  }

  /** Records a request. */
  readonly note = (exchange: Exchange, status: number): void => {
    const { plan, error, faults } = exchange;
    if (error !== undefined && faults === undefined) {
      const rule = this.#book().find(plan, error);
      if (rule !== undefined) this.#rejected.add(rule.id);
    }
    if (plan === undefined) return;
    const seen = this.#of(plan);
    seen.requests += 1;
    seen.statuses.add(status);
    if (error !== undefined) seen.reasons.add(`${status} ${error.reason}`);
    else if (status < 400) this.#noteSuccess(seen, exchange);
  };

  /** Records that a part of the plan hid a row. */
  readonly noteHidden = (part: object): void => {
    this.#hidden.add(part);
  };

  /** The interface for tests. */
  readonly probe: CoverageProbe = Object.assign(() => this.#report(), {
    reset: () => this.#reset(),
    rules: () => rulesOf(this.#book()),
  });

  #report(): Coverage {
    const book = this.#book();
    const hidden = [...this.#hidden].flatMap((part) => book.ofPart(part)?.id ?? []);
    return coverageOf(this.#plan, book, {
      operations: this.#operations,
      rejected: new Set([...this.#rejected, ...hidden]),
      evaluated: this.#evaluated,
    });
  }

  #reset(): void {
    this.#operations = new Map();
    for (const one of [this.#rejected, this.#evaluated, this.#hidden]) one.clear();
  }

  #of(plan: OperationPlan): OperationTally {
    const { id } = plan.operation;
    const known = this.#operations.get(id);
    if (known !== undefined) return known;
    const { parameters, body } = declaredValues(plan);
    const fresh: OperationTally = {
      requests: 0,
      statuses: new Set(),
      reasons: new Set(),
      parameters: new Set(),
      values: new Map([...parameters.keys()].map((name) => [name, new Set()])),
      body: treeOf([...body.keys()]),
      waiting: this.#book().of(plan),
    };
    this.#operations.set(id, fresh);
    return fresh;
  }

  #noteSuccess(seen: OperationTally, { params = {}, body }: Exchange): void {
    for (const name of Object.keys(params)) seen.parameters.add(name);
    for (const [name, values] of seen.values) {
      const value = params[name];
      if (value !== undefined) for (const text of stringsOf(value)) values.add(text);
    }
    if (body !== undefined && seen.body.members.size > 0) noteBody(seen, seen.body, body);
    if (seen.waiting.length === 0) return;
    seen.waiting = seen.waiting.filter((rule) => {
      const { parameter, path } = rule;
      if (parameter !== undefined && params[parameter] === undefined) return true;
      if (path !== undefined && valueAt(body, path) === undefined) return true;
      this.#evaluated.add(rule.id);
      return false;
    });
  }
}

function treeOf(paths: readonly string[]): EnumTree {
  const root: EnumTree = { members: new Map() };
  for (const path of paths) {
    let node = root;
    for (const name of path.split('.')) {
      const next = node.members.get(name) ?? { members: new Map() };
      node.members.set(name, next);
      node = next;
    }
    node.path = `body ${path}`;
  }
  return root;
}

/** Records the values in a body. Items of lists have the path of the list, so `tags[].kind` is `tags.kind`. */
function noteBody(seen: OperationTally, { path, members }: EnumTree, value: Json): void {
  if (Array.isArray(value)) {
    for (const item of value) noteBody(seen, { members, ...(path === undefined ? {} : { path }) }, item);
    return;
  }
  if (isJsonObject(value)) {
    for (const [name, tree] of members) if (Object.hasOwn(value, name)) noteBody(seen, tree, value[name] ?? null);
    return;
  }
  if (path === undefined) return;
  const values = seen.values.get(path) ?? new Set();
  seen.values.set(path, values.add(String(value)));
}
