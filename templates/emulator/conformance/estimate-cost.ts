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
  /** The call of a shared step, which is paid once: `books.insert {"call":"books.insert"}`. */
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

/** Estimates the cost of a check. Rejected calls cost as much as others; only calls with rejected credentials are free. */
export function measureCost(check: Check, kit: ConformanceKit): CheckCost {
  // Kept values are not known before the run. A symbol of the request that returns it replaces each of them.
  const names = new Map(nameOperations(kit));
  const charges: Charge[] = [];
  const called = new Set<string>();
  /** Operations that delete rows at the end, by the symbols of their ids. */
  const undoes = new Map<unknown, Operation<never>>();
  const sharedRequests = new Set<string>();
  const charge = ({ quota, id }: Operation<never>, times: number, shared?: string) => {
    if (!quota) return;
    const { bucket = 'default', cost } = quota;
    charges.push({ bucket, units: cost * times, shared: shared && `${id} ${shared}` });
  };
  const { cleanup = {}, goesWith = {}, operations } = kit;
  let count = 0;
  for (const step of listRequests([...check.steps, ...(check.finally ?? [])], names)) {
    // Only strings are replaced, so it still is a step.
    const filled = fill(step, names) as Step;
    const { expect = {}, keep = {}, ...request } = filled;
    const { params, body, send, as = check.as ?? 'nobody', repeat, together = 1, allPages = false, outcomes } = filled;
    const shared = step.shared ? JSON.stringify(request) : undefined;
    if (shared !== undefined) sharedRequests.add(shared);
    const ids = Array.from({ length: repeat ?? together }, (_, turn) =>
      toSymbol(shared ?? `${check.id} ${(count += 1)}`, turn),
    );
    for (const name of Object.keys(keep)) names.set(name, repeat === undefined && together === 1 ? ids[0] : ids);
    const operation = findOperation(filled, operations);
    // Requests without credentials, and those with others that are rejected, are not counted.
    if (!operation || (expect.status === 401 && (as === 'nobody' || send?.headers !== undefined))) continue;
    called.add(operation.id);
    charge(operation, ids.length * (allPages ? usualPages : 1), shared);
    if (!expectsSuccess(expect)) continue;
    const id = send ? '' : operation.id;
    const deleted = params?.['id'];
    if (undoes.get(deleted)?.id === id) undoes.delete(deleted);
    const undo = operations.find((one) => one.id === cleanup[id]);
    const owner = goesWith[id] === undefined ? undefined : readPath(body, goesWith[id]);
    // The row is deleted with its owner, also with one that a shared step created.
    if (!undo || undoes.has(owner) || [...sharedRequests].some((one) => owner === toSymbol(one, 0))) continue;
    const created = ids.slice(0, outcomes && (outcomes['200'] ?? outcomes['2xx'] ?? 0));
    if (shared !== undefined) charge(undo, created.length, shared);
    else for (const one of created) undoes.set(one, undo);
  }
  for (const operation of undoes.values()) charge(operation, 1);
  return { charges, operations: called };
}

/** Lists the steps with a request, those of `each` once a turn. Sets the names of each turn before its steps. */
function* listRequests(steps: readonly Step[], names: Map<string, unknown>): Iterable<Step> {
  for (const step of steps) {
    const { each, steps: inner = [], turns = usualTurns } = step;
    const lists = Object.entries(each ?? {}).map(([name, list]) => {
      const known = fill(list, names);
      return [name, Array.isArray(known) ? known : Array.from({ length: turns })] as const;
    });
    if (!each) yield step;
    else
      for (const values of combine(lists)) {
        for (const [name, value] of values) names.set(name, value);
        yield* listRequests(inner, names);
      }
  }
}

function findOperation({ call, send }: Step, operations: ConformanceKit['operations']) {
  if (!send) return operations.find(({ id }) => id === call);
  // The symbol of a resource name is one segment: `/v1/{name=accounts/*}` → `/v1/{name}`.
  const routes = operations.flatMap((operation) => {
    const simple = operation.path.replace(/=[^}]*/g, '');
    return [{ operation }, { operation: { ...operation, path: simple } }];
  });
  const found = createRouter(routes)(toText(send.method), toText(send.path).replace(/\?.*/s, ''));
  return found.kind === 'operation' ? found.plan.operation : undefined;
}

/** Replaces each `${name}` whose value is known; others stay as they are. */
function fill(value: unknown, names: ReadonlyMap<string, unknown>): unknown {
  const get = (name: string) => (names.has(name) ? names.get(name) : `\${${name}}`);
  return substitute(value, { has: () => true, get });
}

/** Returns a symbol for the id of a row that a request creates. It has no slash, so it is one segment of a path. */
function toSymbol(step: string, turn: number) {
  return `${step.replaceAll('/', ' ')} ${turn}`;
}

/** Sums charges: the units of all buckets, and of each. Calls of shared steps are paid once. */
function sumCharges(charges: readonly Charge[]) {
  const buckets: Record<string, number> = {};
  let total = 0;
  for (const { bucket, units } of new Map(charges.map((one) => [one.shared ?? one, one])).values()) {
    buckets[bucket] = (buckets[bucket] ?? 0) + units;
    total += units;
  }
  return { units: total, buckets };
}

/** Sums the costs of several checks. */
export function sumCosts(costs: readonly CheckCost[]): CostEstimate {
  return { checks: costs.length, ...sumCharges(costs.flatMap(({ charges }) => charges)) };
}

/**
 * Chooses checks within a budget and within the daily limits of the buckets. Takes the check with the most new operations for its
 * cost (the first of equals), again and again, until no check fits. The checks keep their order.
 */
export function chooseChecks(checks: readonly Check[], kit: ConformanceKit, budget: number): readonly Check[] {
  const { quotas = {} } = kit;
  const open = new Map(checks.map((check) => [check, measureCost(check, kit)]));
  const called = new Set<string>();
  let charges: readonly Charge[] = [];
  for (;;) {
    const spent = sumCharges(charges).units;
    const candidates = [...open].map(([check, cost]) => {
      const all = [...charges, ...cost.charges];
      const { units, buckets } = sumCharges(all);
      const isWithinDays = Object.entries(buckets).every(
        ([bucket, sum]) => sum <= (quotas[bucket]?.find(({ per }) => per === 'day')?.limit ?? Infinity),
      );
      const added = [...cost.operations].filter((id) => !called.has(id)).length;
      const value = (added + 0.1) / (units - spent + 1);
      return { check, cost, all, value, fits: units <= budget && isWithinDays };
    });
    const [best] = candidates.filter(({ fits }) => fits).sort((one, other) => other.value - one.value);
    if (!best) return checks.filter((check) => !open.has(check));
    open.delete(best.check);
    for (const id of best.cost.operations) called.add(id);
    charges = best.all;
  }
}

/** Formats an estimate: the units of each bucket, beside its limits. */
export function formatEstimate(
  { checks, units, buckets }: CostEstimate,
  quotas: ConformanceKit['quotas'] = {},
): string {
  const format = (count: number) => count.toLocaleString('en');
  const lines = Object.entries(buckets).map(([bucket, spent]) => {
    const limits = quotas[bucket] ?? [];
    const texts = limits.map(({ limit, per }) => `${format(limit)} ${per === 'hour' ? 'an' : 'a'} ${per}`);
    const isTooMuch = limits.some(({ limit, per }) => per === 'day' && spent > limit);
    const of = texts.length === 0 ? '' : ` of ${texts.join(', ')}`;
    return `  ${bucket}: ${format(spent)}${of}${isTooMuch ? ', more than the daily limit' : ''}\n`;
  });
  const about = lines.length === 0 ? '' : `, about ${format(units)} units of the quota:`;
  return `${checks} checks${about}\n${lines.join('')}`;
}
