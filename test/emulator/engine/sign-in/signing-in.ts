import { type Emulator, type EmulatorOptions, type EmulatorPlan, startEmulator } from '@speccast/emulator';
import type { JsonObject } from '@speccast/runtime';
import { createHash } from 'node:crypto';
import { type AnyRows, shelfPlan } from '../../shelf/open-shelf.js';

/** The flows of the shelf, at another host, as most specs state them. */
const flows = {
  authorizationCode: {
    authorizationUrl: 'https://accounts.shelf.example/o/auth',
    tokenUrl: 'https://accounts.shelf.example/token',
    scopes: { read: 'See your books.', write: 'Change <b>your</b> books.' },
  },
};

/** The shelf with a document that declares these security schemes. */
export function planWith(schemes: JsonObject, more: Partial<EmulatorPlan> = {}): EmulatorPlan {
  const needs = (...scopes: string[]): JsonObject => ({ security: [{ oauth: scopes }] });
  return {
    ...shelfPlan,
    document: {
      openapi: '3.1.0',
      components: { securitySchemes: schemes },
      paths: { '/books': { get: { security: [{ oauth: ['read'] }, { oauth: ['write'] }] }, post: needs('write') } },
    },
    ...more,
  };
}

/** A shelf with OAuth 2.0. */
export function openShelfWithSignIn(options: EmulatorOptions = {}, schemes?: JsonObject): Emulator<AnyRows> {
  return startEmulator<AnyRows>(planWith(schemes ?? { oauth: { type: 'oauth2', flows } }), options);
}

export const verifier = 'a-verifier-of-at-least-forty-three-characters.';
export const challenge: string = createHash('sha256').update(verifier).digest('base64url');
export const redirectUri = 'http://127.0.0.1:5005/back';

/** Parameters of an authorization request that needs no page. */
export const request: Readonly<Record<string, string>> = {
  response_type: 'code',
  client_id: 'app',
  redirect_uri: redirectUri,
  scope: 'read write',
  state: 'x y&z',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  prompt: 'none',
  login_hint: 'ann',
};

/** Parameters of the token request that follows. */
export const exchange: Readonly<Record<string, string>> = {
  grant_type: 'authorization_code',
  client_id: 'app',
  redirect_uri: redirectUri,
  code_verifier: verifier,
};

/** A response: its status, its headers and its body as JSON, or as a string. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  // What is expected of it is what tests are about.
  readonly body: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends requests to an emulator, at an origin of its own. */
export class Caller {
  readonly emulator: Emulator;
  readonly #prefix: string;

  constructor(emulator: Emulator, prefix = '') {
    this.emulator = emulator;
    this.#prefix = prefix;
  }

  async send(path: string, init: RequestInit = {}): Promise<Received> {
    const address = path.startsWith('http') ? path : `http://127.0.0.1:4010${this.#prefix}${path}`;
    const response = await this.emulator.fetch(address, init);
    const { status, headers } = response;
    const text = await response.text();
    const isJson = headers.get('content-type')?.startsWith('application/json') === true;
    return { status, headers, text, body: isJson ? JSON.parse(text) : {} };
  }

  /** Posts a form. */
  post(path: string, fields: Record<string, string> | [string, string][], headers = {}): Promise<Received> {
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** The authorization endpoint; an entry that is undefined is left out. */
  authorize(changes: Readonly<Record<string, string | undefined>> = {}): Promise<Received> {
    return this.send(`/o/auth?${new URLSearchParams(defined({ ...request, ...changes }))}`);
  }

  /** Parameters of the address that the authorization endpoint redirects to. */
  async redirected(changes: Readonly<Record<string, string | undefined>> = {}): Promise<Record<string, string>> {
    const { headers } = await this.authorize(changes);
    return Object.fromEntries(new URL(headers.get('location') ?? 'http://none').searchParams);
  }

  async code(changes: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
    return (await this.redirected(changes))['code'] ?? '';
  }

  /** The token endpoint. */
  token(changes: Readonly<Record<string, string | undefined>>, headers = {}): Promise<Received> {
    return this.post('/token', defined({ ...exchange, ...changes }), headers);
  }

  /** Signs in, and returns the response of the token endpoint. */
  async signIn(changes: Readonly<Record<string, string | undefined>> = {}): Promise<Received['body']> {
    return (await this.token({ code: await this.code(changes) })).body;
  }

  refresh(token: string | undefined, more: Readonly<Record<string, string>> = {}): Promise<Received> {
    return this.post('/token', { grant_type: 'refresh_token', client_id: 'app', refresh_token: token ?? '', ...more });
  }

  /** Status of a call that needs a token. */
  async call(token: string | undefined, method = 'GET'): Promise<number> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = method === 'GET' ? {} : { body: JSON.stringify({ shelfId: 'none', title: 'Tides' }) };
    return (await this.send('/v1/books?mine=true', { method, headers, ...body })).status;
  }
}

function defined(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
