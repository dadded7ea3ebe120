import type { JsonObject } from '@speccast/runtime';
import type { SeedTables, Profile } from './plan.js';
import type { HostileOption } from './freedoms.js';
import type { MediaStore } from '../store/media.js';

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

/** Options of webhooks. */
export interface WebhookOptions {
  /** One or more URLs that receive all webhooks, in addition to the subscribed receivers. */
  readonly url?: string | readonly string[];
  /** The secret that signs them, for subscriptions without a secret of their own. Default: derived from the seed; see `emulator.webhooks.key`. */
  readonly secret?: string | readonly string[];
  /** Sends a request. Default: the global `fetch`, to addresses of this machine only. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Hosts that may receive webhooks, besides this machine and the hosts of `url`; `any`: all. Default: none, or `any` if `fetch` is set. */
  readonly allow?: 'any' | readonly string[];
  /** Waits before further attempts, in milliseconds of the emulator's clock. Default: from 5 seconds to 24 hours, nine of them. */
  readonly retries?: readonly number[];
  /** Time limit for the response of a receiver, in milliseconds of real time. Default: 10,000. */
  readonly timeoutMs?: number;
}

/** Valid credentials. Without a list, all are valid except those that begin with `invalid` or `expired`. */
export interface KnownCredentials {
  readonly keys?: readonly string[];
  /** A list, or users and scopes by token. */
  readonly tokens?: readonly string[] | Readonly<Record<string, KnownToken>>;
}

/** A registered token. */
export interface KnownToken {
  /** The user of the token. Tokens of one user share their data. Default: a user of its own. */
  readonly user?: string;
  /** Scopes, checked in the profile `vendor`. Default: all. */
  readonly scopes?: readonly string[];
}

/** Options of the journal. */
export interface JournalOptions {
  /**
   * Maximum number of entries; the oldest are removed. `emulator.journal.dropped` counts them, and matchers that need
   * them fail. Default: 10,000.
   */
  readonly limit?: number;
  /** Called with a line about each request, in all worlds: `POST /v1/hats 201 3 ms  stored hats/4f2`. */
  readonly log?: (line: string) => void;
}

/** Initial data of an emulator in addition to the spec's seed, as plain data, so that it can be read from a JSON file. */
export interface Scenario {
  /** Initial time: ISO 8601, or milliseconds since the epoch. */
  readonly time?: string | number;
  /** Tokens of callers by name: with `{"ann": "t1"}`, `${ann}` in rows is the id of the caller with the token `t1`. */
  readonly callers?: Readonly<Record<string, string>>;
  /** Rows by table. `${name}` is replaced by the same new id everywhere. In tables without a seed, these rows replace the samples. */
  readonly tables?: SeedTables;
  /** The tables have these rows only: no rows of the spec's seed, also none that the seed has for each caller. Default: false. */
  readonly replace?: boolean;
  /** The rows are those of a recording: they are stored unchanged, and replace the seed and the samples. */
  readonly recorded?: boolean;
  /** Ids of callers by token, as the rows that they own contain them. Default: new ids. */
  readonly owners?: Readonly<Record<string, string>>;
}

/** Options of an emulator. All of them are optional. */
export interface EmulatorOptions {
  /** Seed of all generated ids. Default: 1. */
  readonly seed?: number;
  /** Default: `documented`. */
  readonly profile?: Profile;
  /** Returns the time in milliseconds since the epoch. Default: a clock that starts in 2026 and advances by one second with each request. */
  readonly now?: () => number;
  /** Throws if a response does not match the spec. Default: false. */
  readonly checkResponses?: boolean;
  /**
   * Lets errors explain under `error.details` which rule was broken, where the spec states it and how to satisfy it. Never in
   * the profile `vendor`. Default: true.
   */
  readonly teach?: boolean;
  /** Maximum length of a body, in bytes. Default: 64 MiB; none for bytes that are kept outside memory. */
  readonly maxBodyBytes?: number;
  /** Keeps long uploads outside memory. Default: none, and all bytes are in memory. */
  readonly mediaStore?: MediaStore;
  /**
   * Varies responses in every way that the spec allows, so that clients that rely on more than the spec fail. Pass a seed, or
   * `{seed, freedoms}` to take some freedoms only. The journal lists the freedoms that each response took.
   */
  readonly hostile?: HostileOption;
  /** Valid keys and tokens. Default: all except those that begin with `invalid` or `expired`. */
  readonly credentials?: KnownCredentials;
  /**
   * `strict` accepts only tokens that the emulator issued and those of `credentials` and of the callers of the scenario.
   * Default: `any`.
   */
  readonly auth?: 'any' | 'strict';
  /** The rules by which users and clients sign in, where the spec declares OAuth 2.0 or OpenID Connect. Default: any client, and a page. */
  readonly signIn?: SignInOptions;
  /**
   * The number of requests and responses that the journal keeps; `false` turns it off. `emulator.journal.dropped` counts those that it
   * no longer has. Default: the newest 10,000.
   */
  readonly journal?: JournalOptions | false;
  /**
   * Maximum number of named worlds. When there are more, the least recently used one is dropped. `false` turns named worlds off:
   * headers, paths and credentials select none. Default: 1000.
   */
  readonly worlds?: number | false;
  /** Receivers, signatures and retries of webhooks. Default: sent to subscribed receivers on this machine. */
  readonly webhooks?: WebhookOptions;
  /** Prefix of all paths of the service: with `/one`, `/v1/hats` is at `/one/v1/hats`. Default: none. */
  readonly below?: string;
  /** Starts without samples, and without rows of the spec's seed in tables that callers can add to. Default: false. */
  readonly empty?: boolean;
  /** Initial data in addition to the spec's seed. `reset` restores it. */
  readonly scenario?: Scenario;
}
