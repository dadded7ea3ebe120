import { type Json, type JsonObject, compact, toArray, toObject, toObjects, toStrings } from '../../json.js';
import type { Doc, Schema, JsonType } from '../types/schema.js';
import { inlineCode, lowerFirst, joinWords } from '../tools/sentence.js';
import type { KeywordGroup } from '../../keywords/keyword.js';
import { listKeywords } from '../../keywords/keywords.js';

/**
 * Lowers the texts for people on an object of the spec. The summary and description of a reference replace those of its target.
 */
export function lowerDoc(node: JsonObject, reference: JsonObject = node): Doc {
  const read = (key: string): string | undefined => readDocText(reference[key]) ?? readDocText(node[key]);
  return compact({
    summary: read('summary'),
    description: read('description'),
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
  return readDocText(toStrings(value).join(', '));
}

type Schemas = ReadonlyMap<string, Schema>;

/** Returns a doc; one without texts gets a summary from the schema of its value: `The user who adopted the pet.` */
export function describe(doc: Doc, schema: Schema, schemas: Schemas): Doc {
  if (doc.summary ?? doc.description) return doc;
  const summary = findSummary(schema, schemas, new Set());
  return summary ? { ...doc, summary } : doc;
}

/** Most schemas that are searched for a summary. */
const mostSearched = 100;

/** Finds a sentence about the values of a schema. `met` has the schemas that were searched without success. */
function findSummary(schema: Schema, schemas: Schemas, met: Set<Schema>): string | undefined {
  if (met.has(schema) || met.size === mostSearched) return undefined;
  const { doc, allOf = [], array, object } = schema;
  const text = (doc.summary ?? doc.description)?.trim();
  if (text) return text.split(/\n\s*\n/, 1)[0];
  met.add(schema);
  const [only, ...others] = allOf;
  const target = schema.ref ? schemas.get(schema.ref) : only;
  if (target && others.length === 0) return findSummary(target, schemas, met);
  if (schema.const) return `Always ${inlineCode(JSON.stringify(schema.const.value))}.`;
  const summarizePart = (subject: string, part: Schema | undefined): string | undefined => {
    const summary = part && findSummary(part, schemas, met);
    return summary && `${subject}: ${lowerFirst(summary)}`;
  };
  return summarizePart('Each item', array?.items) ?? summarizePart('Each value', object?.additionalProperties);
}

/** Lists the facts about a schema that a type cannot express, one sentence each: `At most 20 characters.` */
export function lowerNotes(schema: Schema): readonly string[] {
  const { types = [], string, extensions = {} } = schema;
  const { format = '' } = string ?? {};
  const integer = integers.get(format);
  const isWhole = types.includes('integer') && !types.includes('number');
  const ofValues = [
    ...(isWhole ? [`A ${integer ?? 'whole number'}.`] : []),
    ...keywordNotes('number', schema.number),
    ...keywordNotes('string', string),
    ...(isWhole && integer ? [] : formatNotes(types, format)),
  ];
  const onWire = (note: string): string => `On the wire: ${note.charAt(0).toLowerCase()}${note.slice(1)}`;
  const { 'x-unit': unit, 'x-required-by': requiredBy } = extensions;
  const operations = toStrings(requiredBy).map(inlineCode);
  return [
    // With a codec, the value that callers have differs from the one on the wire.
    ...(schema.codec ? ofValues.map(onWire) : ofValues),
    ...keywordNotes('array', schema.array),
    ...keywordNotes('object', schema.object),
    ...(typeof unit === 'string' ? [`Unit: ${unit}.`] : []),
    ...(schema.default ? [`Default ${inlineCode(JSON.stringify(schema.default.value))}.`] : []),
    ...(schema.readOnly ? ['Set by the service only.'] : []),
    ...(schema.writeOnly ? ['Never returned by the service.'] : []),
    ...(operations.length === 0 ? [] : [`Required by ${operations.join(', ')}.`]),
    ...differenceNotes(extensions['x-differs']),
    ...valueNotes(schema),
  ];
}

/** Lists the sentences for the keywords of one type, as the table of keywords defines them. */
function keywordNotes(group: KeywordGroup, rules: object = {}): readonly string[] {
  const list = listKeywords(group);
  const readNumber = (name = ''): number | undefined => Reflect.get(rules, name);
  return list.flatMap(({ name, limit, note }) => {
    const value: unknown = Reflect.get(rules, name);
    // The check stage has proved that a value has the type that its keyword takes.
    if (!limit || limit.isExclusive) return value === undefined ? [] : (note?.(value as never, inlineCode) ?? []);
    const { isLower, upper, of = '' } = limit;
    if (isLower) return rangeNotes(readNumber(name), readNumber(upper), of);
    // The note of the lower limit contains the upper one.
    return list.some((one) => one.limit?.upper === name) ? [] : rangeNotes(undefined, readNumber(name), of);
  });
}

/** Prints a range as a sentence: `At most 10 characters.`, `From 1 to 10 items.`, `Exactly 3 items.` */
function rangeNotes(least: number | undefined, most: number | undefined, noun: string): readonly string[] {
  if (least === undefined && most === undefined) return [];
  if (least === most) return [`Exactly ${printAmount(least, noun)}.`];
  if (most === undefined) return [`At least ${printAmount(least, noun)}.`];
  return least === undefined || (least === 0 && noun !== '')
    ? [`At most ${printAmount(most, noun)}.`]
    : [`From ${least} to ${printAmount(most, noun)}.`];
}

function printAmount(count: number | undefined, noun: string): string {
  if (noun === '') return String(count);
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** Formats of integers, with their nouns in sentences. */
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

/** Lists the sentences on a format; none where the type already expresses it. */
function formatNotes(types: readonly JsonType[], format: string): readonly string[] {
  if (format === '') return [];
  const isNumber = types.length > 0 && types.every((type) => ['number', 'integer', 'null'].includes(type));
  // Each number of JavaScript has double precision.
  if (isNumber && format === 'double') return [];
  if (isNumber && format === 'float') return ['Single precision.'];
  const other = `Format ${inlineCode(format)}.`;
  if (isNumber || !types.includes('string')) return [other];
  const integer = integers.get(format);
  return [integer ? `A ${integer} as a decimal string.` : (texts.get(format) ?? other)];
}

/** Start of notes that are items of a list. */
const bullet = '- ';

/**
 * Lists the values of an enum, or of an array of an enum, that have a name (`x-enum-varnames`, `x-enumNames`), a meaning
 * (`x-enum-descriptions`) or are deprecated (`x-enum-deprecated`): ``- `2` (deprecated): High``.
 */
function valueNotes(schema: Schema): readonly string[] {
  const owner = schema.enum ? schema : schema.array?.items;
  return (owner?.enum ?? []).flatMap((value, index) => {
    const text = printEnumValue(value);
    const { given, doc } = describeValue(owner, value, index);
    const meaning = [given === text ? '' : given, doc.summary ?? ''].filter((one) => one !== '').join(': ');
    if (meaning === '' && !doc.deprecated) return [];
    const end = meaning === '' ? '' : `: ${meaning}`;
    return [`${bullet}${inlineCode(text)}${doc.deprecated ? ' (deprecated)' : ''}${end}`];
  });
}

function printEnumValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Finds the name and the meaning of a value of an enum; the name is empty if the spec states none. `index` is its position in the enum. */
export function describeValue(
  { extensions = {} }: Pick<Schema, 'extensions'> = {},
  value: Json,
  index: number,
): { readonly given: string; readonly doc: Doc } {
  const text = printEnumValue(value);
  const find = (keys: readonly string[]): string => {
    const stated = keys.map((key) => extensions[key]).find((one) => one !== undefined);
    const [list, byValue] = [toArray(stated), toObject(stated)];
    const own = list[index] ?? (Object.hasOwn(byValue, text) ? byValue[text] : undefined);
    return typeof own === 'string' ? own.trim().replace(/\s+/g, ' ') : '';
  };
  const isDeprecated = toArray(extensions['x-enum-deprecated']).includes(value);
  return {
    given: find(nameKeys),
    doc: compact({ summary: find(meaningKeys) || undefined, deprecated: isDeprecated || undefined }),
  };
}

const nameKeys = ['x-enum-varnames', 'x-enumNames'];
const meaningKeys = ['x-enum-descriptions', 'x-enumDescriptions'];

/** Extensions with a name or a meaning for each value of an enum, as a list or by value. */
export const ENUM_LISTS: readonly string[] = [...nameKeys, ...meaningKeys];

/** Divides notes into sentences and items of a list. */
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

/** Lists sentences on public facts that the document contradicts (`x-differs`). */
export function differenceNotes(differs: Json | undefined): readonly string[] {
  return toObjects(differs).flatMap(({ public: fact }) =>
    typeof fact === 'string' ? [`Public services differ: ${sentence(fact.replace(/\s+/g, ' '))}`] : [],
  );
}

/** Lists a sentence on the parts that are sent if a call leaves the parameter out (`x-part`). */
export function partNotes(part: Json | undefined): readonly string[] {
  const { default: parts } = toObject(part);
  if (parts === 'body') return ['Left out, the parts that the body holds are sent.'];
  const names = toStrings(parts).map(inlineCode);
  return names.length === 0 ? [] : [`Left out, ${joinWords(names, 'and')} ${names.length === 1 ? 'is' : 'are'} sent.`];
}
