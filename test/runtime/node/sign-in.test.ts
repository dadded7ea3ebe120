import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TokenError } from '@speccast/runtime';
import { signInWithBrowser, signInWithDevice } from '@speccast/runtime/node';
import type { DeviceCode, SignedIn, SignInOptions } from '@speccast/runtime/node';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // `as`: a server that listens on a port has this type of address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Reply = (form: URLSearchParams, count: number) => readonly [status: number, body: string, headers?: object];

/** Starts a token endpoint whose responses a function returns; `forms` are its requests. */
async function startTokenEndpoint(reply: Reply): Promise<{ readonly url: string; readonly forms: URLSearchParams[] }> {
  const forms: URLSearchParams[] = [];
  const url = await listen((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      forms.push(new URLSearchParams(text));
      const [status, body, headers] = reply(new URLSearchParams(text), forms.length);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
  });
  return { url, forms };
}

const tokens = { access_token: 'access-1', token_type: 'Bearer', expires_in: 60, refresh_token: 'refresh-1' };

/** An invalid response of the token endpoint, and the expected error. */
interface WrongResponse {
  readonly status?: number;
  readonly body: string;
  readonly headers?: object;
  readonly message: string;
  readonly fields?: object;
}

/** A response to a device. Default: the status 200. */
interface DeviceReply {
  readonly status?: number;
  readonly body?: object;
}

const success: Reply = () => [200, JSON.stringify(tokens)];

/** Requests the redirect URI of an authorization URL with these parameters, like a browser after the sign-in. */
function redirectBack(url: string, parameters: Record<string, string>): Promise<Response> {
  const { searchParams } = new URL(url);
  const state = searchParams.get('state') ?? '';
  return fetch(`${searchParams.get('redirect_uri')}?${new URLSearchParams({ state, ...parameters })}`);
}

interface Outcome {
  readonly result: SignedIn | { readonly error: unknown };
  readonly page: string;
  readonly status: number;
}

/** Signs in with a token endpoint that replies so; returns the result and the page that the user sees. */
async function signIn(
  reply: Reply,
  parameters = { code: 'the-code' },
  more: Partial<SignInOptions> = {},
): Promise<Outcome> {
  const { url: tokenUrl } = await startTokenEndpoint(reply);
  let back: Promise<Response> | undefined;
  const onUrl = (url: string): void => void (back = redirectBack(url, parameters));
  const addresses = { authorizationUrl: 'https://id.example/auth?tenant=a', tokenUrl };
  const started = signInWithBrowser(addresses, { clientId: 'app', onUrl, ...more });
  const result = await started.catch((error: unknown) => ({ error }));
  const response = await back;
  return { result, status: response?.status ?? 0, page: (await response?.text()) ?? '' };
}

describe('with a browser', () => {
  test('uses PKCE and a state, exchanges the code, and shows a page', async () => {
    const { url: tokenUrl, forms } = await startTokenEndpoint(success);
    let authorizationUrl = new URL('http://none');
    let back: Promise<Response> | undefined;
    const signedIn = await signInWithBrowser(
      { authorizationUrl: 'https://id.example/auth?tenant=a', tokenUrl },
      {
        clientId: 'app',
        clientSecret: 'secret',
        scopes: ['read', 'openid'],
        parameters: { access_type: 'offline', state: 'mine' },
        path: '/back',
        message: 'Done <b>.',
        onUrl: (url) => {
          authorizationUrl = new URL(url);
          back = redirectBack(url, { code: 'the-code' });
        },
      },
    );
    const { searchParams: query } = authorizationUrl;
    expect(Object.fromEntries(query)).toMatchObject({
      tenant: 'a',
      access_type: 'offline',
      response_type: 'code',
      client_id: 'app',
      scope: 'read openid',
      code_challenge_method: 'S256',
    });
    expect(query.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/back$/);
    expect(query.get('state')).toMatch(/^[\w-]{22}$/);
    const [form] = forms;
    const verifier = form?.get('code_verifier') ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    expect(Buffer.from(digest).toString('base64url')).toBe(query.get('code_challenge'));
    expect(Object.fromEntries(form ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: query.get('redirect_uri'),
      code_verifier: verifier,
      client_id: 'app',
      client_secret: 'secret',
    });
    expect(signedIn).toEqual({
      clientId: 'app',
      clientSecret: 'secret',
      tokenUrl: `${tokenUrl}/`,
      refreshToken: 'refresh-1',
      accessToken: 'access-1',
      expiresAt: expect.closeTo(Date.now() + 60_000, -4),
    });
    const page = await back;
    expect([page?.status, await page?.text()]).toEqual([
      200,
      expect.stringContaining('<p role="status">Done &lt;b>.</p>'.replace('b>', 'b&gt;')),
    ]);
    // The server of the redirect URI is closed.
    await expect(fetch(query.get('redirect_uri') ?? '')).rejects.toThrow();
  });

  test('requests that are not the callback are rejected, and have no effect', async () => {
    const { url: tokenUrl } = await startTokenEndpoint(success);
    const seen: number[] = [];
    const onUrl = async (url: string): Promise<void> => {
      const address = new URL(url).searchParams.get('redirect_uri') ?? '';
      const state = new URL(url).searchParams.get('state') ?? '';
      const send = async (at: string, init: RequestInit = {}): Promise<void> =>
        void seen.push((await fetch(at, init)).status);
      await send(`${address}?code=evil&state=guess`);
      await send(`${address}?code=evil`);
      await send(`${address}?state=${state}&code=a&code=b`);
      await send(`${address}favicon.ico`);
      await send(`${address}?state=${state}&code=x`, { method: 'POST' });
      await send(address.replace('127.0.0.1', 'localhost').concat(`?state=${state}&code=x`)).catch(() =>
        seen.push(421),
      );
      const both = await Promise.all([redirectBack(url, { code: 'the-code' }), redirectBack(url, { code: 'again' })]);
      seen.push(...both.map(({ status }) => status).toSorted());
    };
    await signInWithBrowser({ authorizationUrl: 'https://id.example', tokenUrl }, { clientId: 'app', onUrl });
    await vi.waitFor(() => expect(seen).toEqual([400, 400, 400, 404, 405, 421, 200, 409]));
  });

  table(
    'an invalid response of a token endpoint is a TokenError, without secrets',
    async ({ status = 200, body, headers = {}, message, fields }: WrongResponse) => {
      const { result, status: pageStatus, page } = await signIn(() => [status, body, headers]);
      const { error } = result as { readonly error: unknown };
      expect(error).toBeInstanceOf(TokenError);
      expect(error).toMatchObject({ operation: 'signIn', message: expect.stringContaining(message), ...fields });
      expect(String(error)).not.toContain('the-code');
      expect([pageStatus, page.includes('The sign-in failed.')]).toEqual([400, true]);
    },
  );

  test('a user who denies, and a response without a code, are errors', async () => {
    const denied = await signIn(success, { error: 'access_denied', error_description: '<script>' } as never);
    expect(denied.result).toMatchObject({
      error: { code: 'access_denied', message: 'Not signed in: the service responded with access_denied: <script>' },
    });
    expect(denied.page).not.toContain('<script>');
    expect((await signIn(success, {} as never)).result).toMatchObject({
      error: { message: 'Not signed in: the response has no code' },
    });
  });

  test('a network failure, a timeout, an abort, and an error of `onUrl` reject', async () => {
    const addresses = { authorizationUrl: 'https://id.example', tokenUrl: 'http://127.0.0.1:1/' };
    const onUrl = (url: string): void => void redirectBack(url, { code: 'the-code' }).catch(() => undefined);
    const base = { clientId: 'app', onUrl };
    await expect(signInWithBrowser(addresses, base)).rejects.toThrow('Not signed in: the network failed');
    const waiting = { ...base, onUrl: () => undefined };
    await expect(signInWithBrowser(addresses, { ...waiting, timeoutMs: 30 })).rejects.toThrow(
      'Not signed in: the user has not decided within 30 ms',
    );
    const reason = new Error('enough');
    await expect(signInWithBrowser(addresses, { ...waiting, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const abort = { onUrl: () => controller.abort(reason), signal: controller.signal };
    await expect(signInWithBrowser(addresses, { ...base, ...abort })).rejects.toBe(reason);
    const thrown = { ...base, onUrl: () => Promise.reject(reason) };
    await expect(signInWithBrowser(addresses, thrown)).rejects.toBe(reason);
  });

  table('%j is not a valid option', async (options: object, name: string) => {
    const onUrl = vi.fn();
    const addresses = { authorizationUrl: 'https://id.example', tokenUrl: 'https://id.example/token' };
    await expect(signInWithBrowser(addresses, { clientId: 'app', onUrl, ...options })).rejects.toThrow(name);
    await expect(signInWithBrowser({}, { clientId: 'app', onUrl })).rejects.toThrow('authorizationUrl');
    expect(onUrl).not.toHaveBeenCalled();
  });

  test('a port that is in use is an error', async () => {
    const port = Number(new URL(await listen(() => undefined)).port);
    const addresses = { authorizationUrl: 'https://id.example', tokenUrl: 'https://id.example/token' };
    await expect(signInWithBrowser(addresses, { clientId: 'app', onUrl: () => undefined, port })).rejects.toThrow(
      'EADDRINUSE',
    );
  });
});

describe('on a device', () => {
  const device = data<object>('device');

  async function run(reply: Reply, onCode: (code: DeviceCode) => unknown = () => undefined): Promise<unknown> {
    const { url } = await startTokenEndpoint(reply);
    const addresses = { deviceAuthorizationUrl: url, tokenUrl: url };
    return signInWithDevice(addresses, { clientId: 'tv', scopes: ['read'], onCode }).catch((error: unknown) => error);
  }

  test('passes the code to `onCode`, and polls until the user has decided', async () => {
    const onCode = vi.fn();
    const forms: URLSearchParams[] = [];
    const result = await run((form, count) => {
      forms.push(form);
      if (count === 1) return [200, JSON.stringify(device)];
      return count < 4 ? [400, '{"error":"authorization_pending"}'] : [200, JSON.stringify(tokens)];
    }, onCode);
    expect(onCode).toHaveBeenCalledExactlyOnceWith({
      userCode: 'ABCD-EFGH',
      url: 'https://id.example/device',
      completeUrl: 'https://id.example/device?c=1',
      expiresAt: expect.closeTo(Date.now() + 60_000, -4),
    });
    expect(forms.map((form) => form.get('device_code'))).toEqual([null, 'device-1', 'device-1', 'device-1']);
    expect(result).toMatchObject({ clientId: 'tv', refreshToken: 'refresh-1' });
  });

  table('a device', async ({ replies, want }: { readonly replies: readonly DeviceReply[]; readonly want: object }) => {
    const reply: Reply = (_form, count) => {
      const { status = 200, body = {} } = replies[Math.min(count, replies.length) - 1] ?? {};
      return [status, JSON.stringify(body)];
    };
    expect(await run(reply)).toMatchObject(want);
  });

  table('%s is a TokenError, and onCode is not called', async (_what: string, status: number, body: object) => {
    const onCode = vi.fn();
    expect(await run(() => [status, JSON.stringify(body)], onCode)).toBeInstanceOf(TokenError);
    expect(onCode).not.toHaveBeenCalled();
  });
});
