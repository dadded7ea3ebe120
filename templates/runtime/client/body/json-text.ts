import { toStringValue, type ToError } from '../params/serialize.js';
import { describe } from '../params/values.js';
import { essenceOf } from './media.js';

/** Under it an object or array has how it is JSON, where numbers in it are longer than a double holds. */
export const exactJson: unique symbol = Symbol();

/** A value that holds numbers which are longer than a double. */
export interface ExactJson {
  readonly text: () => string;
  readonly clone: () => unknown;
  /** The same with strings in the place of such numbers, for what is no JSON. */
  readonly spelled: () => unknown;
}

/** A value as JSON. */
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

/** A copy of data. */
export function cloneData<T>(data: T): T {
  return Object(data)[exactJson]?.clone() ?? structuredClone(data);
}

/** A value in a media type: JSON where that is declared, else plain text. */
export function toContent(mediaType: string, value: unknown, invalid: ToError): string {
  return isJsonType(mediaType) ? toJson(value, invalid) : toStringValue(value, invalid);
}

/** Whether a media type is JSON or of its family: `application/problem+json`. */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}
