import { toStringValue, type ToError } from '../params/serialize.js';
import { describe } from '../params/values.js';
import { essenceOf } from './media.js';

/** A value as JSON. */
export function toJson(value: unknown, invalid: ToError): string {
  const text = stringify(value);
  if (text === undefined) throw invalid(`cannot be written as JSON: it is ${describe(value)}`);
  return text;
}

/** A value in a media type: JSON where that is declared, else plain text. */
export function toContent(mediaType: string, value: unknown, invalid: ToError): string {
  return isJsonType(mediaType) ? toJson(value, invalid) : toStringValue(value, invalid);
}

/** Whether a media type is JSON or of its family: `application/problem+json`. */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}

// Circular values and bigints throw; functions give nothing.
function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
