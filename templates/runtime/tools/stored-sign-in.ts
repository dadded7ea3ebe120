import { rm } from 'node:fs/promises';
import { isJsonObject } from '../json.js';
import type { SignedIn } from '../node/sign-in-types.js';
import { isMissing, readPrivate, ToolError, writePrivate } from './private-file.js';

/** A sign-in as it is stored: what refreshes tokens, and the address that they are for. */
export interface StoredSignIn extends Omit<SignedIn, 'idToken'> {
  /** Origin of the service: tokens are sent nowhere else. */
  readonly origin: string;
}

/** The stored sign-in; `undefined` where there is none. Rejects with a `ToolError` where it cannot be trusted. */
export async function readSignIn(path: string): Promise<StoredSignIn | undefined> {
  const text = await readPrivate(path);
  if (text === undefined) return undefined;
  const found = parse(text);
  if (found === undefined) throw new ToolError(`${path} holds no sign-in: sign in again, which replaces it`);
  return found;
}

function parse(text: string): StoredSignIn | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const needed = ['origin', 'clientId', 'tokenUrl', 'refreshToken', 'accessToken'];
  if (!needed.every((name) => typeof value[name] === 'string' && value[name] !== '')) return undefined;
  // The strings were checked right above; what else there is has been written by this module.
  return value as unknown as StoredSignIn;
}

/** Stores a sign-in, readable by its owner alone; the file is complete at any moment. */
export async function writeSignIn(path: string, signedIn: StoredSignIn): Promise<void> {
  await writePrivate(path, `${JSON.stringify({ version: 1, ...signedIn }, null, 2)}\n`);
}

/** Removes a stored sign-in; false where there was none. */
export async function removeSignIn(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
