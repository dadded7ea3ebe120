import type { Feature } from '../../world/engine.js';
import { getSignInPlan } from './sign-in-plan.js';
import { type JsonObject, isJsonObject } from '@speccast/runtime';
import { readMember } from '@speccast/runtime/requests';

/** The endpoints of OAuth 2.0 and OpenID Connect, for specs that declare one of them. Their code is loaded by the first request to one. */
export const signIn: Feature = {
  name: 'sign-in',
  open: (engine) => {
    const problem = signInProblem(engine.options.signIn ?? {});
    if (problem !== undefined) throw new TypeError(`signIn: ${problem}.`);
    return {
      serve: async (received) => {
        const { endpoints = [] } = getSignInPlan(engine.plan) ?? {};
        if (!endpoints.some(({ path }) => path === received.url.pathname)) return undefined;
        const { serveSignIn } = await import('./serve-sign-in.js');
        return serveSignIn(engine, received);
      },
    };
  },
};

/** A client that may sign users in. */
export interface SignInClient {
  /** Its secret. Default: none, a public client. */
  readonly secret?: string;
  /** Addresses that users may be sent back to, besides those on this machine; a loopback address is for any port. */
  readonly redirectUris?: readonly string[];
  /** A public key (a JWK, or PEM) that its assertions are verified with: RSA for RS256, P-256 for ES256. */
  readonly publicKey?: JsonObject | string;
}

/** Options of the sign-in of users and clients, for specs that declare OAuth 2.0 or OpenID Connect. */
export interface SignInOptions {
  /** The clients by `client_id`. Default: any client, with any secret. */
  readonly clients?: Readonly<Record<string, SignInClient>>;
  /** Addresses that the users of any client may be sent back to, besides those on this machine. */
  readonly redirectUris?: readonly string[];
  /** Signs in as this user without a page; `login_hint` names another one. Default: a page asks. */
  readonly user?: string;
  /** The users that the page offers, with their claims, such as `{"ada": {"email": "ada@example.com"}}`. */
  readonly users?: Readonly<Record<string, JsonObject>>;
  /** Lifetime of access tokens, in seconds. Default: 3600. */
  readonly accessTokenSeconds?: number;
  /** Lifetime of refresh tokens, in seconds. Default: without end. */
  readonly refreshTokenSeconds?: number;
  /** Replaces the refresh token at each refresh; the use of an old one revokes all. Default: false. */
  readonly rotateRefreshTokens?: boolean;
  /** Seconds between two requests of a device for its tokens. Default: 5. */
  readonly deviceInterval?: number;
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string' && value !== '';
const isSeconds: Test = (value) => typeof value === 'number' && value >= 0 && value <= 1e9;
const areTexts: Test = (value) => Array.isArray(value) && value.every(isText);

/** Makes a test of an object with any names, which tests its values. */
const testValues =
  (test: Test): Test =>
  (value) =>
    isJsonObject(value) && Object.values(value).every(test);

/** Finds the first member that is unknown, or whose value does not pass its test. */
function findWrong(value: JsonObject, known: Readonly<Record<string, Test>>): string | undefined {
  return Object.keys(value).find((name) => readMember(known, name)?.(value[name]) !== true);
}

const clientMembers: Readonly<Record<keyof SignInClient, Test>> = {
  secret: isText,
  redirectUris: areTexts,
  publicKey: (value) => isText(value) || isJsonObject(value),
};

const members: Readonly<Record<keyof SignInOptions, Test>> = {
  clients: testValues((one) => isJsonObject(one) && findWrong(one, clientMembers) === undefined),
  redirectUris: areTexts,
  user: isText,
  users: testValues(isJsonObject),
  accessTokenSeconds: isSeconds,
  refreshTokenSeconds: isSeconds,
  rotateRefreshTokens: (value) => typeof value === 'boolean',
  deviceInterval: isSeconds,
};

/** Says why options are refused; undefined if they are valid. It names no values, which may be secret. */
export function signInProblem(value: unknown): string | undefined {
  if (!isJsonObject(value)) return 'the options of the sign-in have to be an object';
  const wrong = findWrong(value, members);
  return wrong === undefined ? undefined : `${wrong} is no option of the sign-in, or has a wrong value`;
}
