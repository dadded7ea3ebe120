import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readMember } from '@speccast/runtime/requests';

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

type Test = (value: Json) => boolean;

const isText: Test = (value) => typeof value === 'string' && value !== '';
const isSeconds: Test = (value) => typeof value === 'number' && value >= 0 && value <= 1e9;
const areTexts: Test = (value) => Array.isArray(value) && value.every(isText);

const clientMembers: Readonly<Record<string, Test>> = {
  secret: isText,
  redirectUris: areTexts,
  publicKey: (value) => isText(value) || isJsonObject(value),
};

const members: Readonly<Record<keyof SignInOptions, Test>> = {
  clients: (value) => isJsonObject(value) && Object.values(value).every((one) => findWrong(one, clientMembers) === ''),
  redirectUris: areTexts,
  user: isText,
  users: (value) => isJsonObject(value) && Object.values(value).every(isJsonObject),
  accessTokenSeconds: isSeconds,
  refreshTokenSeconds: isSeconds,
  rotateRefreshTokens: (value) => typeof value === 'boolean',
  deviceInterval: isSeconds,
};

/** Says why options are refused; undefined if they are valid. It names no values, which may be secret. */
export function signInProblem(value: unknown): string | undefined {
  // Values that are not JSON are refused as well.
  const wrong = findWrong(value as Json, members);
  if (wrong === undefined) return 'the options of the sign-in have to be an object';
  return wrong === '' ? undefined : `${wrong} is no option of the sign-in, or has a wrong value`;
}

/** Finds the first member that is unknown or wrong: its name, or an empty string if there is none; undefined for a value that is no object. */
function findWrong(value: Json, known: Readonly<Record<string, Test>>): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const isRight = ([name, one]: [string, Json]): boolean => readMember(known, name)?.(one) === true;
  return Object.entries(value).find((entry) => !isRight(entry))?.[0] ?? '';
}
