import { createRedactor } from '@speccast/runtime';
import { credentialParameters } from '@speccast/runtime/requests';
import { defined } from '../values/defined.js';
import type { Check, ConformanceKit, Sender, Step } from './check.js';
import { chooseChecks, measureCost, sumCosts } from './estimate-cost.js';
import { type CheckResult, type ConformanceReport, groupCauses } from './report.js';
import { type ConformanceOptions, type Run, RunEnd } from './run.js';
import { runCheck } from './run-check.js';
import { undoEarlier, undoRows } from './created-rows.js';

/**
 * Runs the checks of a service sequentially, until its quota is spent, and deletes the rows that they created. Rejects if `only` has
 * unknown ids, if nothing responds at all, or if the signal aborts it.
 */
export async function runKit(kit: ConformanceKit, options: ConformanceOptions): Promise<ConformanceReport> {
  const { budget, only, signal, writes = false, rows } = options;
  const run = createRun(kit, options);
  const checks = selectChecks(kit.checks, only);
  const possible = checks.filter((check) => findObstacle(check, options) === undefined);
  const chosen = budget === undefined ? possible : chooseChecks(possible, kit, budget);
  const estimate = sumCosts(chosen.map((check) => measureCost(check, kit)));
  options.onEstimate?.(estimate, kit.quotas);
  const results: CheckResult[] = [];
  const leftovers: string[] = [];
  try {
    const earlier = undoEarlier((writes && rows?.load()) || [], run).catch((error: unknown) => {
      if (!(error instanceof RunEnd)) throw error;
      run.end = error;
      return [];
    });
    leftovers.push(...(await earlier));
    for (const check of checks) {
      signal?.throwIfAborted();
      let reason = findObstacle(check, options);
      if (!chosen.includes(check)) reason ??= `does not fit into the budget of ${budget} units`;
      if (run.end) reason ??= 'was not run, because the quota is spent';
      const { id, title, source } = check;
      const skipped = defined({ id, title, source, outcome: 'skipped' as const, steps: [], reason });
      const result = reason === undefined ? await runCheck(check, run) : skipped;
      results.push(result);
      options.onResult?.(result);
    }
    signal?.throwIfAborted();
  } finally {
    const left = run.rows.filter((row) => !run.triedRows.has(row));
    leftovers.push(...(await undoRows(left.toReversed(), run)));
  }
  signal?.throwIfAborted();
  const count = (outcome: CheckResult['outcome']) => results.filter((one) => one.outcome === outcome).length;
  return {
    results,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    causes: groupCauses(results),
    estimate,
    ...(run.end && { stopped: run.end.message }),
    ...(leftovers.length && { leftovers }),
  };
}

function createRun(kit: ConformanceKit, options: ConformanceOptions): Run {
  const { key, tokens: { T1, T2 } = {} } = options;
  const redactor = createRedactor([...credentialParameters(kit.service)]);
  for (const secret of [key, T1, T2]) if (secret !== undefined) redactor.add(secret);
  return {
    kit,
    options,
    operations: new Map(kit.operations.map((operation) => [operation.id, operation])),
    redact: redactor.text,
    rows: [],
    ownIds: new Set(),
    shared: new Map(),
    triedRows: new Set(),
    spentOperations: new Set(),
    hasResponse: false,
  };
}

/** Selects checks by their ids: `lists` selects `lists` and `lists.empty`. */
function selectChecks(checks: readonly Check[], only: readonly string[] | undefined) {
  if (!only) return checks;
  const isMeant = (id: string, name: string) => id === name || id.startsWith(`${name}.`);
  const unknown = only.filter((name) => !checks.some(({ id }) => isMeant(id, name)));
  if (unknown.length) throw new TypeError(`There is no check ${unknown.join(', ')}.`);
  return checks.filter(({ id }) => only.some((name) => isMeant(id, name)));
}

/** Explains why a check cannot run with these options; undefined if it can. */
function findObstacle(check: Check, options: ConformanceOptions) {
  const { as = 'nobody', steps, finally: last = [], profile, writes } = check;
  if (writes && !options.writes) return 'changes data, and the option `writes` is off';
  if (profile === 'documented' && options.documented === false)
    return 'checks documented behaviour that the real service may not have';
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
