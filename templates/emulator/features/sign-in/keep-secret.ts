import type { JsonObject } from '@speccast/runtime';
import { forgetOldest, hashSecret, newSecret } from '../../receive/stored-tokens.js';
import type { Row } from '../../store/table.js';
import type { Scene } from './scene.js';

/** Most rows of a table; when there are more, the oldest are removed. */
const mostRows = 10_000;

/** Makes a secret, such as an authorization code, keeps a row about it under its hash for some seconds, and returns the secret. */
export function keepSecret(
  { now, change }: Scene,
  table: string,
  { prefix, seconds }: { readonly prefix: string; readonly seconds: number },
  row: JsonObject,
): string {
  const secret = newSecret(prefix);
  const expiresAt = now + seconds * 1000;
  change((tables) => {
    tables.put(table, { id: hashSecret(secret), ...row, expiresAt });
    forgetOldest(tables, table, mostRows);
  });
  return secret;
}

/** Finds the row about a secret, which may have expired. */
export function findSecret({ change }: Scene, table: string, secret: string): Row | undefined {
  return change((tables) => tables.get(table, hashSecret(secret)));
}

/** Tells whether a secret has expired. */
export function isExpired({ now }: Scene, { expiresAt }: Row): boolean {
  return Number(expiresAt) <= now;
}

/** Reads the scopes of a row. */
export function readScopes({ scopes }: Row): readonly string[] {
  return Array.isArray(scopes) ? scopes.filter((one) => typeof one === 'string') : [];
}
