import { type Check, nameOperations, type Sender, type Step } from './check.js';
import { checkOutcomes, checkResponse, generalize, Skip } from './check-response.js';
import { noteRow, undoRows } from './created-rows.js';
import type { ReceivedResponse } from './read-response.js';
import { send, type Sending, sendPages } from './send.js';
import type { CheckResult } from './report.js';
import type { CreatedRow, Run } from './run.js';
import { RunEnd, Unreachable } from './run-end.js';
import { combine, keepValues, substitute } from './values.js';

/** The state that the steps of a check share. */
interface Course extends Sending {
  /** Rows that the check created. Those of shared steps are deleted at the end of the run. */
  readonly rows: CreatedRow[];
}

interface Scope {
  /** Values kept so far, also by earlier groups of steps. */
  readonly names: Map<string, unknown>;
  readonly as: Sender;
  /** Location in the check: `step 3.1`. */
  readonly location: string;
}

/** Runs a check: its steps until one fails, then `finally`, then the cleanup. */
export async function runCheck(check: Check, run: Run): Promise<CheckResult> {
  const course: Course = { run, signal: run.options.signal, sent: [], rows: [] };
  const { id, title, source, as = 'nobody', steps, finally: last = [] } = check;
  const { tokens, key, baseUrl } = run.options;
  const names = new Map<string, unknown>([
    ['key', key],
    ['T1', tokens?.T1],
    ['T2', tokens?.T2],
    ['origin', new URL(baseUrl).origin],
    ...nameOperations(run.kit),
  ]);
  const error = await runSteps(steps, { names, as, location: 'step ' }, course).catch((reason: Error) => reason);
  if (error instanceof Unreachable) throw error;
  if (error instanceof RunEnd) run.end = error;
  const lastScope = { names, as, location: 'finally ' };
  const lastError = await runSteps(last, lastScope, { ...course, signal: undefined }).catch((reason: Error) => reason);
  const { outcome, reason = '' } = toVerdict(lastError, run);
  // Steps of `finally` may insert rows, too.
  const left = await undoRows(course.rows.toReversed(), run, course.sent);
  const leftovers = outcome === 'passed' ? left : [reason, ...left];
  return {
    id,
    title,
    ...(source !== undefined && { source }),
    ...toVerdict(error, run),
    steps: course.sent,
    ...(leftovers.length > 0 && { leftovers }),
  };
}

function toVerdict(
  error: Error | void,
  { redact, options: { signal } }: Run,
): Pick<CheckResult, 'outcome' | 'reason' | 'cause'> {
  if (!error) return { outcome: 'passed' };
  if (signal?.aborted === true) return { outcome: 'skipped', reason: 'was stopped' };
  const reason = redact(error.message);
  if (error instanceof Skip || error instanceof RunEnd) return { outcome: 'skipped', reason };
  return { outcome: 'failed', reason, cause: redact(String(error.cause)) };
}

/** A failed step. The message has its location; the `cause` is text that other failures may share. */
class Failure extends Error {}

/** Runs steps sequentially. Later steps can use the values that earlier ones kept. Other errors than those that end the check become failures. */
async function runSteps(steps: readonly Step[], scope: Scope, course: Course): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const location = `${scope.location}${index + 1}`;
    try {
      const inner = { ...scope, as: step.as ?? scope.as, location };
      await (step.each ? runEach(step, inner, course) : runStep(step, inner, course));
    } catch (error) {
      if ([Failure, Skip, RunEnd, Unreachable].some((kind) => error instanceof kind)) throw error;
      const cause = error instanceof Error ? error.message : String(error);
      throw new Failure(`${location}: ${cause}`, { cause });
    }
  }
}

async function runStep(step: Step, scope: Scope, course: Course): Promise<void> {
  const { names, location } = scope;
  const { repeat, together, outcomes = {}, keep = {} } = step;
  const performances: Performance[] = [];
  if (together === undefined)
    for (let turn = 0; turn < (repeat ?? 1); turn += 1) performances.push(await perform(step, scope, course, turn));
  else {
    const all = Array.from({ length: together }, () => perform(step, scope, course));
    // After the first error the others end, too, so that the rows that they create are known.
    await Promise.all(all.map((one) => one.catch(() => {})));
    performances.push(...(await Promise.all(all)));
  }
  const statuses = performances.map(({ status }) => status);
  const cause = checkOutcomes(statuses, outcomes).join('; ');
  if (cause !== '') throw new Failure(`${location}: ${cause}`, { cause });
  for (const name of Object.keys(keep)) {
    const values = performances.map(({ kept }) => kept.get(name));
    names.set(name, repeat === undefined && together === undefined ? values[0] : values);
  }
}

async function runEach({ each = {}, steps = [] }: Step, scope: Scope, course: Course): Promise<void> {
  const { names, location } = scope;
  const turns = combine(Object.entries(each).map(([name, list]) => [name, substitute(list, names)]));
  for (const [index, values] of turns.entries()) {
    for (const [name, value] of values) names.set(name, value);
    await runSteps(steps, { ...scope, location: `${location}, turn ${index + 1}, ` }, course);
  }
  if (turns.length === 0) throw new Error('there is nothing to go through');
}

interface Performance {
  readonly status: number;
  readonly kept: ReadonlyMap<string, unknown>;
}

/** Sends a step and checks the response. Inside a repetition `${turn}` is its number, from 0. */
async function perform(step: Step, { as, location, names }: Scope, course: Course, turn = 0): Promise<Performance> {
  // Only strings change. Their values are checked where they are used.
  const filled = substitute(step, new Map([['turn', turn], ...names])) as Step;
  const { call = '', expect = {}, outcomes, keep = {} } = filled;
  const received = await respond(filled, as, course);
  const { kit, operations } = course.run;
  const method = operations.get(call)?.method ?? filled.send?.method;
  const issues = outcomes ? [] : await checkResponse(received, expect, kit, method);
  if (issues.length === 0) return { status: received.status, kept: keepValues(received, keep) };
  const message = `${location}: ${issues.join('; ')}\n  sent ${course.sent.at(-1)?.sent ?? ''}`;
  throw new Failure(message, { cause: generalize(received, expect, issues) });
}

/** Sends a step; a shared one only if no check did before. */
async function respond(step: Step, as: Sender, course: Course): Promise<ReceivedResponse> {
  const { shared } = course.run;
  if (step.shared !== true) return sendOnce(step, as, course);
  const { expect: _expect, keep: _keep, ...request } = step;
  const key = JSON.stringify([as, request]);
  const known = shared.get(key);
  if (known) return known;
  const received = sendOnce(step, as, course);
  shared.set(key, received);
  // A step that failed once may succeed for the next check.
  const forget = (): boolean => shared.delete(key);
  received.then(({ status }) => status >= 300 && forget(), forget);
  return received;
}

async function sendOnce(step: Step, as: Sender, course: Course): Promise<ReceivedResponse> {
  const received = await (step.allPages === true ? sendPages : send)(step, as, course);
  const row = received.status < 300 ? noteRow(step, as, received, course.run) : undefined;
  if (row && step.shared !== true) course.rows.push(row);
  return received;
}
