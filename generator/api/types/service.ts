import type { Doc } from './schema.js';

/** Meanings of the errors of a service, as far as the spec states them. */
export interface ServiceErrors {
  /** Name of the type of `reasons`. */
  readonly typeName: string;
  /** Reasons that errors of any operation can carry. */
  readonly reasons?: readonly string[];
  /** Reasons after which the same call may succeed. */
  readonly retryReasons?: readonly string[];
  /** Reasons after which the same call fails again. */
  readonly finalReasons?: readonly string[];
  /** The daily quota: the errors that mean that it is spent, and the time zone at whose midnight it is reset. */
  readonly quota?: {
    readonly timeZone: string;
    readonly reasons: readonly string[];
    readonly errors?: readonly SpentError[];
  };
}

/** An error that means a spent quota. Other errors can have the same reason, so it is recognized by a part of its message. */
export interface SpentError {
  readonly status?: number;
  readonly reason: string;
  readonly message: string;
}

/** A base address; variables keep their braces. */
export interface Server {
  readonly url: string;
  readonly name?: string;
  readonly description?: string;
  readonly variables: readonly ServerVariable[];
}

/** A variable of a server address. */
export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  readonly values: readonly string[];
  readonly description?: string;
}

/** A way to authenticate, as the spec names it. */
export type SecurityScheme =
  | {
      readonly kind: 'apiKey';
      readonly name: string;
      readonly in: 'query' | 'header' | 'cookie';
      readonly parameter: string;
      readonly doc: Doc;
    }
  | { readonly kind: 'basic'; readonly name: string; readonly doc: Doc }
  /** `http` bearer, `oauth2` and `openIdConnect`: a token in the header `Authorization`, or in `queryParameter` if the spec states one. */
  | {
      readonly kind: 'bearer';
      readonly name: string;
      readonly oauth2: boolean;
      readonly queryParameter?: string;
      /** Address at which refresh tokens are exchanged for access tokens. */
      readonly tokenUrl?: string;
      /** The flow of client credentials, for programs without users. Its `tokenUrl` is absent if it is the one above. */
      readonly clientCredentials?: { readonly tokenUrl?: string; readonly scopes?: readonly string[] };
      /** Addresses for the sign-in of users, if they are known. */
      readonly signIn?: SignInAddresses;
      readonly scopes: readonly Scope[];
      readonly doc: Doc;
    }
  /** Credentials that the client does not send: a client certificate, or an HTTP scheme that it does not know. */
  | { readonly kind: 'mutualTLS' | 'other'; readonly name: string; readonly doc: Doc };

/** Whole addresses of an authorization server. */
export interface SignInAddresses {
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  /** Its OpenID Connect configuration. */
  readonly openIdConnectUrl?: string;
}

/** A permission that a token can carry, as the flows of its scheme declare it. */
export interface Scope {
  readonly name: string;
  readonly description?: string;
}

/** One scheme that must be satisfied, with the scopes it needs. */
export interface SecurityNeed {
  readonly scheme: string;
  readonly scopes: readonly string[];
}
