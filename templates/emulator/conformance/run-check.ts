import type { Check, Sender, Step } from './check.js';
import { causeOf, checkResponse, checkOutcomes, Skip } from './check-response.js';
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
  /** What the check created; what shared steps created is for the whole run. */
  readonly rows: CreatedRow[];
  readonly leftovers: string[];
}

interface Scope {
  /** Values kept so far, also by earlier groups of steps. */
  readonly names: Map<string, unknown>;
  readonly as: Sender;
  /** Location in the check: `step 3.1`. */
  readonly location: string;
}

/** The result of a check, and why the run ends with it, if it does. */
export interface CheckEnd {
  readonly result: CheckResult;
  readonly end?: RunEnd;
}

/** Runs a check: its steps until one fails, then `finally`, then the cleanup. */
export async function runCheck(check: Check, run: Run): Promise<CheckEnd> {
  const course: Course = { run, signal: run.signal, sent: [], rows: [], leftovers: [] };
  const { id, title, source, as = 'nobody' } = check;
  const about = { id, title, ...(source !== undefined && { source }) };
  const names = builtIn(run);
  const error = await failureOf(() => runSteps(check.steps, { names, as, location: 'step ' }, course));
  if (error instanceof Unreachable) throw error;
  await cleanUp(check, names, course);
  const { sent, leftovers } = course;
  const result = { ...about, ...verdictOf(error, run), steps: sent, ...(leftovers.length > 0 && { leftovers }) };
  return { result, ...(error instanceof RunEnd && { end: error }) };
}

type Verdict = Pick<CheckResult, 'outcome' | 'reason' | 'cause'>;

async function failureOf(act: () => Promise<void>): Promise<unknown> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return error ?? new Error('nothing was thrown');
  }
}

function verdictOf(error: unknown, { redact, signal }: Run): Verdict {
  if (error === undefined) return { outcome: 'passed' };
  if (signal?.aborted === true) return { outcome: 'skipped', reason: 'was stopped' };
  const reason = redact(error instanceof Error ? error.message : String(error));
  if (error instanceof Skip || error instanceof RunEnd) return { outcome: 'skipped', reason };
  const cause = error instanceof Failure ? error.because : String(error instanceof Error ? error.message : error);
  return { outcome: 'failed', reason, cause: redact(cause) };
}

/** A failed step: where, and what may have made others fail as well. */
class Failure extends Error {
  readonly because: string;

  constructor(message: string, because: string, cause?: unknown) {
    super(message, { cause });
    this.because = because;
  }
}

/** Predefined names. */
function builtIn({ kit, target }: Run): Map<string, unknown> {
  const operations = kit.operations.map(({ id, method, path }) => ({
    id,
    method,
    path: path.replace(/\{[^}]*\}/g, 'some-id'),
  }));
  const writing = operations.filter(({ method }) => method !== 'GET');
  const origin = new URL(target.baseUrl).origin;
  const credentials: [string, unknown][] = [
    ['key', target.key],
    ['T1', target.tokens?.T1],
    ['T2', target.tokens?.T2],
  ];
  return new Map<string, unknown>([
    ...credentials,
    ['origin', origin],
    ['operations', operations],
    ['writing', writing],
  ]);
}

/** Runs steps sequentially. Later steps can use what earlier ones kept. */
async function runSteps(steps: readonly Step[], scope: Scope, course: Course): Promise<void> {
  for (const [index, step] of steps.entries())
    await runStep(step, { ...scope, as: step.as ?? scope.as, location: `${scope.location}${index + 1}` }, course);
}

async function runStep(step: Step, scope: Scope, course: Course): Promise<void> {
  if (step.each !== undefined) return runEach(step, scope, course);
  const { as, location } = scope;
  const ready = await located(location, () => Promise.resolve(fill(step, scope.names)));
  if (step.repeat === undefined && step.together === undefined) {
    const { kept } = await perform(ready, scope, course);
    for (const [name, value] of kept) remember(scope, name, value);
    return;
  }
  const performances: Performance[] = [];
  if (step.together !== undefined)
    performances.push(...(await allOf(Array.from({ length: step.together }, () => perform(ready, scope, course)))));
  else
    for (let count = step.repeat ?? 0; count > 0; count -= 1)
      performances.push(await perform(fillTurn(step, scope, performances.length), { ...scope, as }, course));
  if (step.outcomes !== undefined) {
    const issues = checkOutcomes(
      performances.map(({ status }) => status),
      step.outcomes,
    );
    if (issues.length > 0) throw new Failure(`${location}: ${issues.join('; ')}`, issues.join('; '));
  }
  for (const name of Object.keys(step.keep ?? {}))
    remember(
      scope,
      name,
      performances.flatMap(({ kept }) => listed(kept, name)),
    );
}

/** Waits for all, so that whatever they create is known, then throws the first error. */
async function allOf<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.all(promises.map((one) => one.catch(() => {})));
  return Promise.all(promises);
}

/** Inside a repetition `${turn}` is its number, from 0. */
function fillTurn(step: Step, { names }: Scope, turn: number): Step {
  return fill(step, new Map([...names, ['turn', turn]]));
}

function listed(kept: ReadonlyMap<string, unknown>, name: string): readonly unknown[] {
  return kept.get(name) === undefined ? [] : [kept.get(name)];
}

function remember({ names }: Scope, name: string, value: unknown): void {
  names.set(name, value);
}

async function runEach(step: Step, scope: Scope, course: Course): Promise<void> {
  const lists = await located(scope.location, () =>
    Promise.resolve(
      Object.entries(step.each ?? {}).map(([name, list]) => [name, substitute(list, scope.names)] as const),
    ),
  );
  let turn = 0;
  for (const values of combine(lists)) {
    for (const [name, value] of values) remember(scope, name, value);
    turn += 1;
    await runSteps(step.steps ?? [], { ...scope, location: `${scope.location}, turn ${turn}, ` }, course);
  }
  if (turn === 0) throw new Error(`${scope.location}: there is nothing to go through`);
}

/** Replaces the names in a step, but not in its inner steps. */
function fill(step: Step, names: ReadonlyMap<string, unknown>): Step {
  const { repeat, each, steps, ...rest } = step;
  const turn = names.has('turn') ? names : new Map([...names, ['turn', 0]]);
  // Only strings change. Their values are checked where they are used.
  const filled = substitute(rest, turn) as Step;
  return {
    ...filled,
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
  return located(location, async () => {
    const received = await respond(step, as, course);
    const { kit, target } = course.run;
    const method = target.operations.get(step.call ?? '')?.method ?? step.send?.method;
    const issues = step.outcomes === undefined ? await checkResponse(received, step.expect ?? {}, { kit, method }) : [];
    if (issues.length > 0)
      throw new Failure(
        `${issues.join('; ')}\n  sent ${course.sent.at(-1)?.sent ?? ''}`,
        causeOf(received, step.expect ?? {}, issues),
      );
    return { status: received.status, kept: keepValues(received, step.keep ?? {}) };
  });
}

/** Sends a step; a shared one only if no check did before. */
async function respond(step: Step, as: Sender, course: Course): Promise<ReceivedResponse> {
  const { run } = course;
  if (step.shared !== true) return sendOnce(step, as, course);
  const { expect: _expect, keep: _keep, ...request } = step;
  const key = JSON.stringify([as, request]);
  const known = run.shared.get(key);
  if (known !== undefined) return known;
  const received = sendOnce(step, as, course);
  run.shared.set(key, received);
  // What failed once may succeed for the next check.
  const forget = (): boolean => run.shared.delete(key);
  received.then(({ status }) => status >= 300 && forget(), forget);
  return received;
}

async function sendOnce(step: Step, as: Sender, course: Course): Promise<ReceivedResponse> {
  const received = step.allPages === true ? await sendPages(step, as, course) : await send(step, as, course);
  if (received.status >= 300) return received;
  const row = noteRow(step, as, received, course.run);
  if (row !== undefined && step.shared !== true) course.rows.push(row);
  return received;
}

/** Adds the location in the check to errors. */
async function located<T>(location: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Skip || error instanceof RunEnd || error instanceof Unreachable) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`${location}: ${reason}`, error instanceof Failure ? error.because : reason, error);
  }
}

async function cleanUp(
  { finally: last = [], as = 'nobody' }: Check,
  names: Map<string, unknown>,
  course: Course,
): Promise<void> {
  const calm: Course = { ...course, signal: undefined };
  const { run, rows, leftovers, sent } = course;
  // Steps of `finally` may insert, too.
  const error = await failureOf(() => runSteps(last, { names, as, location: 'finally ' }, calm));
  const { outcome, reason = '' } = verdictOf(error, run);
  if (outcome !== 'passed') leftovers.push(reason);
  leftovers.push(...(await undoRows(rows.toReversed(), run, sent)));
}
