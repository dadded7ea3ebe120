import { EventEmitter, getEventListeners, once } from 'node:events';
import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { download, type Operation } from '@speccast/runtime';
import { bearer, clientCredentials, createCore, oauthRefresh, type Token } from '@speccast/runtime/client';
import { readYaml } from '../../rows.js';
import { describeError, toFeatures, type Row as CallsRow } from './call-row.js';
import { json, createOperation, service, createWriteOperation, flushTasks, type AnyParams } from './support.js';

/** The token of a provider, or the response of a token endpoint: JSON, or the beginning of a body that never ends. */
type Answer = Token | { readonly json: object; readonly status?: number } | { readonly begins: string };

/** One step of a row. */
interface Step {
  /** Starts calls by their names, some with params; with `writes`, they have a body. */
  readonly call?: string | readonly string[] | Readonly<Record<string, AnyParams>>;
  readonly writes?: true;
  /** Answers a question for a token: the one with the number `to`, by default the last. */
  readonly give?: Answer;
  /** Fails a question with this message. */
  readonly fail?: string;
  readonly to?: number;
  /** Aborts the call of this name. */
  readonly abort?: string;
  /** Sets the clock, in milliseconds. */
  readonly now?: number;
  /** The service rejects this token from now on, with 401. */
  readonly refuse?: string;
  /** The service does not respond to this call before its `release`. */
  readonly hold?: string;
  readonly release?: string;
}

interface Row {
  readonly name: string;
  readonly source?: 'bearer' | 'oauthRefresh' | 'clientCredentials';
  readonly options?: object;
  readonly operation?: Partial<Operation<AnyParams, unknown>>;
  readonly features?: NonNullable<CallsRow['features']>;
  /** Requests to the service are questions, too, which steps answer. By default, the service responds at once. */
  readonly held?: true;
  readonly downloads?: true;
  /** The client has `onTokens`, which saves new tokens; a text is an error of one call of it. */
  readonly saves?: readonly (string | null)[];
  readonly steps: readonly Step[];
  readonly want: {
    /** The requests with their tokens, and the saved tokens, in order. */
    readonly log?: readonly (string | object)[];
    /** The questions for tokens: `gently`, `by force`, or the form of a token request; and requests of `held` rows. */
    readonly questions: readonly string[];
    /** For each question, whether it was aborted. */
    readonly stopped?: readonly boolean[];
    /** The errors of failed calls, by their names. */
    readonly failed?: Readonly<Record<string, object>>;
    /** The results of calls that are not `{}`, by their names. */
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

interface Question {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly give: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
}

const scheme = { kind: 'bearer', oauth2: true, tokenUrl: 'https://accounts.test/token' } as const;
const called = { auth: ['oauth2'], parameters: [{ name: 'call', in: 'query' }] } as const;

/** Runs the steps of a row; after each, pending work is done before the next one. */
async function runSteps(row: Row): Promise<Required<Row['want']>> {
  const { source = 'bearer', options = {}, saves, steps } = row;
  const log: (string | object)[] = [];
  const data: Record<string, unknown> = {};
  const questions: Question[] = [];
  const failed: Record<string, object> = {};
  const open = new Set<string>();
  const stops = new Map<string, AbortController>();
  const findStop = (name: string): AbortController => {
    const found = stops.get(name) ?? new AbortController();
    stops.set(name, found);
    return found;
  };
  const refused = new Set<string>();
  const held = new Set<string>();
  const releases = new EventEmitter();
  let now = 0;
  const addQuestion = (text: string, signal: AbortSignal): Promise<Answer> =>
    new Promise((give, fail) => questions.push({ text, signal, give, fail }));
  const fetch = async (request: Request): Promise<Response> => {
    const { searchParams, pathname, search } = new URL(request.url);
    if (row.held) return respond(await addQuestion(`${request.method} ${pathname}${search}`, request.signal), log);
    const name = searchParams.get('call');
    if (name === null) return respond(await addQuestion(await request.clone().text(), request.signal), log);
    const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
    log.push(`${name} ${token}`);
    if (held.has(name)) await once(releases, name);
    return json({}, { status: refused.has(token) ? 401 : 200 });
  };
  const errors = [...(saves ?? [])];
  const onTokens = (tokens: object): void => {
    const error = errors.shift();
    if (typeof error === 'string') throw new Error(error);
    log.push({ saved: JSON.parse(JSON.stringify(tokens)) });
  };
  const sources = {
    // `as`: rows of `bearer` answer with tokens.
    bearer: () =>
      bearer(async ({ force, signal }) => (await addQuestion(force ? 'by force' : 'gently', signal)) as Token, options),
    oauthRefresh: () =>
      oauthRefresh({ clientId: 'app', refreshToken: 'refresh-1', ...(saves && { onTokens }), ...options }),
    clientCredentials: () => clientCredentials({ clientId: 'app', clientSecret: 'hush', ...options }),
  };
  const client = createCore(
    { ...service, security: { oauth2: scheme } },
    { fetch, clock: { now: () => now }, auth: sources[source](), retry: 0, ...toFeatures(row) },
  );
  const begin = (name: string, params: AnyParams, writes: boolean): void => {
    open.add(name);
    const operation = (writes ? createWriteOperation : createOperation)({ ...called, ...row.operation });
    const all = { ...(!row.held && { call: name }), ...(writes && { body: { a: 1 } }), ...params };
    const { signal } = findStop(name);
    Promise.resolve(
      row.downloads ? download(client, operation, all, { signal }) : client.call(operation, all, { signal }),
    )
      .then((answer) => isDeepStrictEqual(answer, {}) || (data[name] = answer))
      .catch((error: unknown) => (failed[name] = describeError(error)))
      .finally(() => open.delete(name));
  };
  for (const { call = [], writes = false, give, fail, to = questions.length - 1, ...step } of steps) {
    const begun =
      typeof call === 'string' || Array.isArray(call) ? [call].flat().map((name) => [name, {}]) : Object.entries(call);
    for (const [name, params] of begun) begin(name, params, writes);
    if (give) questions[to]?.give(give);
    if (fail !== undefined) questions[to]?.fail(new Error(fail));
    if (step.abort !== undefined) findStop(step.abort).abort('left');
    now = step.now ?? now;
    if (step.refuse !== undefined) refused.add(step.refuse);
    if (step.hold !== undefined) held.add(step.hold);
    if (step.release !== undefined) {
      held.delete(step.release);
      releases.emit(step.release);
    }
    await flushTasks();
  }
  await vi.waitFor(() => expect([...open]).toEqual([]));
  for (const { signal } of stops.values()) expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  return {
    log,
    questions: questions.map(({ text }) => text),
    stopped: questions.map(({ signal }) => signal.aborted),
    failed,
    data,
  };
}

function respond(answer: Answer, log: unknown[]): Response {
  if ('json' in answer) return json(answer.json, answer);
  const text = 'begins' in answer ? answer.begins : '';
  const start = (to: ReadableStreamDefaultController): void => to.enqueue(new TextEncoder().encode(text));
  return new Response(new ReadableStream({ start, cancel: () => void log.push('the body is cancelled') }));
}

const folder = new URL('call-steps/', import.meta.url);

describe.each(readdirSync(folder))('%s', (file) => {
  const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(new URL(file, folder));
  describe.each(Object.entries(groups))('%s', (_, rows) => {
    test.each(rows)('$name', async (row) => {
      const defaults = { log: [], failed: {}, data: {}, stopped: expect.any(Array) };
      expect(await runSteps(row)).toEqual({ ...defaults, ...row.want });
    });
  });
});
