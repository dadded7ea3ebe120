import type { JsonObject } from '@speccast/runtime';
import type { Check, ConformanceKit, Sender, Step } from './check.js';
import { checkResponse, checkOutcomes, Skip } from './check-response.js';
import { type ReceivedResponse, readResponse } from './read-response.js';
import type { CheckResult, StepResult } from './report.js';
import { combine, keepValues, readPath, substitute } from './values.js';
import { type Target, writeRequest } from './write-request.js';

/** The state that all checks of a run share. */
export interface Run {
  readonly kit: ConformanceKit;
  readonly target: Target;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Removes credentials from a string. */
  readonly redact: (text: string) => string;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** The state that the steps of a check share. */
interface Course {
  readonly run: Run;
  /** The signal of the run; absent during cleanup. */
  readonly signal: AbortSignal | undefined;
  readonly sent: StepResult[];
  /** Calls that undo changes, the last first. */
  readonly undo: (() => Promise<void>)[];
  readonly leftovers: string[];
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
  const course: Course = { run, signal: run.signal, sent: [], undo: [], leftovers: [] };
  const { id, title, source, as = 'nobody' } = check;
  const about = { id, title, ...(source !== undefined && { source }) };
  const names = builtIn(run);
  const verdict = await outcomeOf(() => runSteps(check.steps, { names, as, location: 'step ' }, course));
  await cleanUp(check, names, course);
  const { sent, leftovers } = course;
  const reason = verdict.reason === undefined ? {} : { reason: run.redact(verdict.reason) };
  return { ...about, ...verdict, ...reason, steps: sent, ...(leftovers.length > 0 && { leftovers }) };
}

type Verdict = Pick<CheckResult, 'outcome' | 'reason'>;

async function outcomeOf(act: () => Promise<void>): Promise<Verdict> {
  try {
    await act();
    return { outcome: 'passed' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: error instanceof Skip ? 'skipped' : 'failed', reason };
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
    performances.push(
      ...(await Promise.all(Array.from({ length: step.together }, () => perform(ready, scope, course)))),
    );
  else
    for (let count = step.repeat ?? 0; count > 0; count -= 1)
      performances.push(await perform(fillTurn(step, scope, performances.length), { ...scope, as }, course));
  if (step.outcomes !== undefined) {
    const issues = checkOutcomes(
      performances.map(({ status }) => status),
      step.outcomes,
    );
    if (issues.length > 0) throw new Error(`${location}: ${issues.join('; ')}`);
  }
  for (const name of Object.keys(step.keep ?? {}))
    remember(
      scope,
      name,
      performances.flatMap(({ kept }) => listed(kept, name)),
    );
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
    const received = step.allPages === true ? await sendPages(step, as, course) : await send(step, as, course);
    if (received.status < 300) noteUndo(step, as, received, course);
    const issues = step.outcomes === undefined ? await checkResponse(received, step.expect ?? {}, course.run.kit) : [];
    if (issues.length > 0) throw new Error(`${issues.join('; ')}\n  sent ${course.sent.at(-1)?.sent ?? ''}`);
    return { status: received.status, kept: keepValues(received, step.keep ?? {}) };
  });
}

/** Adds the location in the check to errors. */
async function located<T>(location: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Skip) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${location}: ${reason}`, { cause: error });
  }
}

async function send(step: Step, as: Sender, { run, sent, signal }: Course): Promise<ReceivedResponse> {
  signal?.throwIfAborted();
  const { request, media, content } = await writeRequest(run.target, step, as);
  const line = `${as} ${request.method} ${request.url} ${content.slice(0, 200)}`.trim();
  const entry = { sent: run.redact(line) };
  sent.push(entry);
  const response = await run.fetch(signal === undefined ? request : new Request(request, { signal }));
  sent[sent.indexOf(entry)] = { ...entry, status: response.status };
  const received = await readResponse(response, run.maxBytes);
  return media === undefined ? received : { ...received, sent: media };
}

/** Maximum number of pages, so that an endless list fails. */
const mostPages = 300;

async function sendPages(step: Step, as: Sender, course: Course): Promise<ReceivedResponse> {
  const paging = course.run.target.operations.get(step.call ?? '')?.paging;
  const items: unknown[] = [];
  let params = step.params ?? {};
  for (let page = 0; page < mostPages; page += 1) {
    const received = await send({ ...step, params }, as, course);
    const found = readPath(received.body, paging?.items ?? '');
    if (!Array.isArray(found)) return received;
    items.push(...found);
    const next = readPath(received.body, paging?.token?.property ?? 'nextPageToken');
    if (typeof next !== 'string' || next === '') return { ...received, body: { [paging?.items ?? 'items']: items } };
    params = { ...params, [paging?.token?.parameter ?? 'pageToken']: next };
  }
  throw new Error(`the list has more than ${mostPages} pages`);
}

/** Records how to undo a call, if the kit defines it. */
function noteUndo({ call = '' }: Step, as: Sender, { body }: ReceivedResponse, course: Course): void {
  const undo = course.run.kit.cleanup?.[call];
  if (undo === undefined) return;
  const id = readPath(body, 'id');
  const params: JsonObject = typeof id === 'string' ? { id } : {};
  course.undo.push(async () => {
    const { status } = await send({ call: undo, params }, as, { ...course, signal: undefined });
    // The resource may be deleted already.
    if (status >= 300 && status !== 404)
      course.leftovers.push(`${undo} of ${id === undefined ? 'it' : String(id)} returned ${status}`);
  });
}

async function cleanUp(
  { finally: last = [], as = 'nobody' }: Check,
  names: Map<string, unknown>,
  course: Course,
): Promise<void> {
  const calm: Course = { ...course, signal: undefined };
  const acts = [() => runSteps(last, { names, as, location: 'finally ' }, calm)];
  // Steps of `finally` may insert, too.
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    const { outcome, reason = '' } = await outcomeOf(act);
    if (outcome === 'failed') course.leftovers.push(course.run.redact(reason));
  };
  for (const act of acts) if (last.length > 0) await attempt(act);
  for (let act = course.undo.pop(); act !== undefined; act = course.undo.pop()) await attempt(act);
}
