import { toStringValue, type ToError } from '../params/serialize.js';
import { describe } from '../params/values.js';
import { readEssence } from './media.js';

/** Key of the `ExactJson` in an object or array with numbers that a double cannot hold. */
export const exactJson: unique symbol = Symbol();

/** Functions of an object or array with numbers that a double cannot hold. */
export interface ExactJson {
  /** Writes it as JSON, with all digits. */
  readonly text: () => string;
  readonly clone: () => unknown;
  /** Copies it with strings instead of these numbers, for bodies that are not JSON. */
  readonly spelled: () => unknown;
}

/** Writes a value as JSON. */
export function toJson(value: unknown, invalid: ToError): string {
  let text: string | undefined;
  try {
    text = Object(value)[exactJson]?.text() ?? JSON.stringify(value);
  } catch {
    // `stringify` throws for circular values and bigints, and returns `undefined` for functions.
  }
  if (text) return text;
  throw invalid(`cannot be written as JSON: it is ${describe(value)}`);
}

/** Copies data of a response. */
export function cloneData<T>(data: T): T {
  return Object(data)[exactJson]?.clone() ?? structuredClone(data);
}

/** Writes a value in a media type: as JSON for `application/json` and its family, as text for others. */
export function toContent(mediaType: string, value: unknown, invalid: ToError): string {
  return isJsonType(mediaType) ? toJson(value, invalid) : toStringValue(value, invalid);
}

/** Returns whether a media type is JSON or of its family: `application/problem+json`. */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(readEssence(mediaType));
}
