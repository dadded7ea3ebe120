import { inlineCode } from './sentence.js';
import type { JsonType } from '../schemas/schema.js';

/** Whole numbers of a size: what they are called as JSON numbers, and as strings. */
const integers: ReadonlyMap<string, string> = new Map([
  ['int32', '32-bit integer'],
  ['uint32', '32-bit unsigned integer'],
  ['int64', '64-bit integer'],
  ['uint64', '64-bit unsigned integer'],
]);

/** What a string of a format is, with its unit where it has one. */
const texts: ReadonlyMap<string, string> = new Map([
  ['date-time', 'Date and time with offset (RFC 3339).'],
  ['google-datetime', 'Date and time with offset (RFC 3339).'],
  ['date', 'Date (`YYYY-MM-DD`).'],
  ['time', 'Time of day with offset (RFC 3339).'],
  ['duration', 'Duration (ISO 8601), such as `PT4M13S`.'],
  ['google-duration', 'Duration in seconds, such as `3.5s`.'],
  ['google-fieldmask', 'Paths of fields, separated by commas.'],
  ['byte', 'Bytes in base64.'],
]);

/** The name of the whole numbers that a format allows: `64-bit unsigned integer`. */
export function integerFormat(types: readonly JsonType[], format: string | undefined): string | undefined {
  return types.includes('integer') && !types.includes('number') ? integers.get(format ?? '') : undefined;
}

/** What a format says about a schema, in a sentence; nothing where the type or the range says it. */
export function formatNotes(types: readonly JsonType[], format: string | undefined): readonly string[] {
  if (format === undefined || integerFormat(types, format) !== undefined) return [];
  const isNumber = types.length > 0 && types.every((type) => ['number', 'integer', 'null'].includes(type));
  // A number of JavaScript is one of double precision.
  if (isNumber && format === 'double') return [];
  if (isNumber && format === 'float') return ['Single precision.'];
  if (isNumber || !types.includes('string')) return [`Format ${inlineCode(format)}.`];
  const integer = integers.get(format);
  if (integer !== undefined) return [`A ${integer} as a decimal string.`];
  return [texts.get(format) ?? `Format ${inlineCode(format)}.`];
}
