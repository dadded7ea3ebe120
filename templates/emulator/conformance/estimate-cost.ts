import type { Operation } from '@speccast/runtime';
import { type Check, type ConformanceKit, nameOperations, type Step } from './check.js';
import { expectsSuccess } from './check-response.js';
import { combine, readPath, substitute, toText } from './values.js';

/** The estimated cost of checks in units of the quota. */
export interface CostEstimate {
  readonly checks: number;
  /** Units of all buckets. */
  readonly units: number;
  /** Units by bucket. */
  readonly buckets: Readonly<Record<string, number>>;
}

/** The cost of a check on its own. */
export interface CheckCost {
  /** Units by bucket, with the cleanup. */
  readonly own: ReadonlyMap<string, number>;
  /** Units by bucket of each shared step, which the first check pays. */
  readonly shared: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The operations that it calls. */
  readonly operations: ReadonlySet<string>;
}

/** Assumed number of pages of a list that is read to its end. */
const usualPages = 3;

/** Assumed number of turns of `each` with values of a response. */
const usualTurns = 10;

/** Estimates the cost of a check. Rejected calls cost as much as others, but for those whose credentials are rejected. */
export function measureCost(check: Check, kit: ConformanceKit): CheckCost {
  const walk = new CostWalk(check, kit);
  walk.visit([...check.steps, ...(check.finally ?? [])]);
  for (const operation of walk.undo.values()) addQuota(walk.own, operation);
  return walk;
}

/** Goes through the steps of a check without sending anything. Names are replaced by symbols of the values that would be kept. */
class CostWalk implements CheckCost {
  readonly own = new Map<string, number>();
  readonly shared = new Map<string, Map<string, number>>();
  readonly operations = new Set<string>();
  /** Operations that delete rows at the end, by the symbols of their ids. */
  readonly undo = new Map<unknown, Operation<never>>();
  readonly #check: Check;
  readonly #kit: ConformanceKit;
  readonly #names: KnownNames;
  #count = 0;

  constructor(check: Check, kit: ConformanceKit) {
    this.#check = check;
    this.#kit = kit;
    this.#names = new KnownNames(nameOperations(kit));
  }

  visit(steps: readonly Step[]): void {
    for (const step of steps) {
      const { each, steps: inner = [], turns = usualTurns } = step;
      if (each === undefined) {
        this.#visitRequest(step);
        continue;
      }
      const lists = Object.entries(each).map(([name, list]) => {
        const known = this.#fill(list);
        return [name, Array.isArray(known) ? known : Array.from({ length: turns })] as const;
      });
      for (const values of combine(lists)) {
        for (const [name, value] of values) this.#names.set(name, value);
        this.visit(inner);
      }
    }
  }

  #visitRequest(step: Step): void {
    const { expect = {}, keep = {}, ...request } = step;
    const { send, as = this.#check.as ?? 'nobody', repeat, together = 1, allPages = false } = step;
    const key = step.shared === true ? JSON.stringify(this.#fill(request)) : '';
    const isPaid = this.shared.has(key);
    const into = key === '' ? this.own : (this.shared.get(key) ?? new Map<string, number>());
    if (key !== '') this.shared.set(key, into);
    const ids = Array.from({ length: repeat ?? together }, (_, turn) =>
      toSymbol(key || `${this.#check.id} ${(this.#count += 1)}`, turn),
    );
    const operation = this.#findOperation(step);
    // Requests without credentials, and those with others that are rejected, are not counted.
    const isCounted = expect.status !== 401 || (as !== 'nobody' && send?.headers === undefined);
    if (operation !== undefined && isCounted && !isPaid) {
      this.operations.add(operation.id);
      addQuota(into, operation, ids.length * (allPages ? usualPages : 1));
      this.#noteRows(step, ids, into);
    }
    const kept = repeat === undefined && together === 1 ? ids[0] : ids;
    for (const name of Object.keys(keep)) this.#names.set(name, kept);
  }

  /** Adds the deletion of rows that a step creates, and removes that of a row that it deletes. */
  #noteRows({ call, params, body, expect = {}, outcomes, shared }: Step, ids: readonly string[], into: Units): void {
    if (!expectsSuccess(expect)) return;
    const { cleanup = {}, goesWith = {}, operations } = this.#kit;
    const id = toText(this.#fill(call));
    const deleted = this.#fill(params?.['id']);
    if (this.undo.get(deleted)?.id === id) this.undo.delete(deleted);
    const undo = operations.find((one) => one.id === cleanup[id]);
    const owner = goesWith[id] === undefined ? undefined : readPath(this.#fill(body), goesWith[id]);
    // The row is deleted with its owner, also with one that a shared step created.
    const isDeleted = this.undo.has(owner) || [...this.shared.keys()].some((key) => owner === toSymbol(key, 0));
    if (undo === undefined || isDeleted) return;
    const created = ids.slice(0, outcomes && (outcomes['200'] ?? outcomes['2xx'] ?? 0));
    if (shared === true) addQuota(into, undo, created.length);
    else for (const one of created) this.undo.set(one, undo);
  }

  #findOperation({ call, send }: Step): Operation<never> | undefined {
    const { operations } = this.#kit;
    if (send === undefined) {
      const id = this.#fill(call);
      return operations.find((one) => one.id === id);
    }
    const [method, path] = [this.#fill(send.method), toText(this.#fill(send.path ?? ''))];
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

/** Returns a symbol of the id of a row, which fits into a path. */
function toSymbol(step: string, turn: number): string {
  return `${step.replaceAll('/', ' ')} ${turn}`;
}

/** Returns whether a path is one of a template: `/pets/some-id` of `/pets/{id}`, `/v1/a/b` of `/v1/{name=a/*}`. */
function isPath(template: string, path: string): boolean {
  const segments = path.replace(/\?.*/s, '').split('/');
  const forms = [template.replace(/\{[^}]*\}/g, '*'), template.replace(/\{(?:[^}=]+=)?([^}]*)\}/g, '$1')];
  return forms.some((form) => {
    const pieces = form.split('/');
    return pieces.length === segments.length && pieces.every((piece, at) => piece === '*' || piece === segments[at]);
  });
}

/** Units of the quota by bucket. */
type Units = Map<string, number>;

function addQuota(units: Units, { quota }: Operation<never>, times = 1): void {
  if (quota !== undefined) addUnits(units, [[quota.bucket ?? 'default', quota.cost * times]]);
}

/** Adds units of some buckets to others. */
export function addUnits(units: Units, added: Iterable<readonly [bucket: string, cost: number]>): void {
  for (const [bucket, cost] of added) units.set(bucket, (units.get(bucket) ?? 0) + cost);
}

/** Returns the units of all buckets. */
export function sumUnits(units: ReadonlyMap<string, number>): number {
  return [...units.values()].reduce((sum, one) => sum + one, 0);
}

/** Sums the costs of several checks. */
export function sumCosts(costs: readonly CheckCost[]): CostEstimate {
  const buckets: Units = new Map();
  const paid = new Set<string>();
  for (const cost of costs) addUnits(buckets, payCost(cost, paid));
  return { checks: costs.length, units: sumUnits(buckets), buckets: Object.fromEntries(buckets) };
}

/** Returns the cost of a check without the shared steps that are paid already, and adds its own to those. */
export function payCost({ own, shared }: CheckCost, paid: Set<string>): ReadonlyMap<string, number> {
  const due = new Map(own);
  for (const [key, units] of shared) {
    if (!paid.has(key)) addUnits(due, units);
    paid.add(key);
  }
  return due;
}

/** Formats an estimate: the units of each bucket, beside its limits. */
export function formatEstimate(
  { checks, units, buckets }: CostEstimate,
  quotas: ConformanceKit['quotas'] = {},
): string {
  const format = (count: number): string => count.toLocaleString('en');
  const lines = Object.entries(buckets).map(([bucket, spent]) => {
    const limits = quotas[bucket] ?? [];
    const texts = limits.map(({ limit, per }) => `${format(limit)} ${per === 'hour' ? 'an' : 'a'} ${per}`);
    const isTooMuch = limits.some(({ limit, per }) => per === 'day' && spent > limit);
    const of = texts.length === 0 ? '' : ` of ${texts.join(', ')}`;
    return `  ${bucket}: ${format(spent)}${of}${isTooMuch ? ', more than a day has' : ''}\n`;
  });
  const about = lines.length === 0 ? '' : `, about ${format(units)} units of the quota:`;
  return `${checks} checks${about}\n${lines.join('')}`;
}
