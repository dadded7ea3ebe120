import type { Operation } from '@speccast/runtime';
import type { Check, ConformanceKit, Sender, Step } from './check.js';
import { expectsSuccess } from './check-response.js';
import { combine, readPath, substitute, textOf } from './values.js';

/** What checks cost of the quota of a service, about. */
export interface CostEstimate {
  readonly checks: number;
  /** In all buckets. */
  readonly units: number;
  /** Units by bucket. */
  readonly buckets: Readonly<Record<string, number>>;
}

/** The cost of a check, before it is known which others run. */
export interface CheckCost {
  /** Units by bucket, with the cleanup. */
  readonly own: ReadonlyMap<string, number>;
  /** Units by bucket of each shared step, which the first check pays. */
  readonly shared: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The operations that it calls. */
  readonly operations: ReadonlySet<string>;
}

/** Pages of a list that is read to its end, if nothing tells. */
const usualPages = 3;

/** Turns of steps for each of the values that a response has, if nothing tells. */
const usualTurns = 10;

/** The cost of a check. Rejected calls cost as much as others, but for those whose credentials are rejected. */
export function costOf(check: Check, kit: ConformanceKit): CheckCost {
  const walk = new CostWalk(check, kit);
  walk.steps(check.steps);
  walk.steps(check.finally ?? []);
  return walk.cost();
}

/** Goes through the steps of a check without sending anything. Names stand for what would be kept. */
class CostWalk {
  readonly #kit: ConformanceKit;
  readonly #id: string;
  readonly #as: Sender;
  readonly #own = new Map<string, number>();
  readonly #shared = new Map<string, Map<string, number>>();
  readonly #operations = new Set<string>();
  readonly #names: KnownNames;
  /** What is deleted at the end, by the symbol of its id: the operation that does it. */
  readonly #undo = new Map<unknown, Operation<never>>();
  #count = 0;

  constructor({ id, as = 'nobody' }: Check, kit: ConformanceKit) {
    this.#id = id;
    this.#as = as;
    this.#kit = kit;
    const operations = kit.operations.map(({ method, path }) => ({
      method,
      path: path.replace(/\{[^}]*\}/g, 'some-id'),
    }));
    this.#names = new KnownNames([
      ['operations', operations],
      ['writing', operations.filter(({ method }) => method !== 'GET')],
    ]);
  }

  cost(): CheckCost {
    for (const operation of this.#undo.values()) this.#charge(operation);
    return { own: this.#own, shared: this.#shared, operations: this.#operations };
  }

  steps(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.each === undefined) this.#step(step);
      else this.#each(step);
    }
  }

  #each({ each = {}, steps = [], turns = usualTurns }: Step): void {
    const lists = Object.entries(each).map(([name, list]) => {
      const known = this.#fill(list);
      return [name, Array.isArray(known) ? known : Array.from({ length: turns })] as const;
    });
    for (const values of combine(lists)) {
      for (const [name, value] of values) this.#names.set(name, value);
      this.steps(steps);
    }
  }

  #step(step: Step): void {
    const operation = this.#operationOf(step);
    const times = step.repeat ?? step.together ?? 1;
    const { expect: _expect, keep = {}, ...request } = step;
    const key = step.shared === true ? JSON.stringify(this.#fill(request)) : undefined;
    const isKnown = key !== undefined && this.#shared.has(key);
    if (key !== undefined && !isKnown) this.#shared.set(key, new Map());
    const into = key === undefined ? this.#own : this.#shared.get(key);
    const ids = Array.from({ length: times }, (_, turn) => symbolOf(key ?? `${this.#id} ${(this.#count += 1)}`, turn));
    if (operation !== undefined && !isKnown && isCounted(step, step.as ?? this.#as)) {
      this.#operations.add(operation.id);
      this.#charge(operation, times * (step.allPages === true ? usualPages : 1), into);
      this.#note(step, ids, into);
    }
    for (const name of Object.keys(keep))
      this.#names.set(name, times === 1 && step.repeat === undefined ? ids[0] : ids);
  }

  /** Counts the deletion of what a step creates, and not that of what it deletes. */
  #note(step: Step, ids: readonly string[], into: Map<string, number> | undefined): void {
    const { body, params, expect = {}, outcomes } = step;
    const call = textOf(this.#fill(step.call));
    const { cleanup = {}, goesWith = {} } = this.#kit;
    if (!expectsSuccess(expect)) return;
    const deleted = this.#fill(params?.['id']);
    if (this.#undo.get(deleted)?.id === call) this.#undo.delete(deleted);
    const undo = this.#kit.operations.find(({ id }) => id === cleanup[call]);
    const owner = goesWith[call];
    if (undo === undefined || (owner !== undefined && this.#isUndone(readPath(this.#fill(body), owner)))) return;
    const created = outcomes === undefined ? ids.length : (outcomes['200'] ?? outcomes['2xx'] ?? 0);
    if (step.shared === true) this.#charge(undo, created, into);
    else for (const id of ids.slice(0, created)) this.#undo.set(id, undo);
  }

  /** Shared rows are deleted at the end, too. */
  #isUndone(id: unknown): boolean {
    return this.#undo.has(id) || [...this.#shared.keys()].some((key) => id === symbolOf(key, 0));
  }

  #charge({ quota }: Operation<never>, times = 1, into: Map<string, number> | undefined = this.#own): void {
    if (quota === undefined) return;
    const { cost, bucket = 'default' } = quota;
    into.set(bucket, (into.get(bucket) ?? 0) + cost * times);
  }

  #operationOf({ call, send }: Step): Operation<never> | undefined {
    const { operations } = this.#kit;
    if (send === undefined) {
      const wanted = this.#fill(call);
      return operations.find(({ id }) => id === wanted);
    }
    const [method, path] = [this.#fill(send.method), textOf(this.#fill(send.path ?? ''))];
    return operations.find((one) => one.method === method && isPath(one.path, path));
  }

  #fill(value: unknown): unknown {
    return substitute(value, this.#names);
  }
}

/** Names that are known; any other one is its own value. */
class KnownNames extends Map<string, unknown> {
  override has(): boolean {
    return true;
  }

  override get(name: string): unknown {
    return super.has(name) ? super.get(name) : `\${${name}}`;
  }
}

/** A symbol of the id of a row, which fits into a path. */
function symbolOf(step: string, turn: number): string {
  return `${step.replaceAll('/', ' ')} ${turn}`;
}

/** Requests without credentials, and those with others that are rejected, are not counted. */
function isCounted({ expect = {}, send }: Step, sender: Sender): boolean {
  return expect.status !== 401 || (sender !== 'nobody' && send?.headers === undefined);
}

/** Whether a path is one of a template: `/pets/some-id` of `/pets/{id}`, `/v1/a/b` of `/v1/{name=a/*}`. */
function isPath(template: string, path: string): boolean {
  const given = path.replace(/\?.*/s, '').split('/');
  const forms = [template.replace(/\{[^}]*\}/g, '*'), template.replace(/\{(?:[^}=]+=)?([^}]*)\}/g, '$1')];
  return forms.some((form) => {
    const pieces = form.split('/');
    return pieces.length === given.length && pieces.every((piece, at) => piece === '*' || piece === given[at]);
  });
}

/** What several checks cost together. */
export function sumCosts(costs: readonly CheckCost[]): CostEstimate {
  const buckets = new Map<string, number>();
  const paid = new Set<string>();
  for (const cost of costs)
    for (const [bucket, units] of dueOf(cost, paid)) buckets.set(bucket, (buckets.get(bucket) ?? 0) + units);
  const units = [...buckets.values()].reduce((sum, one) => sum + one, 0);
  return { checks: costs.length, units, buckets: Object.fromEntries(buckets) };
}

/** What a check costs if some shared steps are paid. Those that it needs are paid from then on. */
export function dueOf({ own, shared }: CheckCost, paid: Set<string>): ReadonlyMap<string, number> {
  const due = new Map(own);
  for (const [key, units] of shared) {
    if (paid.has(key)) continue;
    paid.add(key);
    for (const [bucket, cost] of units) due.set(bucket, (due.get(bucket) ?? 0) + cost);
  }
  return due;
}

/** Formats an estimate: the units of each bucket, beside what may be spent of it. */
export function formatEstimate(
  { checks, units, buckets }: CostEstimate,
  quotas: ConformanceKit['quotas'] = {},
): string {
  const lines = Object.entries(buckets).map(([bucket, spent]) => {
    const limits = (quotas[bucket] ?? []).map(
      ({ limit, per }) => `${count(limit)} ${per === 'hour' ? 'an' : 'a'} ${per}`,
    );
    const day = (quotas[bucket] ?? []).find(({ per }) => per === 'day');
    const note = day !== undefined && spent > day.limit ? ', more than a day has' : '';
    return `  ${bucket}: ${count(spent)}${limits.length === 0 ? '' : ` of ${limits.join(', ')}`}${note}`;
  });
  const head = `${checks} checks, about ${count(units)} units of the quota`;
  return `${[lines.length === 0 ? `${checks} checks` : `${head}:`, ...lines].join('\n')}\n`;
}

function count(units: number): string {
  return units.toLocaleString('en');
}
