import { EventEmitter, getEventListeners, once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { bearer, clientCredentials, createCore, oauthRefresh, type Token } from '@speccast/runtime/client';
import { readYaml } from '../../../rows.js';
import { describeError } from '../call-row.js';
import { json, operation, service, writeOperation } from '../support.js';

/** What a provider gives, or the response of a token endpoint: JSON, or a text that never ends. */
type Given = Token | { readonly json: object; readonly status?: number } | { readonly begins: string };

/** One thing that happens; its member says what. */
interface Step {
  /** Calls begin, each under its name; `writes`: with a body. */
  readonly call?: string | readonly string[];
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
  /** New tokens are saved; a text is the error with which it fails. */
  readonly saves?: readonly (string | null)[];
  readonly steps: readonly Step[];
  readonly want: {
    /** Each request with its token, and each token that is saved, one after the other. */
    readonly log: readonly (string | object)[];
    /** Each question for a token: `gently`, `by force`, or the form of a token request. */
    readonly asked: readonly string[];
    /** Which of the questions were given up. */
    readonly stopped?: readonly boolean[];
    /** How calls failed; all others have succeeded. */
    readonly failed?: Readonly<Record<string, object>>;
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
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Plays the steps of a row, and waits for what can go on after each. */
async function play({ source = 'bearer', options = {}, saves, steps }: Row): Promise<Required<Row['want']>> {
  const log: (string | object)[] = [];
  const questions: Question[] = [];
  const failed: Record<string, object> = {};
  const open = new Set<string>();
  const stops = new Map<string, AbortController>();
  const refused = new Set<string>();
  const held = new Set<string>();
  const releases = new EventEmitter();
  let now = 0;
  const ask = (text: string, signal: AbortSignal): Promise<Given> =>
    new Promise((give, fail) => questions.push({ text, signal, give, fail }));
  const fetch = async (request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url);
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
    { fetch, clock: { now: () => now }, auth: sources[source](), retry: 0 },
  );
  const begin = (name: string, writes: boolean): void => {
    const stop = new AbortController();
    stops.set(name, stop);
    open.add(name);
    const [made, params] = writes
      ? [writeOperation(called), { call: name, body: { a: 1 } }]
      : [operation(called), { call: name }];
    Promise.resolve(client.call(made, params, { signal: stop.signal }))
      .catch((error: unknown) => (failed[name] = describeError(error)))
      .finally(() => open.delete(name));
  };
  for (const { call = [], writes = false, give, fail, to = questions.length - 1, ...step } of steps) {
    for (const name of [call].flat()) begin(name, writes);
    if (give) questions[to]?.give(give);
    if (fail !== undefined) questions[to]?.fail(new Error(fail));
    if (step.abort !== undefined) stops.get(step.abort)?.abort('left');
    if (step.now !== undefined) ({ now } = { now: step.now });
    if (step.refuse !== undefined) refused.add(step.refuse);
    if (step.hold !== undefined) held.add(step.hold);
    if (step.release !== undefined) {
      held.delete(step.release);
      releases.emit(step.release);
    }
    await settled();
  }
  await vi.waitFor(() => expect([...open]).toEqual([]));
  for (const { signal } of stops.values()) expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  return {
    log,
    asked: questions.map(({ text }) => text),
    stopped: questions.map(({ signal }) => signal.aborted),
    failed,
  };
}

function respond(given: Given, log: unknown[]): Response {
  if ('json' in given) return json(given.json, given);
  const text = 'begins' in given ? given.begins : '';
  const start = (to: ReadableStreamDefaultController): void => to.enqueue(new TextEncoder().encode(text));
  return new Response(new ReadableStream({ start, cancel: () => void log.push('the body is given up') }));
}

const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(new URL('tokens.yaml', import.meta.url));

describe.each(Object.entries(groups))('%s', (_, rows) => {
  test.each(rows)('$name', async (row) => {
    expect(await play(row)).toEqual({ failed: {}, stopped: expect.any(Array), ...row.want });
  });
});
