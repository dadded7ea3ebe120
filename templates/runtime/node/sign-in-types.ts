import type { Fetch } from '../client/options/hooks.js';

/** The addresses of an authorization server, as a spec states them. */
export interface SignInAddresses {
  readonly authorizationUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly deviceAuthorizationUrl?: string | undefined;
  /** Address of its OpenID Connect configuration, which has the others. */
  readonly openIdConnectUrl?: string | undefined;
}

/** Scopes that mean the same for every service with OpenID Connect. */
export type OpenIdScope = 'openid' | 'email' | 'profile' | 'offline_access';

/** Options of every way to sign in. Addresses default to those of the spec. */
export interface CommonSignInOptions<Scope extends string = string> extends SignInAddresses {
  readonly clientId: string;
  /** Public clients, such as installed applications, have none. */
  readonly clientSecret?: string | undefined;
  /** Default: those that the service grants by itself. */
  readonly scopes?: readonly (Scope | OpenIdScope)[] | undefined;
  /** Further parameters of the request to sign in, such as `{access_type: 'offline'}`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Longest time until the user has decided. Default: five minutes, for a device as long as its code is valid. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Sends the requests. Default: the global one. */
  readonly fetch?: Fetch | undefined;
}

/** Options of the sign-in in a browser on this machine. */
export interface SignInOptions<Scope extends string = string> extends CommonSignInOptions<Scope> {
  /** Gets the address that the user has to open. An error that it throws ends the sign-in. */
  readonly onUrl: (url: string) => unknown;
  /** Port on 127.0.0.1 that the user comes back to. Default: a free one. */
  readonly port?: number | undefined;
  /** Path that the user comes back to. Default: `/`. */
  readonly path?: string | undefined;
  /** Text of the page at the end. Default: `You are signed in. You can close this page.` */
  readonly message?: string | undefined;
}

/** The code and the address that the user of a device has to see. */
export interface DeviceCode {
  /** The code that the user enters, in characters that are safe to print. */
  readonly userCode: string;
  /** Address at which the user enters it. */
  readonly url: string;
  /** An address that has the code already, for a link or a QR code. */
  readonly completeUrl?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Options of the sign-in on another device. */
export interface DeviceSignInOptions<Scope extends string = string> extends CommonSignInOptions<Scope> {
  /** Gets the code, to show it to the user. An error that it throws ends the sign-in. */
  readonly onCode: (code: DeviceCode) => unknown;
}

/** The first tokens of a user, as `oauthRefresh` takes them. The caller stores them. */
export interface SignedIn {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly tokenUrl: string;
  readonly refreshToken: string;
  /** The first access token, for a call right away. */
  readonly accessToken: string;
  /** End of the access token in milliseconds since the epoch; absent where the service does not say. */
  readonly expiresAt?: number | undefined;
  /** The scopes granted, separated by blanks, where the service says. */
  readonly scope?: string | undefined;
  /** The ID token of OpenID Connect, as the service sent it: nothing of it was verified. */
  readonly idToken?: string | undefined;
}
