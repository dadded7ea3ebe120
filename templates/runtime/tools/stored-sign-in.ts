import { rm } from 'node:fs/promises';
import { isJsonObject } from '../json.js';
import type { SignedIn } from '../node/sign-in-types.js';
import { isMissing, readPrivate, ToolError, writePrivate } from './private-file.js';

/** A sign-in as it is stored: tokens, what refreshes them, and the service that they are for. */
export interface StoredSignIn extends Omit<SignedIn, 'idToken'> {
  /** Origin of the service: tokens are sent nowhere else. */
  readonly origin: string;
}

/** Reads the stored sign-in; `undefined` if there is none. Throws a `ToolError` if its file cannot be used. */
export async function readSignIn(path: string): Promise<StoredSignIn | undefined> {
  const text = await readPrivate(path);
  if (text === undefined) return undefined;
  const needed = ['origin', 'clientId', 'tokenUrl', 'refreshToken', 'accessToken'];
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value) && needed.every((name) => typeof value[name] === 'string' && value[name] !== ''))
      // `as`: the strings have just been checked, and this module wrote the rest.
      return value as unknown as StoredSignIn;
  } catch {
    // It is no JSON.
  }
  throw new ToolError(`${path} holds no sign-in: sign in again, which replaces it`);
}

/** Stores a sign-in in a file that only its owner can read, and that is complete at any moment. */
export async function writeSignIn(path: string, signedIn: StoredSignIn): Promise<void> {
  await writePrivate(path, `${JSON.stringify({ version: 1, ...signedIn }, null, 2)}\n`);
}

/** Removes a stored sign-in; false if there was none. */
export async function removeSignIn(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
