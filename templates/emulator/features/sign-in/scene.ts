import type { JsonObject } from '@speccast/runtime';
import { readMember, HttpError, readFormText, mediaTypeOf } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import type { Received } from '../../plan/plan.js';
import { findToken, forgetOldest, hashSecret, newSecret, type StoredToken } from '../../receive/stored-tokens.js';
import type { Row } from '../../store/table.js';
import type { SignInOptions } from '../../plan/options.js';
import type { EndpointKind, SignInPlan } from './sign-in-plan.js';
import { scopeForm } from '../../receive/authorize.js';
import { readBytes } from '../../receive/read-body.js';
import { sharing } from '../../respond/respond.js';

/** A request to an endpoint of the sign-in, and its context. */
export interface Scene {
  readonly engine: Engine;
  readonly received: Received;
  readonly plan: SignInPlan;
  readonly options: SignInOptions;
  /** The origin of the request, with the name of the world: `http://127.0.0.1:8080/w/alice`. */
  readonly base: string;
  /** The issuer of ID tokens: the base, and the path of the issuer. */
  readonly issuer: string;
  /** Milliseconds since the epoch, by the clock of the emulator. */
  readonly now: number;
  /** Reads and changes the state of the world. */
  readonly change: Engine['change'];
  /** Returns the address of an endpoint. */
  readonly locate: (kind: EndpointKind) => string;
}

/** Scopes that OpenID Connect gives a meaning to. */
export const openidScopes: Readonly<Record<string, string>> = {
  openid: 'Know who you are.',
  profile: 'See your name and your picture.',
  email: 'See your email address.',
  address: 'See your postal address.',
  phone: 'See your phone number.',
  offline_access: 'Do this also while you are away.',
};

/** Reads the scopes of a request: `read write`. Without any, returns those of the spec. Rejects (`invalid_scope`) unknown ones. */
export function parseScopes({ plan: { scopes } }: Scene, text: string | undefined): readonly string[] {
  if (text === undefined) return [...scopes.keys()];
  const asked = [...new Set(text.match(/[^ ]+/g))];
  const known = new Set([...scopes.keys(), ...Object.keys(openidScopes)]);
  const wrong = asked.find((one) => !scopeForm.test(one) || (scopes.size > 0 && !known.has(one)));
  if (wrong !== undefined) throw new OAuthError('invalid_scope', `There is no scope ${wrong}.`);
  return asked;
}

/** Returns whether a string can name a user. */
export function isUserName(text: string): boolean {
  return text.trim() !== '' && text.length <= 255 && !/\p{Cc}/u.test(text);
}

/** Lists the claims of a user: those of the options, and others that are derived from the name, such as `ada@example.com`. */
export function listClaims({ options }: Scene, user: string, scopes: readonly string[]): JsonObject {
  return {
    ...(scopes.includes('profile') && { name: user.replace(/@.*$/, ''), preferred_username: user }),
    ...(scopes.includes('email') && {
      email: user.includes('@') ? user : `${encodeURIComponent(user)}@example.com`,
      email_verified: true,
    }),
    ...readMember(options.users, user),
    sub: user,
  };
}

/** Finds a token that a request contains. */
export function findSent({ engine, change }: Scene, token: string): StoredToken | undefined {
  return change((tables) => findToken(tables, token, engine.name));
}

/** The kinds of secrets other than tokens: the table that stores them, their prefix, and their lifetime in seconds. */
export const secretKinds = {
  code: { table: '~codes', prefix: 'code_', seconds: 600 },
  device: { table: '~devices', prefix: 'device_', seconds: 1800 },
  pushed: { table: '~pushed', prefix: '', seconds: 90 },
} as const;

/** A kind of secrets. */
export type SecretKind = keyof typeof secretKinds;

/** Maximum number of rows of a table; when there are more, the oldest are removed. */
const mostRows = 10_000;

/** Creates a secret, such as an authorization code, stores a row under its hash, and returns the secret. */
export function keepSecret({ now, change }: Scene, kind: SecretKind, row: JsonObject): string {
  const { table, prefix, seconds } = secretKinds[kind];
  const secret = newSecret(prefix);
  change((tables) => {
    tables.put(table, { id: hashSecret(secret), ...row, expiresAt: now + seconds * 1000 });
    forgetOldest(tables, table, mostRows);
  });
  return secret;
}

/** Finds the row about a secret of a client, which may have expired. */
export function findSecret({ change }: Scene, kind: SecretKind, secret: string, client: string): Row | undefined {
  const row = change((tables) => tables.get(secretKinds[kind].table, hashSecret(secret)));
  return row?.['client'] === client ? row : undefined;
}

/** Returns whether a secret has expired. */
export function isExpired({ now }: Scene, { expiresAt }: Row): boolean {
  return Number(expiresAt) <= now;
}

/** Reads the scopes of a row. */
export function readScopes({ scopes }: Row): readonly string[] {
  return Array.isArray(scopes) ? scopes.filter((one) => typeof one === 'string') : [];
}

/** Parameters of a request by name. Those without a value are left out (RFC 6749, section 3.1). */
export type Parameters = Readonly<Record<string, string>>;

/** Reads the form of a request. Rejects another media type (400), more than 64 KiB (413), and a parameter that comes twice (400). */
export async function readForm(request: Request): Promise<Parameters> {
  return toParameters(await readFields(request));
}

/** Reads the fields of a form, some of which may come several times. Rejects as `readForm` does. */
export async function readFields(request: Request): Promise<URLSearchParams> {
  if (mediaTypeOf(request.headers.get('content-type') ?? '') !== 'application/x-www-form-urlencoded')
    throw invalidRequest('The body has to be application/x-www-form-urlencoded.');
  return new URLSearchParams(readFormText(await readBytes(request, 64 * 1024)));
}

/** Lists parameters by name. Rejects (400) one that comes twice. */
export function toParameters(fields: URLSearchParams): Parameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of fields) {
    if (parameters.has(name)) throw sentTwice(name);
    parameters.set(name, value);
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

/** Creates the error (400) for a parameter that comes twice. */
export function sentTwice(name: string): OAuthError {
  return invalidRequest(`The parameter ${name} was sent twice.`);
}

/** Returns a parameter. Rejects (400) a request without it. */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw invalidRequest(`The parameter ${name} is missing.`);
  return value;
}

type Headers = Readonly<Record<string, string>>;

/** An error of an endpoint for OAuth (RFC 6749, section 5.2), as a response: `{"error": "invalid_scope", "error_description": "…"}`. */
export class OAuthError extends HttpError {
  constructor(code: string, message: string, status = 400, headers: Headers = {}) {
    super(status, code, message, { headers });
  }
}

/** Creates the error (400) for a request that lacks a parameter, or has an invalid one. */
export function invalidRequest(message: string): OAuthError {
  return new OAuthError('invalid_request', message);
}

/** Creates the error (400) for a code, a refresh token or an assertion that is not valid. */
export function invalidGrant(message: string): OAuthError {
  return new OAuthError('invalid_grant', message);
}

/** Creates the error (401) for a client that could not be authenticated. */
export function invalidClient(message: string): OAuthError {
  return new OAuthError('invalid_client', message, 401, {
    'www-authenticate': 'Basic realm="emulator", charset="UTF-8"',
  });
}

/** Writes the members of an error, with the characters that RFC 6749 allows in descriptions. Other errors than those of OAuth are invalid requests. */
export function errorFields(error: HttpError): Record<'error' | 'error_description', string> {
  const code = error instanceof OAuthError ? error.reason : 'invalid_request';
  return { error: code, error_description: error.message.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 300) };
}

/** Sends JSON that no cache may keep. */
export function sendSecret(body: object, status = 200, headers: Headers = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...sharing,
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
