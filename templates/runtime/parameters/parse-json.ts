import { isDeeper, type Json } from '../json.js';

/** Parses JSON; undefined if it is invalid or nested more than 100 levels deep. */
export function parseJson(text: string): Json | undefined {
  try {
    // `JSON.parse` returns JSON.
    const value = JSON.parse(text) as Json;
    return isDeeper(value, 100) ? undefined : value;
  } catch {
    return undefined;
  }
}
