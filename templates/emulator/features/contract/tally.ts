import { isJsonObject, type Json } from '@speccast/runtime';
import type { Received } from '../../plan/plan.js';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import type { Rule } from '../../plan/rule.js';
import { stringsOf, valueAt } from '../../values/json-path.js';
import type { Coverage } from './coverage.js';
import { declaredValues } from './declared-values.js';
import { measureCoverage, type OperationTally } from './measure-coverage.js';
import { listRules, type RuleBook } from './rule-book.js';

/** Reports the coverage of a contract. */
export interface CoverageProbe {
  (): Coverage;
  /** Clears the coverage. */
  readonly reset: () => void;
  /** All rules of the service, each with its id, location and how to satisfy it. */
  readonly rules: () => readonly Rule[];
}

/** Counts the parts of a contract that requests exercise, for all worlds of an emulator. */
export class Tally {
  readonly #plan: EmulatorPlan;
  readonly #book: () => RuleBook;
  readonly #operations = new Map<string, OperationTally>();
  readonly #rejected = new Set<string>();
  readonly #evaluated = new Set<string>();
  readonly #hidden = new Set<object>();

  constructor(plan: EmulatorPlan, book: () => RuleBook) {
    this.#plan = plan;
    this.#book = book;
  }

  /** Records a request. */
  readonly note = (received: Received, status: number): void => {
    const { plan, error, faults, notes } = received;
    for (const part of notes.hidden) this.#hidden.add(part);
    if (error !== undefined && faults === undefined) {
      const rule = this.#book().find(plan, error);
      if (rule !== undefined) this.#rejected.add(rule.id);
    }
    if (plan === undefined) return;
    const { id } = plan.operation;
    const tally = this.#operations.get(id) ?? {
      requests: 0,
      statuses: new Set(),
      reasons: new Set(),
      parameters: new Set(),
      values: new Set(),
      waiting: this.#book().list(plan),
    };
    this.#operations.set(id, tally);
    tally.requests += 1;
    tally.statuses.add(status);
    if (error !== undefined) tally.reasons.add(`${status} ${error.reason}`);
    else if (status < 400) this.#noteSuccess(plan, tally, received);
  };

  /** The interface for tests. */
  readonly probe: CoverageProbe = Object.assign(() => this.#report(), {
    reset: () => {
      for (const one of [this.#operations, this.#rejected, this.#evaluated, this.#hidden]) one.clear();
    },
    rules: () => listRules(this.#book()),
  });

  #report(): Coverage {
    const { all } = this.#book();
    const hiding = all.filter(({ hides }) => hides && this.#hidden.has(hides));
    return measureCoverage(this.#plan, all, {
      operations: this.#operations,
      rejected: new Set([...this.#rejected, ...hiding.map(({ id }) => id)]),
      evaluated: this.#evaluated,
    });
  }

  #noteSuccess(plan: OperationPlan, tally: OperationTally, { params = {}, body }: Received): void {
    const declared = declaredValues(plan);
    for (const name of Object.keys(params)) tally.parameters.add(name);
    for (const name of declared.parameters.keys())
      for (const text of stringsOf(params[name])) tally.values.add(`${name}=${text}`);
    for (const name of declared.body.keys())
      for (const text of readTexts(body, name.slice('body '.length).split('.'))) tally.values.add(`${name}=${text}`);
    tally.waiting = tally.waiting.filter(({ id, parameter, path }) => {
      if (parameter !== undefined && params[parameter] === undefined) return true;
      if (path !== undefined && valueAt(body, path) === undefined) return true;
      this.#evaluated.add(id);
      return false;
    });
  }
}

/** Reads the strings at a path of a body, in all items of lists: `tags.kind` reads `tags[].kind`. */
function readTexts(value: Json | undefined, path: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => readTexts(item, path));
  const [name, ...rest] = path;
  if (isJsonObject(value)) return name !== undefined && Object.hasOwn(value, name) ? readTexts(value[name], rest) : [];
  return name === undefined ? [String(value)] : [];
}
