import { defined } from '../values/defined.js';
import { type Check, nameOperations, type ReceivedResponse, type Sender, type Step } from './check.js';
import { checkResponse, generalize, isStatus, Skip } from './check-response.js';
import { noteRow, undoRows } from './created-rows.js';
import { send, type Sending, sendPages } from './send.js';
import type { CheckResult } from './report.js';
import { type CreatedRow, type Run, RunEnd, Unreachable } from './run.js';
import { combine, keepValues, substitute } from './values.js';

/** The context of steps. */
interface Scope extends Sending {
  /** Rows that the check created. Those of shared steps are deleted at the end of the run. */
  readonly rows: CreatedRow[];
  /** Values kept so far, also by earlier groups of steps. */
  readonly names: Map<string, unknown>;
  readonly as: Sender;
  /** Location in the check: `step 3.1`. */
  readonly location: string;
}

/** Runs a check: its steps until one fails, then `finally`, then the cleanup. */
export async function runCheck(check: Check, run: Run): Promise<CheckResult> {
  const { id, title, source, as = 'nobody', steps, finally: last = [] } = check;
  const { tokens, key, baseUrl, signal } = run.options;
  const names = new Map<string, unknown>([
    ['key', key],
    ['T1', tokens?.T1],
    ['T2', tokens?.T2],
    ['origin', new URL(baseUrl).origin],
    ...nameOperations(run.kit),
  ]);
  const scope: Scope = { run, signal, sent: [], rows: [], names, as, location: 'step ' };
  const error = await runSteps(steps, scope).catch((reason: Error) => reason);
  if (error instanceof Unreachable) throw error;
  if (error instanceof RunEnd) run.end = error;
  const lastScope = { ...scope, signal: undefined, location: 'finally ' };
  const lastError = await runSteps(last, lastScope).catch((reason: Error) => reason);
  const { outcome, reason = '' } = toVerdict(lastError, run);
  // Steps of `finally` may insert rows, too.
  const left = await undoRows(scope.rows.toReversed(), run, scope.sent);
  const leftovers = outcome === 'passed' ? left : [reason, ...left];
  return defined({
    id,
    title,
    source,
    ...toVerdict(error, run),
    steps: scope.sent,
    leftovers: leftovers.length ? leftovers : undefined,
  });
}

function toVerdict(
  error: Error | void,
  { redact, options: { signal } }: Run,
): Pick<CheckResult, 'outcome' | 'reason' | 'cause'> {
  if (!error) return { outcome: 'passed' };
  if (signal?.aborted) return { outcome: 'skipped', reason: 'was stopped' };
  const reason = redact(error.message);
  if (error instanceof Skip || error instanceof RunEnd) return { outcome: 'skipped', reason };
  return { outcome: 'failed', reason, cause: redact(String(error.cause)) };
}

/** A failed step. The message has its location; the `cause` is text that other failures may share. */
class Failure extends Error {}

/**
 * Runs steps sequentially. Later steps can use the values that earlier ones kept. Throws the first `Failure`, `Skip`, `RunEnd` or
 * `Unreachable`; other errors become a `Failure`.
 */
async function runSteps(steps: readonly Step[], outer: Scope) {
  for (const [index, step] of steps.entries()) {
    const location = `${outer.location}${index + 1}`;
    try {
      const scope = { ...outer, as: step.as ?? outer.as, location };
      await (step.each ? runEach(step, scope) : runStep(step, scope));
    } catch (error) {
      if ([Failure, Skip, RunEnd, Unreachable].some((kind) => error instanceof kind)) throw error;
      const cause = error instanceof Error ? error.message : String(error);
      throw new Failure(`${location}: ${cause}`, { cause });
    }
  }
}

async function runStep(step: Step, scope: Scope) {
  const { repeat, together, outcomes = {}, keep = {} } = step;
  const performances: Performance[] = [];
  if (together === undefined)
    for (let turn = 0; turn < (repeat ?? 1); turn += 1) performances.push(await perform(step, scope, turn));
  else {
    const all = Array.from({ length: together }, () => perform(step, scope));
    // Waits for all of them, also after an error, so that the rows that they create are known.
    await Promise.all(all.map((one) => one.catch(() => {})));
    performances.push(...(await Promise.all(all)));
  }
  const issues = Object.entries(outcomes).flatMap(([status, count]) => {
    const got = performances.filter((one) => isStatus(one.status, status)).length;
    return got === count ? [] : `expected ${count} responses with ${status}, got ${got} among ${performances.length}`;
  });
  if (issues.length) throw new Error(issues.join('; '));
  for (const name of Object.keys(keep)) {
    const values = performances.map(({ kept }) => kept.get(name));
    scope.names.set(name, repeat === undefined && together === undefined ? values[0] : values);
  }
}

async function runEach({ each = {}, steps = [] }: Step, scope: Scope) {
  const { names, location } = scope;
  const turns = combine(Object.entries(each).map(([name, list]) => [name, substitute(list, names)]));
  for (const [index, values] of turns.entries()) {
    for (const [name, value] of values) names.set(name, value);
    await runSteps(steps, { ...scope, location: `${location}, turn ${index + 1}, ` });
  }
  if (!turns.length) throw new Error('a list of `each` is empty');
}

interface Performance {
  readonly status: number;
  readonly kept: ReadonlyMap<string, unknown>;
}

/** Sends a step and checks the response. Inside a repetition `${turn}` is its number, from 0. */
async function perform(step: Step, scope: Scope, turn = 0) {
  const { location, names, run, sent } = scope;
  // Only strings change. Their values are checked where they are used.
  const filled = substitute(step, new Map([['turn', turn], ...names])) as Step;
  const { call = '', expect = {}, outcomes, keep = {} } = filled;
  const received = await respond(filled, scope);
  const method = run.operations.get(call)?.method ?? filled.send?.method;
  const issues = outcomes ? [] : await checkResponse(received, expect, run.kit, method);
  if (!issues.length) return { status: received.status, kept: keepValues(received, keep) };
  const message = `${location}: ${issues.join('; ')}\n  sent ${sent.at(-1)?.sent ?? ''}`;
  throw new Failure(message, { cause: generalize(received, expect, issues) });
}

/** Sends a step. A shared step is sent once in a run; later checks get the same response. */
async function respond(step: Step, scope: Scope): Promise<ReceivedResponse> {
  const { as, rows, run } = scope;
  const { shared: isShared = false, expect: _expect, keep: _keep, ...request } = step;
  const key = JSON.stringify([as, request]);
  const known = isShared && run.shared.get(key);
  if (known) return known;
  const received = (step.allPages ? sendPages : send)(step, as, scope).then((response) => {
    const row = response.status < 300 ? noteRow(step, as, response, run) : undefined;
    if (row && !isShared) rows.push(row);
    return response;
  });
  if (!isShared) return received;
  run.shared.set(key, received);
  // A step that failed once may succeed for the next check.
  const forget = () => run.shared.delete(key);
  received.then(({ status }) => status >= 300 && forget(), forget);
  return received;
}
