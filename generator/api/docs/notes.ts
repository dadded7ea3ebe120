import type { KeywordGroup, Limit } from '../../keywords/keyword.js';
import { keywordsOf } from '../../keywords/keywords.js';
import type { Json } from '../../spec/read/json.js';
import { differenceNotes } from './extension-notes.js';
import { formatNotes, integerFormat } from './format-notes.js';
import { inlineCode as code } from './sentence.js';
import type { Schema } from '../schemas/schema.js';
import { valueNotes } from './value-notes.js';

/** Facts about a schema that a type cannot say, one sentence each. */
export function lowerNotes(schema: Schema): readonly string[] {
  return [
    ...numberNotes(schema),
    ...keywordNotes('number', schema.number),
    ...keywordNotes('string', schema.string),
    ...formatNotes(schema.types ?? [], schema.string?.format),
    ...keywordNotes('array', schema.array),
    ...keywordNotes('object', schema.object),
    ...unitNotes(schema.extensions?.['x-unit']),
    ...defaultNotes(schema),
    ...travelNotes(schema),
    ...requiredByNotes(schema.extensions?.['x-required-by']),
    ...differenceNotes(schema.extensions?.['x-differs']),
    ...valueNotes(schema),
  ];
}

function numberNotes({ types = [], string }: Schema): readonly string[] {
  const isWhole = types.includes('integer') && !types.includes('number');
  return isWhole ? [`A ${integerFormat(types, string?.format) ?? 'whole number'}.`] : [];
}

/** What the keywords of one type say, as their table has it. */
function keywordNotes(group: KeywordGroup, rules: object = {}): readonly string[] {
  return keywordsOf(group).flatMap(({ name, limit, note }) => {
    const value: unknown = Reflect.get(rules, name);
    if (limit?.isExclusive !== true && limit !== undefined) return limitNotes(name, limit, rules);
    // A value is of the kind that its keyword takes.
    return value === undefined ? [] : (note?.(value as never, code) ?? []);
  });
}

/** The lower limit speaks for the upper one that belongs to it. */
function limitNotes(name: string, { isLower, upper, of = '' }: Limit, rules: object): readonly string[] {
  return isLower && upper !== undefined ? rangeNotes(numberAt(rules, name), numberAt(rules, upper), of) : [];
}

function numberAt(rules: object, name: string): number | undefined {
  const value: unknown = Reflect.get(rules, name);
  return typeof value === 'number' ? value : undefined;
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
