import { oneLine } from '../../printable.js';
import { InvalidOptionError, TokenError, type TokenErrorFields } from '../errors/errors.js';
import { readOwn } from '../params/values.js';
import type { Scope } from '../options/scope.js';
import type { Fetch, Redactor } from '../options/hooks.js';

/** Makes the error for tokens that could not be had. */
export type ToTokenError = (why: string, fields?: TokenErrorFields) => TokenError;

/** The response of the token endpoint. */
export interface TokenResponse {
  readonly status: number;
  readonly text: string;
}

/** The `fetch`, the limits and the secrets of a request. */
export interface SendOptions {
  readonly fetch: Fetch;
  readonly scope: Scope;
  readonly invalid: ToTokenError;
  readonly redactor: Redactor;
}

/** Makes errors whose messages have no secrets and are not too long. */
export function tokenErrors(redactor: Redactor, operation: string, failure: string): ToTokenError {
  const clean = (text: string) => oneLine(redactor.text(text), 300);
  return (why, { code, ...fields } = {}) =>
    new TokenError(operation, `${failure}: ${clean(why)}`, {
      ...fields,
      ...(code !== undefined && { code: clean(code) }),
    });
}

/**
 * Asks an authorization server: posts a form, or gets the address where there is none. Rejects redirects and long responses; an
 * error of the network becomes one without secrets.
 */
export async function askServer(
  url: string,
  { fetch, scope, invalid, redactor }: SendOptions,
  form?: URLSearchParams,
): Promise<TokenResponse> {
  const { signal } = scope;
  const request = new Request(url, {
    method: form ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body: form?.toString() ?? null,
    redirect: 'manual',
    signal,
  });
  try {
    const { status, type, redirected, body } = await scope.wait(fetch(request, { signal }));
    if (redirected || type === 'opaqueredirect' || (status >= 300 && status < 400))
      throw invalid('the token endpoint redirects, which is not followed', { status });
    const reader = (body ?? new Blob().stream()).getReader();
    const decoder = new TextDecoder();
    let text = '';
    try {
      for (;;) {
        const { value } = await scope.wait(reader.read());
        if (!value) return { status, text };
        text += decoder.decode(value, { stream: true });
        if (text.length > 100_000) throw invalid('the response is too long', { status });
      }
    } finally {
      reader.cancel().catch(() => undefined);
    }
  } catch (error) {
    scope.check();
    if (error instanceof TokenError) throw error;
    throw invalid('the network failed', { cause: redactor.error(error) });
  }
}

/** Checks and normalizes an address of an authorization server. */
export function checkUrl(text: string, option: string): string {
  const url = URL.canParse(text) && new URL(text);
  if (url && /^https?:$/.test(url.protocol) && !(url.username + url.password)) return url.href;
  throw new InvalidOptionError(option, 'must be an http or https address without a user name');
}

/** Tokens of a response. */
export interface Granted {
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
  readonly refreshToken: string | undefined;
  readonly scope: string | undefined;
}

/** Reads the tokens of a response of any kind to a request that was sent at `startedAt`. Throws the error that it states. */
export function readTokenResponse({ status, text }: TokenResponse, invalid: ToTokenError, startedAt: number): Granted {
  const body = parseObject(text);
  const code = readText(body, 'error');
  // Some endpoints reject with a 200.
  if (code || status < 200 || status >= 300) {
    const why = [code, readText(body, 'error_description')].filter(Boolean).join(': ');
    throw invalid(`the token endpoint responded with ${status} ${why}`.trimEnd(), { status, code });
  }
  const accessToken = readText(body, 'access_token');
  if (!accessToken) {
    const what = body === nothing ? 'is not a JSON object' : 'has no `access_token`';
    throw invalid(`the response of the token endpoint ${what}`, { status });
  }
  const found = readOwn(body, 'expires_in') ?? undefined;
  const seconds = typeof found === 'string' && /^\d+$/.test(found) ? Number(found) : found;
  if (seconds !== undefined && !(typeof seconds === 'number' && seconds >= 0 && seconds < Infinity))
    throw invalid('the response of the token endpoint has an `expires_in` that is no number of seconds', { status });
  const expiresAt = seconds === undefined ? undefined : startedAt + seconds * 1000;
  return { accessToken, expiresAt, refreshToken: readText(body, 'refresh_token'), scope: readText(body, 'scope') };
}

/** Reads a member that is a string with characters. */
export function readText(body: object, name: string): string | undefined {
  const value = readOwn(body, name);
  return typeof value === 'string' && value ? value : undefined;
}

const nothing: object = {};

/** Parses a JSON object; gives an empty one for any other text. */
export function parseObject(text: string): object {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : nothing;
  } catch {
    return nothing;
  }
}
