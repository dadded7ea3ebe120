import type { Operation } from '@speccast/runtime';
import { createRouter } from '@speccast/runtime/requests';
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

/** Units of one bucket of the quota. */
interface Charge {
  readonly bucket: string;
  readonly units: number;
  /** The request of a shared step, which only the first check pays. */
  readonly shared: string | undefined;
}

/** The cost of a check on its own. */
interface CheckCost {
  /** The costs of its requests and of the cleanup. */
  readonly charges: readonly Charge[];
  /** Ids of the operations that it calls. */
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
  for (const operation of walk.undo.values()) walk.charge(operation);
  return walk;
}

/** Goes through the steps of a check without sending anything. Names are replaced by symbols of the values that would be kept. */
class CostWalk implements CheckCost {
  readonly charges: Charge[] = [];
  readonly operations = new Set<string>();
  /** Operations that delete rows at the end, by the symbols of their ids. */
  readonly undo = new Map<unknown, Operation<never>>();
  readonly #check: Check;
  readonly #kit: ConformanceKit;
  readonly #names: Map<string, unknown>;
  /** Requests of shared steps. */
  readonly #shared = new Set<string>();
  #count = 0;

  constructor(check: Check, kit: ConformanceKit) {
    this.#check = check;
    this.#kit = kit;
    this.#names = new Map(nameOperations(kit));
  }

  visit(steps: readonly Step[]): void {
    for (const step of steps) {
      const { each, steps: inner = [], turns = usualTurns } = step;
      if (!each) {
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

  charge({ quota }: Operation<never>, times = 1, shared?: string): void {
    if (quota) this.charges.push({ bucket: quota.bucket ?? 'default', units: quota.cost * times, shared });
  }

  #visitRequest(step: Step): void {
    const { expect = {}, keep = {}, ...request } = step;
    const { send, as = this.#check.as ?? 'nobody', repeat, together = 1, allPages = false } = step;
    const shared = step.shared === true ? JSON.stringify(this.#fill(request)) : undefined;
    const isPaid = shared !== undefined && this.#shared.has(shared);
    if (shared !== undefined) this.#shared.add(shared);
    const ids = Array.from({ length: repeat ?? together }, (_, turn) =>
      toSymbol(shared ?? `${this.#check.id} ${(this.#count += 1)}`, turn),
    );
    const operation = this.#findOperation(step);
    // Requests without credentials, and those with others that are rejected, are not counted.
    const isCounted = expect.status !== 401 || (as !== 'nobody' && send?.headers === undefined);
    if (operation && isCounted && !isPaid) {
      this.operations.add(operation.id);
      this.charge(operation, ids.length * (allPages ? usualPages : 1), shared);
      if (expectsSuccess(expect)) this.#noteRows(step, ids, shared);
    }
    const kept = repeat === undefined && together === 1 ? ids[0] : ids;
    for (const name of Object.keys(keep)) this.#names.set(name, kept);
  }

  /** Adds the deletion of rows that a step creates, and removes that of a row that it deletes. */
  #noteRows({ call, params, body, outcomes }: Step, ids: readonly string[], shared: string | undefined): void {
    const { cleanup = {}, goesWith = {}, operations } = this.#kit;
    const id = toText(this.#fill(call));
    const deleted = this.#fill(params?.['id']);
    if (this.undo.get(deleted)?.id === id) this.undo.delete(deleted);
    const undo = operations.find((one) => one.id === cleanup[id]);
    const owner = goesWith[id] === undefined ? undefined : readPath(this.#fill(body), goesWith[id]);
    // The row is deleted with its owner, also with one that a shared step created.
    const isDeleted = this.undo.has(owner) || [...this.#shared].some((request) => owner === toSymbol(request, 0));
    if (!undo || isDeleted) return;
    const created = ids.slice(0, outcomes && (outcomes['200'] ?? outcomes['2xx'] ?? 0));
    if (shared !== undefined) this.charge(undo, created.length, shared);
    else for (const one of created) this.undo.set(one, undo);
  }

  #findOperation({ call, send }: Step): Operation<never> | undefined {
    const { operations } = this.#kit;
    if (!send) {
      const id = this.#fill(call);
      return operations.find((one) => one.id === id);
    }
    const [method, path] = [send.method, send.path].map((one) => toText(this.#fill(one)).replace(/\?.*/s, ''));
    // The symbol of a resource name is one segment: `/v1/{name=accounts/*}` → `/v1/{name}`.
    const routes = operations.flatMap((operation) => {
      const path = operation.path.replace(/=[^}]*/g, '');
      return [{ operation }, { operation: { ...operation, path } }];
    });
    const found = createRouter(routes)(method ?? '', path ?? '');
    return found.kind === 'operation' ? found.plan.operation : undefined;
  }

  /** Replaces the names that are known; any other one is its own value. */
  #fill(value: unknown): unknown {
    const get = (name: string): unknown => (this.#names.has(name) ? this.#names.get(name) : `\${${name}}`);
    return substitute(value, { has: () => true, get });
  }
}

/** Returns a symbol of the id of a row, which fits into a path. */
function toSymbol(step: string, turn: number): string {
  return `${step.replaceAll('/', ' ')} ${turn}`;
}

/** Returns the charges of a check, without those of shared steps that are paid already. */
function listDue({ charges }: CheckCost, paid: readonly Charge[]): readonly Charge[] {
  return charges.filter(({ shared }) => shared === undefined || !paid.some((one) => one.shared === shared));
}

/** Returns the units of each bucket. */
function sumBuckets(charges: readonly Charge[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const { bucket, units } of charges) sums.set(bucket, (sums.get(bucket) ?? 0) + units);
  return Object.fromEntries(sums);
}

/** Returns the units of all buckets. */
function sumUnits(charges: readonly Charge[]): number {
  return charges.reduce((sum, { units }) => sum + units, 0);
}

/** Sums the costs of several checks. */
export function sumCosts(costs: readonly CheckCost[]): CostEstimate {
  const charges: Charge[] = [];
  for (const cost of costs) charges.push(...listDue(cost, charges));
  return { checks: costs.length, units: sumUnits(charges), buckets: sumBuckets(charges) };
}

/**
 * Chooses checks that cost no more than a budget, nor more of a bucket than a day has. Takes the check that calls most new
 * operations for its cost, of equals the first, until none fits. The checks keep their order.
 */
export function chooseChecks(checks: readonly Check[], kit: ConformanceKit, budget: number): readonly Check[] {
  const { quotas = {} } = kit;
  const open = new Map(checks.map((check) => [check, measureCost(check, kit)]));
  const called = new Set<string>();
  let charges: readonly Charge[] = [];
  for (;;) {
    const candidates = [...open].map(([check, cost]) => {
      const due = listDue(cost, charges);
      const added = [...cost.operations].filter((id) => !called.has(id)).length;
      return { check, cost, total: [...charges, ...due], value: (added + 0.1) / (sumUnits(due) + 1) };
    });
    const fitting = candidates.filter(
      ({ total }) =>
        sumUnits(total) <= budget &&
        Object.entries(sumBuckets(total)).every(
          ([bucket, units]) => units <= (quotas[bucket]?.find(({ per }) => per === 'day')?.limit ?? Infinity),
        ),
    );
    const [best] = fitting.sort((one, other) => other.value - one.value);
    if (!best) return checks.filter((check) => !open.has(check));
    open.delete(best.check);
    for (const id of best.cost.operations) called.add(id);
    charges = best.total;
  }
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
