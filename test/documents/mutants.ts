import { isMap, toMap, type JsonMap, type JsonValue } from './spec-files.js';

/** A value that violates its schema in one place, with the issue that a validator has to report. */
export interface Mutant {
  readonly value: JsonValue;
  readonly path: readonly (string | number)[];
  /** One of `keywords`; a value that violates two keywords is two mutants. */
  readonly keyword: string;
  /** All keywords that the value violates, sorted. */
  readonly keywords: readonly string[];
}

/** Settings for sampling a value of a schema. */
export interface SampleSettings {
  readonly components: JsonMap;
  /** True to include optional properties. */
  readonly full: boolean;
  /** Leaves out properties with this mark: requests have no `readOnly` ones. */
  readonly leftOut?: 'readOnly' | 'writeOnly';
}

/** Ranges of the formats of numbers, both ends included. */
const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [-(2 ** 63), 2 ** 63 - 1],
};

/** For each format a valid text, then invalid ones. */
const textsByFormat: Readonly<Record<string, readonly [good: string, ...bad: string[]]>> = {
  'date-time': ['2024-02-29T12:30:00Z', '2023-02-29T12:30:00Z', '2024-02-29 12:30:00Z', '2024-02-29', ''],
  uint64: ['18446744073709551615', '18446744073709551616', '-1', '01', '1.0', ''],
  int64: ['-9223372036854775808', '-9223372036854775809', '9223372036854775808', '-0', '+1', '1e3', ''],
  byte: ['YQ==', 'YQ', 'Y-==', ' YQ=='],
};

/** Formats that no validator checks. */
const uncheckedFormats = new Set(['double', 'binary']);

/** Values of all JSON types. */
const valuesByType: readonly JsonValue[] = [null, true, 'a text', 7, 7.5, [], {}];

/** Texts of which at least one matches each pattern of the specs. */
const patternTexts = [
  'accounts/pub-1',
  'accounts/pub-1/adUnits/2',
  'accounts/pub-1/apps/3',
  'ca-app-pub-1~2',
  'USD',
  '',
  'a',
  '#',
];
/** Texts of which at least one violates each pattern of the specs. */
const invalidPatternTexts = ['\n', '', 'accounts/', 'a b\n', ','.repeat(100)];

/** Samples a valid value of a schema; `open` has the references that are being followed, for schemas that contain themselves. */
export function makeValue(schema: JsonMap, settings: SampleSettings, open: readonly string[] = []): JsonValue {
  const { $ref: reference } = schema;
  if (typeof reference === 'string')
    return open.includes(reference)
      ? makeValue(resolveReference(reference, settings), { ...settings, full: false }, open)
      : makeValue(resolveReference(reference, settings), settings, [...open, reference]);
  if ('const' in schema) return schema['const'] ?? null;
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null;
  switch (schema['type']) {
    case 'object':
      return makeObject(schema, settings, open);
    case 'array':
      return isMap(schema['items']) && settings.full ? [makeValue(schema['items'], settings, open)] : [];
    case 'string':
      return makeText(schema);
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 3);
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function makeObject(schema: JsonMap, settings: SampleSettings, open: readonly string[]): JsonValue {
  const further = schema['additionalProperties'];
  const made = listMembers(schema, settings)
    .filter(({ required }) => settings.full || required)
    .map(({ name, schema: own }) => [name, makeValue(own, settings, open)] as const);
  const all =
    isMap(further) && settings.full ? [...made, ['further', makeValue(further, settings, open)] as const] : made;
  return fitRules(schema, Object.fromEntries(all), settings);
}

type Names = readonly string[];

/** Rules between parameters, as in `x-parameter-rules`. */
interface ParameterRules {
  readonly exactlyOne?: Names;
  readonly atMostOne?: Names;
  readonly excludes?: Readonly<Record<string, Names>>;
  readonly requires?: Readonly<Record<string, string | JsonMap>>;
}

/**
 * Changes a request so that it fits the rules between its parameters: removes parameters that exclude each other, and adds required ones.
 * Of parameters that exclude each other, `kept` stays; by default the first one that is not in `excludes`.
 */
export function fitRules(schema: JsonMap, value: JsonMap, settings: SampleSettings, kept = ''): JsonMap {
  const { exactlyOne = [], atMostOne = [], excludes = {} } = readRules(schema);
  const choose = (names: Names): string =>
    names.includes(kept) ? kept : (names.find((name) => !(name in excludes)) ?? names[0] ?? '');
  const chosen = [choose(exactlyOne), choose(atMostOne)];
  const excluded = [kept, ...chosen].flatMap((name) => excludes[name] ?? []);
  const left = new Set([...exactlyOne, ...atMostOne, ...excluded].filter((name) => !chosen.includes(name)));
  const fitting = Object.fromEntries(Object.entries(value).filter(([name]) => name === kept || !left.has(name)));
  return addRequired(
    schema,
    { ...fitting, ...sampleParameters(schema, exactlyOne.length > 0 ? chosen.slice(0, 1) : [], settings) },
    settings,
  );
}

function readRules(schema: JsonMap): ParameterRules {
  // `generate` has checked `x-parameter-rules` against its meta-schema.
  return toMap(schema['x-parameter-rules']) as ParameterRules;
}

/** Samples values of parameters that count as sent: `true` for a flag, one item for a list. */
function sampleParameters(schema: JsonMap, names: Names, settings: SampleSettings): JsonMap {
  const schemas = toMap(schema['properties']);
  return Object.fromEntries(
    names.map((name) => [name, makeValue(toMap(schemas[name]), { ...settings, full: true }) || true]),
  );
}

/** Adds the parameters that others require: `{ near }` → `{ near, radius, type: ['video'] }`. */
function addRequired(schema: JsonMap, value: JsonMap, settings: SampleSettings): JsonMap {
  const needs = Object.entries(readRules(schema).requires ?? {}).filter(([name]) => name in value);
  const added = needs.map(([, needed]) =>
    typeof needed === 'string'
      ? sampleParameters(schema, [needed], settings)
      : Object.fromEntries(Object.entries(needed).map(([name, one]) => [name, [one]])),
  );
  const whole = { ...value, ...(Object.assign({}, ...added) as JsonMap) };
  return Object.keys(whole).length === Object.keys(value).length ? whole : addRequired(schema, whole, settings);
}

/** Lists requests that violate one rule between parameters each. */
export function listRuleMutants(schema: JsonMap, settings: SampleSettings): readonly Mutant[] {
  const { excludes = {}, requires = {}, ...counts } = readRules(schema);
  const least = toMap(makeValue({ ...schema, 'x-parameter-rules': {} }, { ...settings, full: false }));
  const fit = (kept: string): JsonMap =>
    fitRules(schema, { ...least, ...sampleParameters(schema, [kept], settings) }, settings, kept);
  const mutant = (keyword: string, path: Names, value: JsonMap): Mutant => ({
    value,
    path,
    keyword,
    keywords: [keyword],
  });
  const add = (keyword: string, name: string, other: string): Mutant =>
    mutant(
      keyword,
      [other],
      addRequired(schema, { ...fit(name), ...sampleParameters(schema, [other], settings) }, settings),
    );
  return [
    ...(counts.exactlyOne === undefined ? [] : [mutant('exactlyOne', [], least)]),
    ...(['exactlyOne', 'atMostOne'] as const).flatMap((keyword) => {
      const [first = '', ...rest] = counts[keyword] ?? [];
      return rest.map((other) => add(keyword, first, other));
    }),
    ...Object.entries(excludes).flatMap(([name, others]) => others.map((other) => add('excludes', name, other))),
    ...Object.entries(requires).flatMap(([name, needed]) =>
      (typeof needed === 'string' ? [needed] : Object.keys(needed)).map((lacking) => {
        const { [lacking]: _dropped, ...rest } = fit(name);
        return mutant('requires', [name], rest);
      }),
    ),
  ];
}

function makeText({ format, pattern, maxLength }: JsonMap): string {
  const good = textsByFormat[String(format)]?.[0];
  if (good !== undefined) return good;
  if (typeof maxLength === 'number' && pattern === undefined) return '\u{1f600}'.repeat(maxLength);
  const fit = patternTexts.find((one) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(one));
  if (fit === undefined) throw new Error(`Add a text that matches ${String(pattern)} to patternTexts`);
  return fit;
}

/** Lists the properties of an object schema; a property that is left out of requests or responses is not required. */
export function listMembers(
  schema: JsonMap,
  { components, leftOut }: SampleSettings,
): readonly { readonly name: string; readonly required: boolean; readonly schema: JsonMap }[] {
  const required = schema['required'];
  return Object.entries(toMap(schema['properties'])).map(([name, value]) => {
    const own = toMap(value);
    const target = typeof own['$ref'] === 'string' ? resolveReference(own['$ref'], { components, full: true }) : own;
    const isDemanded = Array.isArray(required) && required.includes(name);
    return { name, schema: own, required: isDemanded && (leftOut === undefined || target[leftOut] !== true) };
  });
}

function resolveReference(reference: string, { components }: SampleSettings): JsonMap {
  return toMap(toMap(components['schemas'])[reference.slice('#/components/schemas/'.length)]);
}

/** Lists changed copies of a valid value, each invalid in one place. */
export function listMutants(
  schema: JsonMap,
  value: JsonValue,
  settings: SampleSettings,
  path: readonly (string | number)[] = [],
): readonly Mutant[] {
  const { $ref: reference } = schema;
  if (typeof reference === 'string') return listMutants(resolveReference(reference, settings), value, settings, path);
  return [...mutateWhole(schema, value, path), ...mutateParts(schema, value, settings, path)];
}

function mutateWhole(schema: JsonMap, value: JsonValue, path: Mutant['path']): readonly Mutant[] {
  const invalid = [
    ...valuesByType.filter((other) => findViolations(schema, other).length > 0),
    ...(typeof value === 'number' ? listInvalidNumbers(schema) : []),
    ...(typeof value === 'string' ? listInvalidTexts(schema, value) : []),
    ...(Array.isArray(value) && typeof schema['maxItems'] === 'number'
      ? [Array.from({ length: schema['maxItems'] + 1 }, (): JsonValue => value[0] ?? null)]
      : []),
  ];
  return invalid.flatMap((other) => {
    const keywords = findViolations(schema, other);
    return keywords.map((keyword) => ({ value: other, path, keyword, keywords }));
  });
}

function listInvalidNumbers({ minimum, maximum, format }: JsonMap): readonly number[] {
  const [least, most] = ranges[String(format)] ?? [];
  return [
    ...[minimum, least].flatMap((low) => (typeof low === 'number' ? [low - Math.max(1, Math.abs(low) / 2 ** 50)] : [])),
    ...[maximum, most].flatMap((high) => (typeof high === 'number' ? [high + Math.max(1, high / 2 ** 50)] : [])),
  ];
}

function listInvalidTexts({ format, pattern, maxLength, enum: listed }: JsonMap, value: string): readonly string[] {
  const [, ...bad] = textsByFormat[String(format)] ?? [''];
  const unmatched =
    typeof pattern === 'string' ? invalidPatternTexts.filter((one) => !new RegExp(pattern, 'u').test(one)) : [];
  const long = typeof maxLength === 'number' ? [(value || 'a').repeat(maxLength + 1).slice(0, 2 * maxLength + 2)] : [];
  return [...bad, ...unmatched, ...long, ...(listed === undefined ? [] : [value.toUpperCase() + value])];
}

/** Returns the keywords that a value violates, sorted; only `const`, `enum` or `type` if one of them is violated. */
function findViolations(schema: JsonMap, value: JsonValue): readonly string[] {
  const { type, enum: listed, format, minimum, maximum, maxItems, maxLength, pattern } = schema;
  if ('const' in schema) return value === schema['const'] ? [] : ['const'];
  if (Array.isArray(listed)) return listed.includes(value) ? [] : ['enum'];
  if (type !== undefined && !hasType(value, type)) return ['type'];
  const isText = typeof value === 'string';
  const isNumber = typeof value === 'number';
  const [least, most] = ranges[String(format)] ?? [-Infinity, Infinity];
  const found = {
    format:
      (isText && (textsByFormat[String(format)]?.includes(value, 1) ?? false)) ||
      (isNumber && (value < least || value > most)),
    maxItems: Array.isArray(value) && typeof maxItems === 'number' && value.length > maxItems,
    maxLength: isText && typeof maxLength === 'number' && [...value].length > maxLength,
    maximum: isNumber && typeof maximum === 'number' && value > maximum,
    minimum: isNumber && typeof minimum === 'number' && value < minimum,
    pattern: isText && typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value),
  };
  return Object.entries(found).flatMap(([keyword, isViolated]) => (isViolated ? [keyword] : []));
}

function hasType(value: JsonValue, type: JsonValue): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isMap(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function mutateParts(
  schema: JsonMap,
  value: JsonValue,
  settings: SampleSettings,
  path: Mutant['path'],
): readonly Mutant[] {
  if (Array.isArray(value)) {
    const items = toMap(schema['items']);
    return value.flatMap((item: JsonValue, index) =>
      listMutants(items, item, settings, [...path, index]).map((one) => ({
        ...one,
        value: value.map((old: JsonValue, at) => (at === index ? one.value : old)),
      })),
    );
  }
  if (!isMap(value)) return [];
  const members = listMembers(schema, settings);
  const further = schema['additionalProperties'];
  const missing = members
    .filter(({ required }) => required)
    .map(({ name }): Mutant => {
      const { [name]: _dropped, ...rest } = value;
      return { value: rest, path: [...path, name], keyword: 'required', keywords: ['required'] };
    });
  const places = [...members, ...(isMap(further) ? [{ name: 'further', schema: further }] : [])];
  const inner = places.flatMap(({ name, schema: own }) =>
    name in value
      ? listMutants(own, value[name] ?? null, settings, [...path, name]).map((one) => ({
          ...one,
          value: { ...value, [name]: one.value },
        }))
      : [],
  );
  return [...missing, ...inner];
}

/** Returns the keywords that restrict values, in a schema and in all schemas it refers to. */
export function listKeywords(
  schema: JsonMap,
  settings: SampleSettings,
  seen: Set<string> = new Set(),
): ReadonlySet<string> {
  const found = new Set<string>();
  const visitObjects = (one: JsonMap): void => {
    const reference = one['$ref'];
    if (typeof reference === 'string') {
      if (!seen.has(reference)) {
        seen.add(reference);
        visitObjects(resolveReference(reference, settings));
      }
      return;
    }
    for (const key of Object.keys(one))
      if (!uncheckedKeywords.has(key) && !key.startsWith('x-') && !isUnchecked(one, key)) found.add(key);
    Object.values(toMap(one['properties'])).forEach((inner) => visitObjects(toMap(inner)));
    for (const inner of [one['items'], one['additionalProperties']]) if (isMap(inner)) visitObjects(inner);
  };
  visitObjects(schema);
  return found;
}

/** Keywords that restrict no value themselves: annotations, and keywords with schemas of their own. */
const uncheckedKeywords = new Set(
  'title description default example examples deprecated readOnly writeOnly properties items additionalProperties'.split(
    ' ',
  ),
);

function isUnchecked(schema: JsonMap, key: string): boolean {
  const hasListedValues = 'const' in schema || 'enum' in schema;
  return (key === 'type' && hasListedValues) || (key === 'format' && uncheckedFormats.has(String(schema['format'])));
}
