import type { Json } from '../../spec/read/json.js';
import { differenceNotes } from './extension-notes.js';
import { formatNotes, integerFormat } from './format-notes.js';
import { inlineCode as code } from './sentence.js';
import type { ArrayRules, JsonType, NumberRules, ObjectRules, Schema, StringRules } from '../schemas/schema.js';
import { valueNotes } from './value-notes.js';

/** Facts about a schema that a type cannot say, one sentence each. */
export function lowerNotes(schema: Schema): readonly string[] {
  return [
    ...numberNotes(schema.types ?? [], schema.number ?? {}, schema.string?.format),
    ...(schema.string === undefined ? [] : stringNotes(schema.types ?? [], schema.string)),
    ...(schema.array === undefined ? [] : arrayNotes(schema.array)),
    ...(schema.object === undefined ? [] : objectNotes(schema.object)),
    ...unitNotes(schema.extensions?.['x-unit']),
    ...defaultNotes(schema),
    ...travelNotes(schema),
    ...requiredByNotes(schema.extensions?.['x-required-by']),
    ...differenceNotes(schema.extensions?.['x-differs']),
    ...valueNotes(schema),
  ];
}

function numberNotes(types: readonly JsonType[], rules: NumberRules, format: string | undefined): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  return [
    ...(types.includes('integer') && !types.includes('number')
      ? [`A ${integerFormat(types, format) ?? 'whole number'}.`]
      : []),
    ...rangeNotes(minimum, maximum, ''),
    ...(exclusiveMinimum === undefined ? [] : [`More than ${exclusiveMinimum}.`]),
    ...(exclusiveMaximum === undefined ? [] : [`Less than ${exclusiveMaximum}.`]),
    ...(multipleOf === undefined ? [] : [`A multiple of ${multipleOf}.`]),
  ];
}

function stringNotes(types: readonly JsonType[], rules: StringRules): readonly string[] {
  const { minLength, maxLength, pattern, format, contentEncoding, contentMediaType } = rules;
  return [
    ...rangeNotes(minLength, maxLength, 'character'),
    ...(pattern === undefined ? [] : [`Matches ${code(pattern)}.`]),
    ...formatNotes(types, format),
    ...(contentEncoding === undefined ? [] : [`Encoded as ${code(contentEncoding)}.`]),
    ...(contentMediaType === undefined ? [] : [`Holds ${code(contentMediaType)}.`]),
  ];
}

function arrayNotes({ minItems, maxItems, uniqueItems }: ArrayRules): readonly string[] {
  return [...rangeNotes(minItems, maxItems, 'item'), ...(uniqueItems === true ? ['No item appears twice.'] : [])];
}

function objectNotes({ minProperties, maxProperties }: ObjectRules): readonly string[] {
  return rangeNotes(minProperties, maxProperties, 'property');
}

function unitNotes(unit: Json | undefined): readonly string[] {
  return typeof unit === 'string' ? [`Unit: ${unit}.`] : [];
}

function defaultNotes({ default: value }: Schema): readonly string[] {
  return value === undefined ? [] : [`Default ${code(JSON.stringify(value.value))}.`];
}

function travelNotes({ readOnly, writeOnly }: Schema): readonly string[] {
  return [
    ...(readOnly === true ? ['Set by the service only.'] : []),
    ...(writeOnly === true ? ['Never returned by the service.'] : []),
  ];
}

function requiredByNotes(ids: Json | undefined): readonly string[] {
  const texts = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  return texts.length === 0 ? [] : [`Required by ${texts.map(code).join(', ')}.`];
}

/** `At most 10 characters.`, `From 1 to 10 items.`, `Exactly 3 items.` */
function rangeNotes(least: number | undefined, most: number | undefined, noun: string): readonly string[] {
  if (least === undefined && most === undefined) return [];
  if (least === most) return [`Exactly ${counted(least, noun)}.`];
  if (most === undefined) return [`At least ${counted(least, noun)}.`];
  return least === undefined || (least === 0 && noun !== '')
    ? [`At most ${counted(most, noun)}.`]
    : [`From ${least} to ${counted(most, noun)}.`];
}

function counted(count: number | undefined, noun: string): string {
  if (noun === '') return String(count);
  return `${count} ${count === 1 ? noun : plural(noun)}`;
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
