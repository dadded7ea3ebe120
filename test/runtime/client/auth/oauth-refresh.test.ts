import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createCore, oauthRefresh } from '@speccast/runtime/client';
import type { Core, Fetch, OAuthRefreshOptions, OAuthTokens } from '@speccast/runtime/client';
import type { Service } from '@speccast/runtime';
import { errorOf, json, operation, service, writeOperation, type Step } from '../support.js';

const tokenUrl = 'https://accounts.test/token';
const withTokenUrl: Service = {
  ...service,
  security: { oauth2: { kind: 'bearer', oauth2: true, queryParameter: 'access_token', tokenUrl } },
};
const read = operation({ auth: ['oauth2'] });
const write = writeOperation({ auth: ['oauth2'] });
const granted = (number: number, more: object = {}): Response =>
  json({ access_token: `access-${number}`, expires_in: 3600, token_type: 'Bearer', ...more });

/** A client of a service that takes every token but those of `rejected`, and of an endpoint that follows a script. */
function setUp(
  options: Partial<OAuthRefreshOptions>,
  steps: readonly Step[],
  more: { readonly refused?: readonly string[]; readonly service?: Service } = {},
) {
  const asked: Request[] = [];
  const forms: string[] = [];
  const sent: (string | null)[] = [];
  const clock = { time: 1_000_000 };
  const fetch: Fetch = async (request) => {
    if (request.url !== tokenUrl) {
      const token = request.headers.get('authorization') ?? new URL(request.url).search;
      sent.push(token);
      return more.refused?.some((one) => token.endsWith(one)) ? json({}, { status: 401 }) : json({ ok: true });
    }
    const step = steps[Math.min(asked.length, steps.length - 1)];
    asked.push(request);
    forms.push(await request.clone().text());
    if (step instanceof Error) throw step;
    return typeof step === 'function' ? step(request) : (step ?? granted(1)).clone();
  };
  const auth = oauthRefresh({ clientId: 'client-1', refreshToken: 'refresh-1', ...options });
  const client: Core = createCore(more.service ?? withTokenUrl, {
    fetch,
    clock: { now: () => clock.time },
    auth,
    retry: 0,
  });
  return { asked, forms, sent, clock, client, auth };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a refresh', () => {
  test('sends a form to the token URL of the spec, with the fetch of the client, and follows no redirect', async () => {
    const { asked, forms, sent, client } = setUp({}, [granted(1)]);
    expect(await client.call(read, {})).toEqual({ ok: true });
    const [request] = asked;
    expect([request?.method, request?.url, request?.redirect]).toEqual(['POST', tokenUrl, 'manual']);
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(forms).toEqual(['grant_type=refresh_token&refresh_token=refresh-1&client_id=client-1']);
    expect(sent).toEqual(['Bearer access-1']);
  });

  test('uses a fetch and a token URL of its own', async () => {
    const urls: string[] = [];
    const own: Fetch = async (request) => (urls.push(request.url), granted(7));
    const { asked, sent, client } = setUp({ tokenUrl: 'http://127.0.0.1:8080/token?a=1', fetch: own }, []);
    await client.call(read, {});
    expect([urls, asked, sent]).toEqual([['http://127.0.0.1:8080/token?a=1'], [], ['Bearer access-7']]);
  });

  test('happens in the background from 120 s before the end, and in time for a call from 30 s before it', async () => {
    const { asked, sent, clock, client } = setUp({}, [granted(1), new Error('down'), granted(2)]);
    await client.call(read, {});
    clock.time += 3_480_000;
    await client.call(read, {});
    expect(asked).toHaveLength(3);
    clock.time += 90_000;
    await client.call(read, {});
    expect([asked.length, sent]).toEqual([3, ['Bearer access-1', 'Bearer access-1', 'Bearer access-2']]);
  });

  test('happens once for 50 calls that were rejected, each of which is sent again once', async () => {
    const { asked, sent, client } = setUp({}, [granted(1), granted(2)], { refused: ['access-1'] });
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.call(write, { body: { a: 1 } })));
    expect(answers).toEqual(answers.map(() => ({ ok: true })));
    expect([asked.length, sent.length]).toEqual([2, 100]);
  });
});

describe('a new refresh token', () => {
  test('replaces the old one, and is saved before the access token is used', async () => {
    const saved: OAuthTokens[] = [];
    const order: string[] = [];
    const onTokens = async (tokens: OAuthTokens): Promise<void> => {
      await Promise.resolve();
      order.push('saved');
      saved.push(tokens);
    };
    const steps = [granted(1, { refresh_token: 'refresh-2', scope: 'films' }), granted(2, { expires_in: '60' })];
    const { forms, clock, client } = setUp({ onTokens }, steps, { refused: [] });
    const start = clock.time;
    await client.call(read, {}).then(() => order.push('answered'));
    clock.time += 3_600_000;
    await client.call(read, {});
    expect(forms.map((form) => new URLSearchParams(form).get('refresh_token'))).toEqual(['refresh-1', 'refresh-2']);
    expect(order).toEqual(['saved', 'answered', 'saved']);
    expect(saved).toEqual([
      { accessToken: 'access-1', expiresAt: start + 3_600_000, refreshToken: 'refresh-2', scope: 'films' },
      { accessToken: 'access-2', expiresAt: start + 3_660_000, refreshToken: 'refresh-2', scope: undefined },
    ]);
  });

  test('that cannot be saved fails the call, and the next one uses it', async () => {
    const full = new Error('disk full');
    let isFull = true;
    const onTokens = (): void => {
      if (isFull) throw full;
    };
    const { forms, sent, client } = setUp({ onTokens }, [granted(1, { refresh_token: 'refresh-2' }), granted(2)]);
    expect(await errorOf(client.call(read, {}))).toBe(full);
    expect(sent).toEqual([]);
    isFull = false;
    await client.call(read, {});
    expect([new URLSearchParams(forms[1]).get('refresh_token'), sent]).toEqual(['refresh-2', ['Bearer access-2']]);
  });

  test('is not lost when its call is aborted', async () => {
    const stop = new AbortController();
    let answer: (response: Response) => void = () => undefined;
    const held = new Promise<Response>((resolve) => (answer = resolve));
    const saved: string[] = [];
    const onTokens = ({ refreshToken }: OAuthTokens): unknown => saved.push(refreshToken);
    const { asked, sent, client } = setUp({ onTokens }, [() => held]);
    const left = errorOf(client.call(read, {}, { signal: stop.signal }));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    stop.abort();
    expect(await left).toMatchObject({ name: 'AbortedError' });
    answer(granted(1, { refresh_token: 'refresh-2' }));
    await client.call(read, {});
    expect([asked.length, saved, sent]).toEqual([1, ['refresh-2'], ['Bearer access-1']]);
  });

  test('is never asked for by two requests at once', async () => {
    let open = 0;
    const most: number[] = [];
    const slow = async (): Promise<Response> => {
      most.push((open += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return granted(most.length, { refresh_token: `refresh-${most.length + 1}`, expires_in: 130 });
    };
    const { forms, clock, client } = setUp({}, [slow], { refused: ['access-1'] });
    const first = client.call(read, {});
    await first;
    clock.time += 70_000;
    // Renews in the background; another call is rejected meanwhile.
    await Promise.all([client.call(read, {}), client.call(read, {})]);
    expect(most).toEqual(most.map(() => 1));
    expect(new Set(forms).size).toBe(forms.length);
  });
});

describe('an abort', () => {
  test('ends the call at once, with its reason, and the token request with it', async () => {
    const stop = new AbortController();
    const { asked, sent, client } = setUp({}, [() => new Promise<Response>(() => undefined)]);
    const left = errorOf(client.call(read, {}, { signal: stop.signal }));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    stop.abort('enough');
    expect(await left).toMatchObject({ name: 'AbortedError', reason: 'enough' });
    await vi.waitFor(() => expect(asked[0]?.signal.aborted).toBe(true));
    expect(sent).toEqual([]);
  });

  test('in the middle of the response ends its body', async () => {
    const stop = new AbortController();
    const cancel = vi.fn();
    const body = new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode('{')), cancel });
    const { asked, client } = setUp({}, [() => new Response(body)]);
    const left = errorOf(client.call(read, {}, { signal: stop.signal }));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    stop.abort();
    expect(await left).toMatchObject({ name: 'AbortedError' });
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
  });

  test('of one call leaves the others waiting', async () => {
    const stop = new AbortController();
    let answer: (response: Response) => void = () => undefined;
    const held = new Promise<Response>((resolve) => (answer = resolve));
    const { asked, client } = setUp({}, [() => held]);
    const left = errorOf(client.call(read, {}, { signal: stop.signal }));
    const stays = Promise.resolve(client.call(read, {}));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    stop.abort();
    await left;
    answer(granted(1));
    expect([await stays, asked.length]).toEqual([{ ok: true }, 1]);
  });
});

describe('a refresh that fails', () => {
  const refusal = { error: 'invalid_grant', error_description: 'Token refresh-1 has been revoked.' };
  test('by a redirect that fetch followed or hides says so', async () => {
    for (const field of [{ redirected: true }, { type: 'opaqueredirect', status: 0 }]) {
      const answer = (): Response => Object.defineProperties(granted(1), toGetters(field));
      const error = await errorOf(setUp({}, [answer]).client.call(read, {}));
      expect(error.message).toBe('No new access token: the token endpoint redirects, which is not followed');
    }
  });

  test('by taking too long says so', async () => {
    vi.useFakeTimers();
    const { client } = setUp({}, [() => new Promise<Response>(() => undefined)]);
    const failed = errorOf(client.call(read, {}));
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await failed).message).toBe('No new access token: no response within 30000 ms');
  });

  test('fails every call that waits for it, each with its own operation, and the next one tries anew', async () => {
    const { asked, client } = setUp({}, [json(refusal, { status: 400 }), granted(1)]);
    const errors = await Promise.all([errorOf(client.call(read, {})), errorOf(client.call(write, { body: {} }))]);
    expect(errors).toMatchObject([
      { operation: 'films.list', code: 'invalid_grant' },
      { operation: 'films.insert', code: 'invalid_grant' },
    ]);
    expect([await client.call(read, {}), asked.length]).toEqual([{ ok: true }, 2]);
  });

  test('after a error of the service is what the call fails with', async () => {
    const { sent, client } = setUp({}, [granted(1), json(refusal, { status: 400 })], { refused: ['access-1'] });
    const error = await errorOf(client.call(write, { body: {} }));
    expect(error).toMatchObject({ name: 'TokenError', code: 'invalid_grant', requestMayHaveBeenProcessed: false });
    expect(sent).toEqual(['Bearer access-1']);
  });
});

function toGetters(fields: object): PropertyDescriptorMap {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }]));
}

describe('secrets of a refresh', () => {
  const secrets = ['client-secret-1', 'refresh-secret-1', 'refresh-secret-2', 'access-secret-1'];
  const options = { clientSecret: 'client-secret-1', refreshToken: 'refresh-secret-1' };
  const answer = json({ access_token: 'access-secret-1', refresh_token: 'refresh-secret-2', expires_in: 1e5 });

  test('are not shown by an error that brings them back', async () => {
    const echo = secrets.map((secret) => `(${secret})`).join();
    const { client } = setUp(options, [answer], { refused: ['access-secret-1'] });
    const failing = client.with({ fetch: async (request) => (request.url === tokenUrl ? answer.clone() : text(echo)) });
    for (const one of [client, failing]) {
      const error = await errorOf(one.call(read, {}));
      const shown = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)}`;
      expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    }
  });

  test('are not shown by the code or the description of a error', async () => {
    const refusal = { error: 'client-secret-1', error_description: secrets.slice(0, 2).join(' and ') };
    const error = await errorOf(setUp(options, [json(refusal, { status: 401 })]).client.call(read, {}));
    expect(error).toMatchObject({ code: '[redacted]', status: 401 });
    expect(secrets.filter((secret) => inspect(error).includes(secret))).toEqual([]);
  });
});

function text(body: string): Response {
  return json({ error: { message: body, status: body } }, { status: 403 });
}
