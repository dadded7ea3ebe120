import { toStringValue, type ToError } from '../params/serialize.js';
import { describe } from '../params/values.js';
import { readEssence } from './media.js';

/** Key of the `ExactJson` of an object or array that holds numbers which are longer than a double. */
export const exactJson: unique symbol = Symbol();

/** A value that holds numbers which are longer than a double. */
export interface ExactJson {
  readonly text: () => string;
  readonly clone: () => unknown;
  /** Copies it with strings in the place of these numbers, for bodies that are not JSON. */
  readonly spelled: () => unknown;
}

/** Writes a value as JSON. */
export function toJson(value: unknown, invalid: ToError): string {
  let text: string | undefined;
  try {
    text = Object(value)[exactJson]?.text() ?? JSON.stringify(value);
  } catch {
    // Circular values and bigints throw; functions give nothing.
  }
  if (text) return text;
  throw invalid(`cannot be written as JSON: it is ${describe(value)}`);
}

/** Copies data. */
export function cloneData<T>(data: T): T {
  return Object(data)[exactJson]?.clone() ?? structuredClone(data);
}

/** Writes a value in a media type: JSON where that is declared, else plain text. */
export function toContent(mediaType: string, value: unknown, invalid: ToError): string {
  return isJsonType(mediaType) ? toJson(value, invalid) : toStringValue(value, invalid);
}

/** Checks for JSON and the media types of its family: `application/problem+json`. */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(readEssence(mediaType));
}
