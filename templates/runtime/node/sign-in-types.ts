import type { Fetch } from '../client/options/hooks.js';

/** The addresses of an authorization server in a spec. */
export interface SignInAddresses {
  readonly authorizationUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly deviceAuthorizationUrl?: string | undefined;
  /** Address of its OpenID Connect configuration, which contains the other addresses. */
  readonly openIdConnectUrl?: string | undefined;
}

/** Scopes that OpenID Connect defines for all services. */
export type OpenIdScope = 'openid' | 'email' | 'profile' | 'offline_access';

/** Options of `signInWithBrowser` and `signInWithDevice`. Addresses default to those of the spec. */
export interface CommonSignInOptions<Scope extends string = string> extends SignInAddresses {
  readonly clientId: string;
  /** Secret of the client. Public clients, such as installed applications, have none. */
  readonly clientSecret?: string | undefined;
  /** Scopes to request. Default: those that the service grants without a request. */
  readonly scopes?: readonly (Scope | OpenIdScope)[] | undefined;
  /** Further parameters of the request to sign in, such as `{access_type: 'offline'}`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Time limit for the user in milliseconds. Default: five minutes; for a device, as long as its code is valid. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** Options of the sign-in in a browser on this machine. */
export interface SignInOptions<Scope extends string = string> extends CommonSignInOptions<Scope> {
  /** Called with the address that the user has to open. If it throws, the sign-in ends with its error. */
  readonly onUrl: (url: string) => unknown;
  /** Port on 127.0.0.1 of the redirect URI. Default: a free one. */
  readonly port?: number | undefined;
  /** Path of the redirect URI. Default: `/`. */
  readonly path?: string | undefined;
  /** Text of the last page in the browser. Default: `You are signed in. You can close this page.` */
  readonly message?: string | undefined;
}

/** The code and the address to show to the user. */
export interface DeviceCode {
  /** The code that the user enters, in characters that are safe to print. */
  readonly userCode: string;
  /** Address at which the user enters it. */
  readonly url: string;
  /** Address that contains the code, for a link or a QR code. */
  readonly completeUrl?: string | undefined;
  /** Expiry of the code in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Options of the sign-in on another device. */
export interface DeviceSignInOptions<Scope extends string = string> extends CommonSignInOptions<Scope> {
  /** Called with the code to show to the user. If it throws, the sign-in ends with its error. */
  readonly onCode: (code: DeviceCode) => unknown;
}

/** The tokens of a user who has signed in, as options of `oauthRefresh`. Callers have to store them. */
export interface SignedIn {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly tokenUrl: string;
  readonly refreshToken: string;
  /** The first access token. */
  readonly accessToken: string;
  /** Expiry of the access token in milliseconds since the epoch; absent if the service does not state it. */
  readonly expiresAt?: number | undefined;
  /** The granted scopes, separated by blanks; absent if the service does not state them. */
  readonly scope?: string | undefined;
  /** The ID token of OpenID Connect as the service sent it. It is not verified. */
  readonly idToken?: string | undefined;
}
