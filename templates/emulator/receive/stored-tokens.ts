import type { Json } from '@speccast/runtime';
import { base64url } from '@speccast/runtime/requests';
import type { Row } from '../store/table.js';
import type { Tables } from '../store/world.js';
import { defined } from '../values/defined.js';
import { sha256 } from '../values/sha256.js';
import { stringAt } from '../values/json-path.js';

/** Hashes a secret by SHA-256, in base64url: the store has only the hash. */
export function hashSecret(text: string): string {
  return base64url(sha256(new TextEncoder().encode(text)));
}

/** Creates a secret: the prefix, and 192 random bits. */
export function newSecret(prefix: string): string {
  return prefix + base64url(crypto.getRandomValues(new Uint8Array(24)));
}

/** The table of the tokens that the emulator issued, in the order of their issue. */
export const tokenTable = '~tokens';

/** Maximum number of stored tokens, so that they do not fill the memory of a server that runs for weeks. */
const mostTokens = 50_000;

/** The facts about a token. The world has its hash, never the token. */
export interface StoredToken {
  /** SHA-256 of the token. */
  readonly id: string;
  readonly kind: 'access' | 'refresh';
  /** The tokens of one consent have the same grant: they are revoked together. */
  readonly grant: string;
  readonly user: string;
  /** The `client_id` that it was issued to. */
  readonly client: string | undefined;
  /** Undefined: all. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since the epoch, by the clock of the emulator. */
  readonly issuedAt: number;
  /** Time when the user signed in, if a user did. */
  readonly signedInAt: number | undefined;
  /** Undefined: never. */
  readonly expiresAt: number | undefined;
  /** The last four characters, by which people recognize it. */
  readonly ending: string;
  readonly isRevoked: boolean;
}

/** The facts of a new token. */
export interface TokenDraft
  extends Pick<StoredToken, 'kind' | 'grant' | 'user'>, Partial<Pick<StoredToken, 'client' | 'scopes' | 'signedInAt'>> {
  /** Lifetime in milliseconds. Absent: unlimited. */
  readonly lifetime?: number | undefined;
}

/** Issues a token, and returns it. It ends in the name of the world (`~blue`), so that requests with it reach that world. */
export function issueToken(tables: Tables, draft: TokenDraft, at: { now: number; world: string | undefined }): string {
  const { scopes, lifetime, ...facts } = draft;
  const token = newSecret(draft.kind === 'access' ? 'at_' : 'rt_');
  const row = {
    id: hashSecret(token),
    ...facts,
    scopes: scopes && [...scopes],
    issuedAt: at.now,
    expiresAt: lifetime === undefined ? undefined : at.now + lifetime,
    ending: token.slice(-4),
  };
  tables.put(tokenTable, defined(row));
  forgetOldest(tables, tokenTable, mostTokens);
  return at.world === undefined ? token : `${token}~${at.world}`;
}

/** Removes the oldest rows of a table until it has no more than `most`. */
export function forgetOldest(tables: Tables, table: string, most: number): void {
  while (tables.rows(table).size > most) {
    const [oldest = ''] = tables.rows(table).keys();
    tables.remove(table, oldest);
  }
}

/** Removes the name of its world from the end of a credential: `key~blue` → `key`. */
export function withoutWorld(credential: string, world: string | undefined): string {
  const end = `~${world}`;
  return world !== undefined && credential.endsWith(end) ? credential.slice(0, -end.length) : credential;
}

/** Finds a token that was issued in a world. */
export function findToken(
  tables: Pick<Tables, 'get'>,
  token: string,
  world: string | undefined,
): StoredToken | undefined {
  return readToken(tables.get(tokenTable, hashSecret(withoutWorld(token, world))));
}

/** Reads a token from its row. A row of a loaded state may have any members. */
export function readToken(row: Row | undefined): StoredToken | undefined {
  if (!row) return undefined;
  const { id, kind, user, scopes } = row;
  if (typeof id !== 'string' || typeof user !== 'string' || (kind !== 'access' && kind !== 'refresh')) return undefined;
  const readTime = (name: string) => (typeof row[name] === 'number' ? row[name] : undefined);
  return {
    id,
    kind,
    grant: stringAt(row, 'grant') ?? id,
    user,
    client: stringAt(row, 'client'),
    scopes: Array.isArray(scopes) ? scopes.filter((one: Json) => typeof one === 'string') : undefined,
    issuedAt: readTime('issuedAt') ?? 0,
    signedInAt: readTime('signedInAt'),
    expiresAt: readTime('expiresAt'),
    ending: stringAt(row, 'ending')?.slice(-4) ?? '',
    isRevoked: row['revoked'] === true,
  };
}

/** Returns the state of a token: valid (`active`), or the reason why it is invalid. */
export function readTokenState({ isRevoked, expiresAt }: StoredToken, now: number): 'active' | 'expired' | 'revoked' {
  if (isRevoked) return 'revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active';
}

/** Revokes a token; with a refresh token also all other tokens of its grant. */
export function revokeToken(tables: Tables, { id, kind, grant }: StoredToken): void {
  if (kind === 'refresh') revokeGrant(tables, grant);
  else markRevoked(tables, tables.get(tokenTable, id));
}

/** Revokes all tokens of a grant. */
export function revokeGrant(tables: Tables, grant: string): void {
  for (const row of tables.find(tokenTable, 'grant', grant)) markRevoked(tables, row);
}

function markRevoked(tables: Tables, row: Row | undefined) {
  if (row && row['revoked'] !== true) tables.put(tokenTable, { ...row, revoked: true });
}

/** A token that the emulator issued. */
export interface IssuedToken {
  readonly user: string;
  /** Undefined: all. */
  readonly scopes: readonly string[] | undefined;
  readonly isForClient: boolean;
  /** Reason why it is invalid, in a sentence; undefined if it is valid. */
  readonly fault: string | undefined;
}

/** Converts a token to the facts that the check of credentials needs: its user, and the reason if it is invalid. */
export function toIssued(token: StoredToken, now: number): IssuedToken {
  const { user, client, scopes, kind } = token;
  const faults = { active: undefined, expired: 'The token has expired.', revoked: 'The token was revoked.' };
  const fault =
    kind === 'refresh' ? 'This is a refresh token, which calls no operation.' : faults[readTokenState(token, now)];
  return { user, isForClient: user === client, scopes, fault };
}
