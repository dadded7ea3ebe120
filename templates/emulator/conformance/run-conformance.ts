import { createRedactor } from '@speccast/runtime';
import type { Check, ConformanceKit, Sender, Step } from './check.js';
import { chooseChecks } from './choose-checks.js';
import { CreatedRows, type RowStore } from './created-rows.js';
import { type CostEstimate, measureCost, sumCosts } from './estimate-cost.js';
import { type CheckResult, type ConformanceReport, groupCauses } from './report.js';
import { type CheckEnd, runCheck } from './run-check.js';
import { RunEnd } from './run-end.js';
import type { Run } from './send.js';
import { undoEarlier, undoRows } from './undo.js';
import type { Credentials } from './write-request.js';

/** Options of a conformance run. */
export interface ConformanceOptions extends Credentials {
  /** Base URL of the service, including its version: `http://127.0.0.1:4010/v3`. */
  readonly baseUrl: string;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** API key. Without one, checks that need a key are skipped. */
  readonly key?: string;
  /** Tokens of two users with their own data. Without them, checks that need them are skipped. */
  readonly tokens?: { readonly T1?: string; readonly T2?: string };
  /** Runs checks that create, change and delete data of these users, too. Default: false. */
  readonly writes?: boolean;
  /** Runs checks of the documented behaviour that the real service may not have, too. Default: true. */
  readonly documented?: boolean;
  /** Ids of the checks to run; `lists` includes `lists.empty`. Default: all. */
  readonly only?: readonly string[];
  /** Approximate limit of the cost in units of the quota. The most informative checks within it are run. Default: no limit. */
  readonly budget?: number;
  /** Remembers the rows that the run created until they are deleted, so that the next run can delete the others. */
  readonly rows?: RowStore;
  /** Maximum size of a response in bytes; a longer one fails its check. Default: 16 MiB. */
  readonly maxBytes?: number;
  /** Aborts the run. The promise rejects with the reason after the cleanup. */
  readonly signal?: AbortSignal;
  /** Called with the cost of the checks before the first request. */
  readonly onEstimate?: (estimate: CostEstimate, quotas: ConformanceKit['quotas']) => void;
  /** Called with each result. */
  readonly onResult?: (result: CheckResult) => void;
}

/**
 * Runs the checks of a service sequentially, until its quota is spent, and deletes the rows that they created. Rejects if `only` has
 * unknown ids, if nothing responds at all, or if the signal aborts it.
 */
export async function runKit(kit: ConformanceKit, options: ConformanceOptions): Promise<ConformanceReport> {
  const { budget, only, signal } = options;
  const run = openRun(kit, options);
  const checks = selectChecks(kit.checks, only);
  const possible = checks.filter((check) => findObstacle(check, options) === undefined);
  const chosen = budget === undefined ? possible : chooseChecks(possible, kit, budget);
  const estimate = sumCosts(chosen.map((check) => measureCost(check, kit)));
  options.onEstimate?.(estimate, kit.quotas);
  const course: Course = { checks, chosen: new Set(chosen), results: [], leftovers: [] };
  const { results, leftovers } = course;
  try {
    await runChecks(course, run, options);
  } finally {
    const rows = run.rows.list().filter((row) => !run.tried.has(row));
    leftovers.push(...(await undoRows(rows, run)));
  }
  signal?.throwIfAborted();
  const count = (outcome: CheckResult['outcome']): number => results.filter((one) => one.outcome === outcome).length;
  return {
    results,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    causes: groupCauses(results),
    estimate,
    ...(course.end && { stopped: course.end.message }),
    ...(leftovers.length > 0 && { leftovers }),
  };
}

/** The state of a run. */
interface Course {
  readonly checks: readonly Check[];
  /** Those that can run, within the budget. */
  readonly chosen: ReadonlySet<Check>;
  readonly results: CheckResult[];
  readonly leftovers: string[];
  end?: RunEnd;
}

async function runChecks(course: Course, run: Run, options: ConformanceOptions): Promise<void> {
  const { signal, writes = false, rows, budget = 0 } = options;
  try {
    course.leftovers.push(...(await undoEarlier(writes ? (rows?.load() ?? []) : [], run)));
  } catch (error) {
    if (!(error instanceof RunEnd)) throw error;
    course.end = error;
  }
  for (const check of course.checks) {
    signal?.throwIfAborted();
    let reason = findObstacle(check, options);
    if (!course.chosen.has(check)) reason ??= `does not fit into the budget of ${budget} units`;
    if (course.end) reason ??= 'was not run, because the quota is spent';
    const { id, title, source } = check;
    const { result, end }: CheckEnd =
      reason === undefined
        ? await runCheck(check, run)
        : { result: { id, title, ...(source !== undefined && { source }), outcome: 'skipped', reason, steps: [] } };
    if (end) course.end = end;
    course.results.push(result);
    options.onResult?.(result);
  }
  signal?.throwIfAborted();
}

function openRun(kit: ConformanceKit, options: ConformanceOptions): Run {
  const { service, dailyQuota } = kit;
  const { key, tokens = {}, signal, maxBytes = 16 * 2 ** 20 } = options;
  const names = Object.values(service.security).map((scheme) => {
    if (scheme.kind === 'apiKey') return scheme.name;
    return scheme.kind === 'bearer' ? scheme.queryParameter : undefined;
  });
  const redactor = createRedactor(names.filter((name) => name !== undefined));
  for (const secret of [key, tokens.T1, tokens.T2]) if (secret !== undefined) redactor.add(secret);
  const operations = new Map(kit.operations.map((operation) => [operation.id, operation]));
  return {
    kit,
    target: { ...options, service, dailyQuota, operations },
    fetch: options.fetch ?? ((request) => fetch(request)),
    redact: redactor.text,
    maxBytes,
    signal,
    rows: new CreatedRows(options.rows),
    shared: new Map(),
    tried: new Set(),
    hasSpent: new Set(),
    answered: false,
  };
}

/** Selects checks by their ids: `lists` selects `lists` and `lists.empty`. */
function selectChecks(checks: readonly Check[], only: readonly string[] | undefined): readonly Check[] {
  if (only === undefined) return checks;
  const isMeant = (id: string, name: string): boolean => id === name || id.startsWith(`${name}.`);
  const unknown = only.filter((name) => !checks.some(({ id }) => isMeant(id, name)));
  if (unknown.length > 0) throw new TypeError(`There is no check ${unknown.join(', ')}.`);
  return checks.filter(({ id }) => only.some((name) => isMeant(id, name)));
}

/** Explains why a check cannot run with these options; undefined if it can. */
function findObstacle(check: Check, options: ConformanceOptions): string | undefined {
  const { as = 'nobody', steps, finally: last = [], profile, writes } = check;
  if (writes === true && options.writes !== true) return 'changes data, which was not allowed';
  if (profile === 'documented' && options.documented === false)
    return 'holds only where the document alone is followed';
  const senders = listSenders([...steps, ...last], as);
  const texts = JSON.stringify([steps, last]);
  const credentials = [
    ['key', options.key, 'needs an API key'],
    ['T1', options.tokens?.T1, 'needs a token'],
    ['T2', options.tokens?.T2, 'needs the token of a second user'],
  ] as const;
  const missing = credentials.find(
    ([sender, credential]) => !credential && (senders.includes(sender) || texts.includes(`\${${sender}}`)),
  );
  return missing?.[2];
}

function listSenders(steps: readonly Step[], outer: Sender): readonly Sender[] {
  return steps.flatMap(({ as = outer, steps: inner = [] }) => (inner.length === 0 ? [as] : listSenders(inner, as)));
}
