import { defined } from '../../values/defined.js';
import type { Engine } from '../../world/engine.js';
import {
  findToken,
  issueToken,
  revokeToken,
  readTokenState,
  readToken,
  tokenTable,
  newSecret,
} from '../../receive/stored-tokens.js';

/** A request for tokens. */
export interface TokenRequest {
  /** The user whose data the tokens give access to. All tokens of the same name share the data of one user. */
  readonly user: string;
  /** Default: all. */
  readonly scopes?: readonly string[] | undefined;
  /** Lifetime in seconds, by the clock of the emulator. Default: 3600. */
  readonly expiresIn?: number | undefined;
  /** The `client_id` that they are issued to. If it equals `user`, they are tokens of a service account. Default: none. */
  readonly clientId?: string | undefined;
}

/** New tokens. The emulator does not show them again. */
export interface NewTokens {
  readonly accessToken: string;
  /** Exchanged for further access tokens of the same user at the token endpoint. */
  readonly refreshToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** An issued token, without the token itself. */
export interface ListedToken {
  /** The argument of `revoke`. Not a credential. */
  readonly id: string;
  readonly kind: 'access' | 'refresh';
  /** `…` and the last four characters of the token. */
  readonly token: string;
  readonly user: string;
  readonly clientId?: string;
  /** Absent: all. */
  readonly scopes?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Milliseconds since the epoch; absent: never. */
  readonly expiresAt?: number;
  readonly state: 'active' | 'expired' | 'revoked';
}

/** The tokens that an emulator issued, to its clients or to tests. */
export interface TokenList {
  /** Issues an access token and a refresh token, as a client gets them. Throws a `TypeError` for an invalid request. */
  issue(request: TokenRequest): NewTokens;
  /** Lists all of them, the newest last. */
  list(): readonly ListedToken[];
  /**
   * Revokes a token, by itself or by its id; with a refresh token also the access tokens of the same consent. Returns false if
   * there is none.
   */
  revoke(tokenOrId: string): boolean;
}

const usualSeconds = 3600;

/** Creates the list of the tokens of a world. */
export function createTokenList(engine: Engine): TokenList {
  const { clock, name: world } = engine;
  return {
    issue: (request) => {
      checkRequest(request);
      const { user, scopes, expiresIn = usualSeconds, clientId: client } = request;
      const at = { now: clock.now(), world };
      const draft = { grant: newSecret('g_'), user, client, scopes };
      return engine.change((tables) => ({
        accessToken: issueToken(tables, { ...draft, kind: 'access', lifetime: expiresIn * 1000 }, at),
        refreshToken: issueToken(tables, { ...draft, kind: 'refresh' }, at),
        expiresAt: at.now + expiresIn * 1000,
      }));
    },
    list: () =>
      engine
        .change((tables) => tables.list(tokenTable))
        .map(readToken)
        .filter((token) => token !== undefined)
        .map((token) => {
          const { id, kind, user, client, scopes, issuedAt, expiresAt, ending } = token;
          return defined({
            id,
            kind,
            token: `…${ending}`,
            user,
            clientId: client,
            scopes,
            issuedAt,
            expiresAt,
            state: readTokenState(token, clock.now()),
          });
        }),
    revoke: (tokenOrId) =>
      engine.change((tables) => {
        const found = findToken(tables, tokenOrId, world) ?? readToken(tables.get(tokenTable, tokenOrId));
        if (found) revokeToken(tables, found);
        return found !== undefined;
      }),
  };
}

/** Throws a `TypeError` for a request of the wrong type, which JavaScript and HTTP can pass. */
function checkRequest({ user, scopes = [], expiresIn = 0, clientId = 'none' }: TokenRequest) {
  if (typeof user !== 'string' || user === '' || user.length > 255)
    throw new TypeError('user has to be a string of 1 to 255 characters.');
  if (typeof clientId !== 'string' || clientId === '') throw new TypeError('clientId has to be a string.');
  if (!(Array.isArray(scopes) && scopes.every((one) => typeof one === 'string' && one !== '')))
    throw new TypeError('scopes has to be an array of strings.');
  if (!(typeof expiresIn === 'number' && expiresIn >= 0 && expiresIn <= 1e9))
    throw new TypeError('expiresIn has to be a number of seconds up to 1,000,000,000.');
}
