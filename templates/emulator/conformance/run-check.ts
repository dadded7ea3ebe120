import { type Check, nameOperations, type Sender, type Step } from './check.js';
import { checkOutcomes, checkResponse, generalize, Skip } from './check-response.js';
import type { CreatedRow } from './created-rows.js';
import type { ReceivedResponse } from './read-response.js';
import type { CheckResult, StepResult } from './report.js';
import { RunEnd, Unreachable } from './run-end.js';
import { type Run, send, sendPages } from './send.js';
import { noteRow, undoRows } from './undo.js';
import { combine, keepValues, substitute } from './values.js';

/** The state that the steps of a check share. */
interface Course {
  readonly run: Run;
  /** The signal of the run; absent during cleanup. */
  readonly signal: AbortSignal | undefined;
  readonly sent: StepResult[];
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

/** The result of a check, and the reason if the run ends with it. */
export interface CheckEnd {
  readonly result: CheckResult;
  readonly end?: RunEnd;
}

/** Runs a check: its steps until one fails, then `finally`, then the cleanup. */
export async function runCheck(check: Check, run: Run): Promise<CheckEnd> {
  const course: Course = { run, signal: run.signal, sent: [], rows: [] };
  const { id, title, source, as = 'nobody', steps, finally: last = [] } = check;
  const { tokens, key, baseUrl } = run.target;
  const names = new Map<string, unknown>([
    ['key', key],
    ['T1', tokens?.T1],
    ['T2', tokens?.T2],
    ['origin', new URL(baseUrl).origin],
    ...nameOperations(run.kit),
  ]);
  const error = await catchError(() => runSteps(steps, { names, as, location: 'step ' }, course));
  if (error instanceof Unreachable) throw error;
  const cleanup = await catchError(() =>
    runSteps(last, { names, as, location: 'finally ' }, { ...course, signal: undefined }),
  );
  const { outcome, reason = '' } = toVerdict(cleanup, run);
  // Steps of `finally` may insert rows, too.
  const left = await undoRows(course.rows.toReversed(), run, course.sent);
  const leftovers = outcome === 'passed' ? left : [reason, ...left];
  const result = {
    id,
    title,
    ...(source !== undefined && { source }),
    ...toVerdict(error, run),
    steps: course.sent,
    ...(leftovers.length > 0 && { leftovers }),
  };
  return { result, ...(error instanceof RunEnd && { end: error }) };
}

async function catchError(act: () => Promise<void>): Promise<unknown> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return error ?? new Error('nothing was thrown');
  }
}

function toVerdict(error: unknown, { redact, signal }: Run): Pick<CheckResult, 'outcome' | 'reason' | 'cause'> {
  if (error === undefined) return { outcome: 'passed' };
  if (signal?.aborted === true) return { outcome: 'skipped', reason: 'was stopped' };
  const message = readMessage(error);
  const reason = redact(message);
  if (error instanceof Skip || error instanceof RunEnd) return { outcome: 'skipped', reason };
  return { outcome: 'failed', reason, cause: redact(error instanceof Failure ? error.because : message) };
}

function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A failed step: its message, and a cause that other failures may share. */
class Failure extends Error {
  readonly because: string;

  constructor(message: string, because: string, cause?: unknown) {
    super(message, { cause });
    this.because = because;
  }
}

/** Runs steps sequentially. Later steps can use the values that earlier ones kept. */
async function runSteps(steps: readonly Step[], scope: Scope, course: Course): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const inner = { ...scope, as: step.as ?? scope.as, location: `${scope.location}${index + 1}` };
    await (step.each === undefined ? runStep(step, inner, course) : runEach(step, inner, course));
  }
}

async function runStep(step: Step, scope: Scope, course: Course): Promise<void> {
  const { names, location } = scope;
  const { repeat, together, outcomes, keep = {} } = step;
  const ready = await atLocation(location, () => fill(step, names));
  if (repeat === undefined && together === undefined) {
    const { kept } = await perform(ready, scope, course);
    for (const [name, value] of kept) names.set(name, value);
    return;
  }
  const performances: Performance[] = [];
  if (together === undefined)
    for (let turn = 0; turn < (repeat ?? 0); turn += 1)
      performances.push(await perform(fill(step, new Map([...names, ['turn', turn]])), scope, course));
  else {
    const all = Array.from({ length: together }, () => perform(ready, scope, course));
    // After the first error the others end, too, so that the rows that they create are known.
    await Promise.all(all.map((one) => one.catch(() => {})));
    performances.push(...(await Promise.all(all)));
  }
  const statuses = performances.map(({ status }) => status);
  const issues = outcomes ? checkOutcomes(statuses, outcomes).join('; ') : '';
  if (issues !== '') throw new Failure(`${location}: ${issues}`, issues);
  for (const name of Object.keys(keep)) {
    const values = performances.map(({ kept }) => kept.get(name));
    names.set(
      name,
      values.filter((value) => value !== undefined),
    );
  }
}

async function runEach({ each = {}, steps = [] }: Step, scope: Scope, course: Course): Promise<void> {
  const { names, location } = scope;
  const lists = await atLocation(location, () =>
    Object.entries(each).map(([name, list]) => [name, substitute(list, names)] as const),
  );
  const turns = combine(lists);
  for (const [index, values] of turns.entries()) {
    for (const [name, value] of values) names.set(name, value);
    await runSteps(steps, { ...scope, location: `${location}, turn ${index + 1}, ` }, course);
  }
  if (turns.length === 0) throw new Error(`${location}: there is nothing to go through`);
}

/** Replaces the names in a step, but not in its inner steps. Inside a repetition `${turn}` is its number, from 0. */
function fill(step: Step, names: ReadonlyMap<string, unknown>): Step {
  const { repeat, each, steps, ...rest } = step;
  return {
    // Only strings change. Their values are checked where they are used.
    ...(substitute(rest, new Map([['turn', 0], ...names])) as Step),
    ...(repeat !== undefined && { repeat }),
    ...(each && { each }),
    ...(steps && { steps }),
  };
}

interface Performance {
  readonly status: number;
  readonly kept: ReadonlyMap<string, unknown>;
}

async function perform(step: Step, { as, location }: Scope, course: Course): Promise<Performance> {
  return atLocation(location, async () => {
    const { call = '', expect = {}, outcomes, keep = {} } = step;
    const received = await respond(step, as, course);
    const { kit, target } = course.run;
    const method = target.operations.get(call)?.method ?? step.send?.method;
    const issues = outcomes === undefined ? await checkResponse(received, expect, { kit, method }) : [];
    if (issues.length === 0) return { status: received.status, kept: keepValues(received, keep) };
    const message = `${issues.join('; ')}\n  sent ${course.sent.at(-1)?.sent ?? ''}`;
    throw new Failure(message, generalize(received, expect, issues));
  });
}

/** Sends a step; a shared one only if no check did before. */
async function respond(step: Step, as: Sender, course: Course): Promise<ReceivedResponse> {
  const { shared } = course.run;
  if (step.shared !== true) return sendOnce(step, as, course);
  const { expect: _expect, keep: _keep, ...request } = step;
  const key = JSON.stringify([as, request]);
  const known = shared.get(key);
  if (known !== undefined) return known;
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
  if (row !== undefined && step.shared !== true) course.rows.push(row);
  return received;
}

/** Adds the location in the check to errors. */
async function atLocation<T>(location: string, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Skip || error instanceof RunEnd || error instanceof Unreachable) throw error;
    const reason = readMessage(error);
    throw new Failure(`${location}: ${reason}`, error instanceof Failure ? error.because : reason, error);
  }
}
