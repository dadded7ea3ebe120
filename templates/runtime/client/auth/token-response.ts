import { oneLine } from '../../printable.js';
import { InvalidOptionError, TokenError, type TokenErrorFields } from '../errors/errors.js';
import { readOwn } from '../params/values.js';
import type { Scope } from '../options/scope.js';
import type { Fetch, Redactor } from '../options/hooks.js';

/** Creates the error for a token that could not be fetched. */
export type ToTokenError = (why: string, fields?: TokenErrorFields) => TokenError;

/** A response of the token endpoint. */
export interface TokenResponse {
  readonly status: number;
  readonly text: string;
}

/** The `fetch`, the time limit, the errors and the secrets of a request to an authorization server. */
export interface SendOptions {
  readonly fetch: Fetch;
  readonly scope: Scope;
  readonly invalid: ToTokenError;
  readonly redactor: Redactor;
}

/** Returns a function that creates errors, with short messages without secrets. */
export function tokenErrors(redactor: Redactor, operation: string, failure: string): ToTokenError {
  const clean = (text: string) => oneLine(redactor.text(text), 300);
  return (why, { code, ...fields } = {}) =>
    new TokenError(operation, `${failure}: ${clean(why)}`, {
      ...fields,
      ...(code !== undefined && { code: clean(code) }),
    });
}

/**
 * Sends a request to an authorization server: `POST` with a form, `GET` without. Throws errors of `invalid`, without secrets, for
 * redirects, for responses of more than 100,000 characters and if the network fails.
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

/** Normalizes a URL of an authorization server; throws `InvalidOptionError` if it is not valid. */
export function checkUrl(text: string, option: string): string {
  const url = URL.canParse(text) && new URL(text);
  if (url && /^https?:$/.test(url.protocol) && !(url.username + url.password)) return url.href;
  throw new InvalidOptionError(option, 'must be an http or https URL without a user name');
}

/** The tokens in a response of the token endpoint. */
export interface Granted {
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
  readonly refreshToken: string | undefined;
  readonly scope: string | undefined;
}

/** Reads the tokens in a response to a request that was sent at `startedAt`. Throws an error of `invalid` if it has none. */
export function readTokenResponse({ status, text }: TokenResponse, invalid: ToTokenError, startedAt: number): Granted {
  const body = parseObject(text);
  const code = readText(body, 'error');
  // Some endpoints report errors with status 200.
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
    throw invalid('the response of the token endpoint has an `expires_in` that is not a number of seconds', { status });
  const expiresAt = seconds === undefined ? undefined : startedAt + seconds * 1000;
  return { accessToken, expiresAt, refreshToken: readText(body, 'refresh_token'), scope: readText(body, 'scope') };
}

/** Returns a member that is a string and not empty. */
export function readText(body: object, name: string): string | undefined {
  const value = readOwn(body, name);
  return typeof value === 'string' && value ? value : undefined;
}

const nothing: object = {};

/** Parses a JSON object; returns an empty one for any other text. */
export function parseObject(text: string): object {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : nothing;
  } catch {
    return nothing;
  }
}
