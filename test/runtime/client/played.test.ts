import { EventEmitter, getEventListeners, once } from 'node:events';
import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { download, type Operation } from '@speccast/runtime';
import { bearer, clientCredentials, createCore, oauthRefresh, type Token } from '@speccast/runtime/client';
import { readYaml } from '../../rows.js';
import { describeError, toFeatures, type Row as CallsRow } from './call-row.js';
import { json, createOperation, service, createWriteOperation, flushTasks, type AnyParams } from './support.js';

/** What a provider gives, or the response of a token endpoint: JSON, or a text that never ends. */
type Given = Token | { readonly json: object; readonly status?: number } | { readonly begins: string };

/** One thing that happens; its member says what. */
interface Step {
  /** Calls begin, each under its name, some with params; `writes`: with a body. */
  readonly call?: string | readonly string[] | Readonly<Record<string, AnyParams>>;
  readonly writes?: true;
  /** The source of tokens answers: by itself the last question, or that with the number `to`. */
  readonly give?: Given;
  readonly fail?: string;
  readonly to?: number;
  readonly abort?: string;
  /** The clock shows so many milliseconds. */
  readonly now?: number;
  /** The service rejects this token from now on. */
  readonly refuse?: string;
  /** The service responds to this call when it is let go. */
  readonly hold?: string;
  readonly release?: string;
}

interface Row {
  readonly name: string;
  readonly source?: 'bearer' | 'oauthRefresh' | 'clientCredentials';
  readonly options?: object;
  readonly operation?: Partial<Operation<AnyParams, unknown>>;
  readonly features?: NonNullable<CallsRow['features']>;
  /** Every request to the service is a question, too: otherwise the service responds to those with a token that it takes. */
  readonly held?: true;
  readonly downloads?: true;
  /** New tokens are saved; a text is the error with which it fails. */
  readonly saves?: readonly (string | null)[];
  readonly steps: readonly Step[];
  readonly want: {
    /** Each request with its token, and each token that is saved, one after the other. */
    readonly log?: readonly (string | object)[];
    /** Each question for a token: `gently`, `by force`, or the form of a token request; and held requests. */
    readonly asked: readonly string[];
    /** Which of the questions were given up. */
    readonly stopped?: readonly boolean[];
    /** How calls failed; all others have succeeded. */
    readonly failed?: Readonly<Record<string, object>>;
    /** What calls gave, where it is not an empty object. */
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

interface Question {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly give: (given: Given) => void;
  readonly fail: (error: Error) => void;
}

const scheme = { kind: 'bearer', oauth2: true, tokenUrl: 'https://accounts.test/token' } as const;
const called = { auth: ['oauth2'], parameters: [{ name: 'call', in: 'query' }] } as const;

/** Plays the steps of a row, and waits for what can go on after each. */
async function play(row: Row): Promise<Required<Row['want']>> {
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
  const ask = (text: string, signal: AbortSignal): Promise<Given> =>
    new Promise((give, fail) => questions.push({ text, signal, give, fail }));
  const fetch = async (request: Request): Promise<Response> => {
    const { searchParams, pathname, search } = new URL(request.url);
    if (row.held) return respond(await ask(`${request.method} ${pathname}${search}`, request.signal), log);
    const name = searchParams.get('call');
    if (name === null) return respond(await ask(await request.clone().text(), request.signal), log);
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
    // `as`: rows give a token to who asks for one.
    bearer: () =>
      bearer(async ({ force, signal }) => (await ask(force ? 'by force' : 'gently', signal)) as Token, options),
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
    const made = (writes ? createWriteOperation : createOperation)({ ...called, ...row.operation });
    const all = { ...(!row.held && { call: name }), ...(writes && { body: { a: 1 } }), ...params };
    const { signal } = findStop(name);
    Promise.resolve(row.downloads ? download(client, made, all, { signal }) : client.call(made, all, { signal }))
      .then((given) => isDeepStrictEqual(given, {}) || (data[name] = given))
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
    asked: questions.map(({ text }) => text),
    stopped: questions.map(({ signal }) => signal.aborted),
    failed,
    data,
  };
}

function respond(given: Given, log: unknown[]): Response {
  if ('json' in given) return json(given.json, given);
  const text = 'begins' in given ? given.begins : '';
  const start = (to: ReadableStreamDefaultController): void => to.enqueue(new TextEncoder().encode(text));
  return new Response(new ReadableStream({ start, cancel: () => void log.push('the body is given up') }));
}

const folder = new URL('played/', import.meta.url);

describe.each(readdirSync(folder))('%s', (file) => {
  const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(new URL(file, folder));
  describe.each(Object.entries(groups))('%s', (_, rows) => {
    test.each(rows)('$name', async (row) => {
      const defaults = { log: [], failed: {}, data: {}, stopped: expect.any(Array) };
      expect(await play(row)).toEqual({ ...defaults, ...row.want });
    });
  });
});
