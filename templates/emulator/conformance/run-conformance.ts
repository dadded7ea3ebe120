import { createRedactor, type Operation } from '@speccast/runtime';
import type { Check, ConformanceKit, Sender, Step } from './check.js';
import { chooseChecks } from './choose-checks.js';
import { CreatedRows, type RowStore } from './created-rows.js';
import { type CostEstimate, costOf, sumCosts } from './estimate-cost.js';
import { type CheckResult, type ConformanceReport, groupCauses } from './report.js';
import { runCheck } from './run-check.js';
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
  /** Whether to run checks that create, change and delete data of these users. Default: false. */
  readonly writes?: boolean;
  /** Whether to run checks of the documented behaviour that the real service may not have. Default: true. */
  readonly documented?: boolean;
  /** Ids of the checks to run; `lists` includes `lists.empty`. Default: all. */
  readonly only?: readonly string[];
  /** Units of the quota that the run may cost, about. The most informative checks for them are run. Default: no limit. */
  readonly budget?: number;
  /** Remembers what the run created until it is deleted, so that the next run deletes what this one could not. */
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
 * Runs the checks of a service sequentially, until its quota is spent, and deletes what they created. Rejects if `only` has
 * unknown ids, if nothing responds at all, or if the signal aborts it.
 */
export async function runKit(kit: ConformanceKit, options: ConformanceOptions): Promise<ConformanceReport> {
  const run = openRun(kit, options);
  const checks = choose(kit.checks, options.only);
  const chosen = withinBudget(checks, kit, options);
  const estimate = sumCosts([...chosen].map((check) => costOf(check, kit)));
  options.onEstimate?.(estimate, kit.quotas);
  const leftovers: string[] = [];
  const course: Course = { checks, chosen, results: [], leftovers };
  try {
    await runChecks(course, run, options);
  } finally {
    leftovers.push(
      ...(await undoRows(
        run.rows.pending().filter((row) => !run.tried.has(row)),
        run,
      )),
    );
  }
  options.signal?.throwIfAborted();
  return reportOf(course, estimate);
}

/** What is known while checks run. */
interface Course {
  readonly checks: readonly Check[];
  /** Those that can run, within the budget. */
  readonly chosen: ReadonlySet<Check>;
  readonly results: CheckResult[];
  readonly leftovers: string[];
  end?: RunEnd;
}

async function runChecks(course: Course, run: Run, options: ConformanceOptions): Promise<void> {
  const earlier = options.writes === true ? (options.rows?.load() ?? []) : [];
  try {
    course.leftovers.push(...(await undoEarlier(earlier, run)));
  } catch (error) {
    if (!(error instanceof RunEnd)) throw error;
    course.end = error;
  }
  for (const check of course.checks) {
    options.signal?.throwIfAborted();
    const obstacle = findObstacle(check, options) ?? whyNot(check, course, options);
    const { result, end } = obstacle === undefined ? await runCheck(check, run) : { result: skipped(check, obstacle) };
    if (end !== undefined) course.end = end;
    course.results.push(result);
    options.onResult?.(result);
  }
  options.signal?.throwIfAborted();
}

function whyNot(check: Check, { chosen, end }: Course, { budget = 0 }: ConformanceOptions): string | undefined {
  if (!chosen.has(check)) return `does not fit into the budget of ${budget} units`;
  return end === undefined ? undefined : 'was not run, because the quota is spent';
}

function reportOf({ results, leftovers, end }: Course, estimate: CostEstimate): ConformanceReport {
  const count = (outcome: CheckResult['outcome']): number => results.filter((one) => one.outcome === outcome).length;
  return {
    results,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    causes: groupCauses(results),
    estimate,
    ...(end !== undefined && { stopped: end.message }),
    ...(leftovers.length > 0 && { leftovers }),
  };
}

/** The checks that can run, and fit into the budget if there is one. */
function withinBudget(checks: readonly Check[], kit: ConformanceKit, options: ConformanceOptions): ReadonlySet<Check> {
  const possible = checks.filter((check) => findObstacle(check, options) === undefined);
  return new Set(options.budget === undefined ? possible : chooseChecks(possible, kit, options.budget));
}

function openRun(kit: ConformanceKit, options: ConformanceOptions): Run {
  const { service, dailyQuota } = kit;
  const schemes = Object.values(service.security);
  const names = schemes.flatMap((scheme) => {
    if (scheme.kind === 'apiKey') return [scheme.name];
    return scheme.kind === 'bearer' && scheme.queryParameter !== undefined ? [scheme.queryParameter] : [];
  });
  const redactor = createRedactor(names);
  const { key, tokens = {} } = options;
  for (const secret of [key, tokens.T1, tokens.T2]) if (secret !== undefined) redactor.add(secret);
  const operations = new Map(kit.operations.map((operation): [string, Operation<never>] => [operation.id, operation]));
  return {
    kit,
    target: { ...options, service, dailyQuota, operations },
    fetch: options.fetch ?? ((request) => fetch(request)),
    redact: redactor.text,
    maxBytes: options.maxBytes ?? 16 * 2 ** 20,
    signal: options.signal,
    rows: new CreatedRows(options.rows),
    shared: new Map(),
    tried: new Set(),
    hasSpent: new Set(),
    answered: false,
  };
}

function choose(checks: readonly Check[], only: readonly string[] | undefined): readonly Check[] {
  if (only === undefined) return checks;
  const isMeant = (id: string, wanted: string): boolean => id === wanted || id.startsWith(`${wanted}.`);
  const unknown = only.filter((wanted) => !checks.some(({ id }) => isMeant(id, wanted)));
  if (unknown.length > 0) throw new TypeError(`There is no check ${unknown.join(', ')}.`);
  return checks.filter(({ id }) => only.some((wanted) => isMeant(id, wanted)));
}

function skipped({ id, title, source }: Check, reason: string): CheckResult {
  return { id, title, ...(source !== undefined && { source }), outcome: 'skipped', reason, steps: [] };
}

const needs: Readonly<Record<Exclude<Sender, 'nobody'>, string>> = {
  key: 'needs an API key',
  T1: 'needs a token',
  T2: 'needs the token of a second user',
};

/** Why a check cannot run with these options; undefined if it can. */
function findObstacle(check: Check, options: ConformanceOptions): string | undefined {
  if (check.writes === true && options.writes !== true) return 'changes data, which was not allowed';
  if (check.profile === 'documented' && options.documented === false)
    return 'holds only where the document alone is followed';
  const given = { key: options.key, T1: options.tokens?.T1, T2: options.tokens?.T2 };
  const senders = sendersOf(check);
  for (const sender of ['key', 'T1', 'T2'] as const) if (senders.has(sender) && !given[sender]) return needs[sender];
  return undefined;
}

/** The senders of a check's requests, and those that they mention. */
function sendersOf({ as = 'nobody', steps, finally: last = [] }: Check): ReadonlySet<string> {
  const senders = [...steps, ...last].flatMap((step) => sendersOfStep(step, as));
  const texts = JSON.stringify([steps, last]);
  return new Set([...senders, ...['key', 'T1', 'T2'].filter((name) => texts.includes(`\${${name}}`))]);
}

function sendersOfStep({ as, steps = [] }: Step, outer: Sender): readonly Sender[] {
  return steps.length === 0 ? [as ?? outer] : steps.flatMap((step) => sendersOfStep(step, as ?? outer));
}
