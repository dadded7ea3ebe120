import type { JsonObject } from '@speccast/runtime';
import { forgetOldest, hashSecret, newSecret } from '../../receive/stored-tokens.js';
import type { Row } from '../../store/table.js';
import type { Scene } from './scene.js';

/** Most rows of a table; when there are more, the oldest are removed. */
const mostRows = 10_000;

/** Makes a secret, such as an authorization code, keeps a row about it under its hash for some seconds, and returns the secret. */
export function keepSecret(
  { engine }: Scene,
  table: string,
  { prefix, seconds }: { readonly prefix: string; readonly seconds: number },
  row: JsonObject,
): string {
  const secret = newSecret(prefix);
  const expiresAt = engine.clock.now() + seconds * 1000;
  engine.change((tables) => {
    tables.put(table, { id: hashSecret(secret), ...row, expiresAt });
    forgetOldest(tables, table, mostRows);
  });
  return secret;
}

/** Finds the row about a secret, which may have expired. */
export function findSecret({ engine }: Scene, table: string, secret: string): Row | undefined {
  return engine.change((tables) => tables.get(table, hashSecret(secret)));
}

/** Tells whether a secret has expired. */
export function isExpired({ engine }: Scene, { expiresAt }: Row): boolean {
  return Number(expiresAt) <= engine.clock.now();
}

/** Reads the scopes of a row. */
export function readScopes({ scopes }: Row): readonly string[] {
  return Array.isArray(scopes) ? scopes.filter((one) => typeof one === 'string') : [];
}
