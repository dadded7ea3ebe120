import { type Json, type JsonObject, compact, isJsonObject, toObjects, toStrings } from '../../json.js';
import type { Doc, Schema, JsonType } from '../types/schema.js';
import { inlineCode, lowerFirst, joinWords } from '../tools/sentence.js';
import type { KeywordGroup } from '../../keywords/keyword.js';
import { listKeywords } from '../../keywords/keywords.js';

/**
 * Lowers what people read about an object of the spec. The summary and description of a reference replace those of its target.
 */
export function lowerDoc(node: JsonObject, reference: JsonObject = node): Doc {
  return compact({
    summary: readDocText(reference.summary) ?? readDocText(node.summary),
    description: readDocText(reference.description) ?? readDocText(node.description),
    deprecated: node.deprecated === true ? true : undefined,
    source: readSource(reference['x-source']) ?? readSource(node['x-source']),
    withoutEffect: readDocText(node['x-without-effect']),
  });
}

function readDocText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Reads an `x-source`; sources in a list are joined: `[pets.md:3, pets.md:9]` -> `pets.md:3, pets.md:9`. */
export function readSource(value: Json | undefined): string | undefined {
  if (Array.isArray(value)) return readDocText(value.filter((one) => typeof one === 'string').join(', '));
  return readDocText(value);
}

type Schemas = ReadonlyMap<string, Schema>;

/** Returns the doc of something that has a schema; where it says nothing, that of the model that the schema refers to. */
export function describe(doc: Doc, schema: Schema, schemas: Schemas): Doc {
  if ((doc.summary ?? doc.description) !== undefined) return doc;
  const summary = findSummary(schema, schemas, new Set());
  return summary === undefined ? doc : { ...doc, summary };
}

/** Most schemas that are asked what the values of one of them are. */
const mostAsked = 100;

/** Finds a sentence about the values of a schema. Schemas in `met` were asked before and say nothing. */
function findSummary(schema: Schema, schemas: Schemas, met: Set<Schema>): string | undefined {
  if (met.has(schema) || met.size === mostAsked) return undefined;
  const text = (schema.doc.summary ?? schema.doc.description)?.trim();
  const own = text?.includes('\n') === true ? text.split(/\n\s*\n/, 1)[0] : text;
  if (own !== undefined) return own;
  met.add(schema);
  const [only, ...others] = schema.allOf ?? [];
  const target = schema.ref === undefined ? only : schemas.get(schema.ref);
  if (target !== undefined && others.length === 0) return findSummary(target, schemas, met);
  if (schema.const !== undefined) return `Always ${inlineCode(JSON.stringify(schema.const.value))}.`;
  return (
    summarizePart('Each item', schema.array?.items) ?? summarizePart('Each value', schema.object?.additionalProperties)
  );

  function summarizePart(subject: string, part: Schema | undefined): string | undefined {
    const summary = part === undefined ? undefined : findSummary(part, schemas, met);
    return summary === undefined ? undefined : `${subject}: ${lowerFirst(summary)}`;
  }
}

/** Lists the facts about a schema that a type cannot say, one sentence each: `At most 20 characters.` */
export function lowerNotes(schema: Schema): readonly string[] {
  const { types = [], string, extensions = {} } = schema;
  const isWhole = types.includes('integer') && !types.includes('number');
  const ofValues = [
    ...(isWhole ? [`A ${integerFormat(types, string?.format) ?? 'whole number'}.`] : []),
    ...keywordNotes('number', schema.number),
    ...keywordNotes('string', string),
    ...formatNotes(types, string?.format),
  ];
  const onWire = (note: string): string => `On the wire: ${note.charAt(0).toLowerCase()}${note.slice(1)}`;
  const { 'x-unit': unit, 'x-required-by': requiredBy } = extensions;
  const operations = toStrings(requiredBy).map(inlineCode);
  return [
    // With a codec, callers have the value as something else.
    ...(schema.codec === undefined ? ofValues : ofValues.map(onWire)),
    ...keywordNotes('array', schema.array),
    ...keywordNotes('object', schema.object),
    ...(typeof unit === 'string' ? [`Unit: ${unit}.`] : []),
    ...(schema.default === undefined ? [] : [`Default ${inlineCode(JSON.stringify(schema.default.value))}.`]),
    ...(schema.readOnly === true ? ['Set by the service only.'] : []),
    ...(schema.writeOnly === true ? ['Never returned by the service.'] : []),
    ...(operations.length === 0 ? [] : [`Required by ${operations.join(', ')}.`]),
    ...differenceNotes(extensions['x-differs']),
    ...valueNotes(schema),
  ];
}

/** Lists the sentences that the keywords of one type have in their table. */
function keywordNotes(group: KeywordGroup, rules: object = {}): readonly string[] {
  const list = listKeywords(group);
  const numberAt = (name: string | undefined): number | undefined => {
    const value: unknown = name === undefined ? undefined : Reflect.get(rules, name);
    return typeof value === 'number' ? value : undefined;
  };
  return list.flatMap(({ name, limit, note }) => {
    const value: unknown = Reflect.get(rules, name);
    if (limit?.isExclusive !== true && limit !== undefined) {
      const { isLower, upper, of = '' } = limit;
      if (isLower) return rangeNotes(numberAt(name), numberAt(upper), of);
      // The lower limit speaks for the upper one that belongs to it.
      return list.some((one) => one.limit?.upper === name) ? [] : rangeNotes(undefined, numberAt(name), of);
    }
    // A value is of the kind that its keyword takes.
    return value === undefined ? [] : (note?.(value as never, inlineCode) ?? []);
  });
}

/** Says a range: `At most 10 characters.`, `From 1 to 10 items.`, `Exactly 3 items.` */
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
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** Whole numbers of a size: what they are called as JSON numbers, and as strings. */
const integers: ReadonlyMap<string, string> = new Map([
  ['int32', '32-bit integer'],
  ['uint32', '32-bit unsigned integer'],
  ['int64', '64-bit integer'],
  ['uint64', '64-bit unsigned integer'],
]);

/** Sentences on the formats of strings, with the unit where there is one. */
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

/** Returns the name of the whole numbers that a format allows: `64-bit unsigned integer`. */
function integerFormat(types: readonly JsonType[], format: string | undefined): string | undefined {
  return types.includes('integer') && !types.includes('number') ? integers.get(format ?? '') : undefined;
}

/** Lists the sentences on a format; none where the type or the range says it. */
function formatNotes(types: readonly JsonType[], format: string | undefined): readonly string[] {
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

/** Beginning of notes that are items of a list. */
const bullet = '- ';

/**
 * Lists the names (`x-enum-varnames`, `x-enumNames`) and meanings of the values of an enum, or of the enum in a list
 * (`x-enum-descriptions`, by value or in the order of the values), and which are deprecated (`x-enum-deprecated`).
 */
function valueNotes(schema: Schema): readonly string[] {
  const owner = schema.enum === undefined ? schema.array?.items : schema;
  return (owner?.enum ?? []).flatMap((value, index) => {
    const text = printEnumValue(value);
    const { given, meaning, isDeprecated } = describeValue(owner, value, index);
    const said = [given === text ? '' : given, meaning].filter((one) => one !== '').join(': ');
    if (said === '' && !isDeprecated) return [];
    return [`${bullet}${inlineCode(text)}${isDeprecated ? ' (deprecated)' : ''}${said === '' ? '' : `: ${said}`}`];
  });
}

function printEnumValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Finds the name and the meaning of a value of an enum, by its position there; empty strings where the spec says nothing. */
export function describeValue(
  schema: Schema | undefined,
  value: Json,
  index: number,
): { readonly given: string; readonly meaning: string; readonly isDeprecated: boolean } {
  const { extensions = {} } = schema ?? {};
  const { 'x-enum-deprecated': deprecated } = extensions;
  const text = printEnumValue(value);
  const find = (keys: readonly string[]): string => {
    const stated = keys.map((key) => extensions[key]).find((one) => one !== undefined);
    const byValue = isJsonObject(stated) && Object.hasOwn(stated, text) ? stated[text] : undefined;
    const own = Array.isArray(stated) ? stated[index] : byValue;
    return typeof own === 'string' ? own.trim().replace(/\s+/g, ' ') : '';
  };
  const isDeprecated = Array.isArray(deprecated) && deprecated.includes(value);
  return { given: find(nameKeys), meaning: find(meaningKeys), isDeprecated };
}

const nameKeys = ['x-enum-varnames', 'x-enumNames'];
const meaningKeys = ['x-enum-descriptions', 'x-enumDescriptions'];

/** Extensions that say something of each value of an enum, as a list or by value. */
export const ENUM_LISTS: readonly string[] = [...nameKeys, ...meaningKeys];

/** Notes apart: sentences, and the items of a list. */
export function splitNotes(notes: readonly string[]): {
  readonly sentences: readonly string[];
  readonly items: readonly string[];
} {
  return {
    sentences: notes.filter((note) => !note.startsWith(bullet)),
    items: notes.filter((note) => note.startsWith(bullet)).map((note) => note.slice(bullet.length)),
  };
}

/** Lists the sentences of `x-limit` and `x-facts`: `At most 10 \`pets\` per \`owner\`.` */
export function extensionNotes({ 'x-limit': limits, 'x-facts': facts }: JsonObject): readonly string[] {
  return [
    ...toObjects(limits).flatMap(({ atMost, of, per }) => {
      if (typeof atMost !== 'number' || typeof of !== 'string') return [];
      return [sentence(`At most ${atMost} \`${of}\`${typeof per === 'string' ? ` per \`${per}\`` : ''}`)];
    }),
    ...toObjects(facts).flatMap(({ fact }) => (typeof fact === 'string' ? [sentence(fact)] : [])),
  ];
}

function sentence(text: string): string {
  return `${text.trim().replace(/\.$/, '')}.`;
}

/** Sentences on the public facts that the document contradicts (`x-differs`). */
export function differenceNotes(differs: Json | undefined): readonly string[] {
  return toObjects(differs).flatMap(({ public: fact }) =>
    typeof fact === 'string'
      ? [`Public services differ: ${fact.replace(/\s+/g, ' ').trim().replace(/\.?$/, '.')}`]
      : [],
  );
}

/** Lists a sentence on what is sent where a call leaves the parameter out (`x-part`). */
export function partNotes(part: Json | undefined): readonly string[] {
  if (!isJsonObject(part)) return [];
  const { default: parts } = part;
  if (parts === 'body') return ['Left out, the parts that the body holds are sent.'];
  const names = toStrings(parts).map(inlineCode);
  return names.length === 0 ? [] : [`Left out, ${joinWords(names, 'and')} ${names.length === 1 ? 'is' : 'are'} sent.`];
}
