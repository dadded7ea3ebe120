import { isMap, mapOf, type JsonMap, type JsonValue } from './spec-files.js';

/** A value that is wrong in one place. */
export interface Mutant {
  readonly value: JsonValue;
  readonly path: readonly (string | number)[];
  /** Keyword that the change offends first. */
  readonly keyword: string;
  /** All keywords that the change offends, sorted. */
  readonly keywords: readonly string[];
}

/** How values for schemas are made. */
export interface Making {
  readonly components: JsonMap;
  /** True if properties that are not required are there. */
  readonly full: boolean;
  /** Property that the caller does not send: `readOnly` ones in a request. */
  readonly leftOut?: 'readOnly' | 'writeOnly';
}

/** Ranges of the formats of numbers. */
const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [-(2 ** 63), 2 ** 63 - 1],
};

/** Texts that formats accept, and those that they refuse. */
const texts: Readonly<Record<string, readonly [good: string, ...bad: string[]]>> = {
  'date-time': ['2024-02-29T12:30:00Z', '2023-02-29T12:30:00Z', '2024-02-29 12:30:00Z', '2024-02-29', ''],
  uint64: ['18446744073709551615', '18446744073709551616', '-1', '01', '1.0', ''],
  int64: ['-9223372036854775808', '-9223372036854775809', '9223372036854775808', '-0', '+1', '1e3', ''],
  byte: ['YQ==', 'YQ', 'Y-==', ' YQ=='],
};

/** Formats that say nothing about the value. */
const silent = new Set(['double', 'binary']);

/** One value of each JSON type; the number is whole, the other one is not. */
const others: readonly (readonly [type: string, value: JsonValue])[] = [
  ['null', null],
  ['boolean', true],
  ['string', 'a text'],
  ['integer', 7],
  ['number', 7.5],
  ['array', []],
  ['object', {}],
];

const patterned = [
  'accounts/pub-1',
  'accounts/pub-1/adUnits/2',
  'accounts/pub-1/apps/3',
  'ca-app-pub-1~2',
  'USD',
  '',
  'a',
  '#',
];
const unpatterned = ['\n', '', 'accounts/', 'a b\n', ','.repeat(100)];

/** A value that a schema accepts. */
export function makeValue(schema: JsonMap, making: Making, open: readonly string[] = []): JsonValue {
  const { $ref: reference } = schema;
  if (typeof reference === 'string')
    return open.includes(reference)
      ? makeValue(targetOf(reference, making), { ...making, full: false }, open)
      : makeValue(targetOf(reference, making), making, [...open, reference]);
  if ('const' in schema) return schema['const'] ?? null;
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null;
  switch (schema['type']) {
    case 'object':
      return makeObject(schema, making, open);
    case 'array':
      return isMap(schema['items']) && making.full ? [makeValue(schema['items'], making, open)] : [];
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

function makeObject(schema: JsonMap, making: Making, open: readonly string[]): JsonValue {
  const further = schema['additionalProperties'];
  const made = membersOf(schema, making)
    .filter(({ required }) => making.full || required)
    .map(({ name, schema: own }) => [name, makeValue(own, making, open)] as const);
  const all = isMap(further) && making.full ? [...made, ['further', makeValue(further, making, open)] as const] : made;
  return fitRules(schema, Object.fromEntries(all), making);
}

type Names = readonly string[];

/** Rules between parameters, by the words of `x-parameter-rules`. */
interface ParameterRules {
  readonly exactlyOne?: Names;
  readonly atMostOne?: Names;
  readonly excludes?: Readonly<Record<string, Names>>;
  readonly requires?: Readonly<Record<string, string | JsonMap>>;
}

/**
 * Leaves out the parameters that the rules between them exclude, and adds those that they demand. Of parameters that exclude each
 * other, `kept` stays; by default the first one that excludes no others.
 */
export function fitRules(schema: JsonMap, value: JsonMap, making: Making, kept = ''): JsonMap {
  const { exactlyOne = [], atMostOne = [], excludes = {} } = rulesOf(schema);
  const choose = (names: Names): string =>
    names.includes(kept) ? kept : (names.find((name) => !(name in excludes)) ?? names[0] ?? '');
  const chosen = [choose(exactlyOne), choose(atMostOne)];
  const excluded = [kept, ...chosen].flatMap((name) => excludes[name] ?? []);
  const left = new Set([...exactlyOne, ...atMostOne, ...excluded].filter((name) => !chosen.includes(name)));
  const fitting = Object.fromEntries(Object.entries(value).filter(([name]) => name === kept || !left.has(name)));
  return withNeeds(
    schema,
    { ...fitting, ...sent(schema, exactlyOne.length > 0 ? chosen.slice(0, 1) : [], making) },
    making,
  );
}

function rulesOf(schema: JsonMap): ParameterRules {
  // The document of a package was checked against the vocabulary.
  return mapOf(schema['x-parameter-rules']) as ParameterRules;
}

/** Values of parameters that count as sent: a flag is `true`, a list has an item. */
function sent(schema: JsonMap, names: Names, making: Making): JsonMap {
  const schemas = mapOf(schema['properties']);
  return Object.fromEntries(
    names.map((name) => [name, makeValue(mapOf(schemas[name]), { ...making, full: true }) || true]),
  );
}

/** Adds what the parameters require: `{ near }` is `{ near, radius, type: ['video'] }`. */
function withNeeds(schema: JsonMap, value: JsonMap, making: Making): JsonMap {
  const needs = Object.entries(rulesOf(schema).requires ?? {}).filter(([name]) => name in value);
  const added = needs.map(([, needed]) =>
    typeof needed === 'string'
      ? sent(schema, [needed], making)
      : Object.fromEntries(Object.entries(needed).map(([name, one]) => [name, [one]])),
  );
  const whole = { ...value, ...(Object.assign({}, ...added) as JsonMap) };
  return Object.keys(whole).length === Object.keys(value).length ? whole : withNeeds(schema, whole, making);
}

/** Requests that break one rule between parameters each. */
export function ruleMutants(schema: JsonMap, making: Making): readonly Mutant[] {
  const { excludes = {}, requires = {}, ...counts } = rulesOf(schema);
  const least = mapOf(makeValue({ ...schema, 'x-parameter-rules': {} }, { ...making, full: false }));
  const fit = (kept: string): JsonMap => fitRules(schema, { ...least, ...sent(schema, [kept], making) }, making, kept);
  const mutant = (keyword: string, path: Names, value: JsonMap): Mutant => ({
    value,
    path,
    keyword,
    keywords: [keyword],
  });
  const add = (keyword: string, name: string, other: string): Mutant =>
    mutant(keyword, [other], withNeeds(schema, { ...fit(name), ...sent(schema, [other], making) }, making));
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
  const good = texts[String(format)]?.[0];
  if (good !== undefined) return good;
  if (typeof maxLength === 'number' && pattern === undefined) return '\u{1f600}'.repeat(maxLength);
  const fit = patterned.find((one) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(one));
  if (fit === undefined) throw new Error(`no text is known that matches ${String(pattern)}`);
  return fit;
}

/** Properties of an object that travel, each with what it has to match. */
export function membersOf(
  schema: JsonMap,
  { components, leftOut }: Making,
): readonly { readonly name: string; readonly required: boolean; readonly schema: JsonMap }[] {
  const required = schema['required'];
  return Object.entries(mapOf(schema['properties'])).map(([name, value]) => {
    const own = mapOf(value);
    const target = typeof own['$ref'] === 'string' ? targetOf(own['$ref'], { components, full: true }) : own;
    const isDemanded = Array.isArray(required) && required.includes(name);
    return { name, schema: own, required: isDemanded && (leftOut === undefined || target[leftOut] !== true) };
  });
}

function targetOf(reference: string, { components }: Making): JsonMap {
  return mapOf(mapOf(components['schemas'])[reference.slice('#/components/schemas/'.length)]);
}

/** Every way to spoil a value that a schema accepts in one place. */
export function mutantsOf(
  schema: JsonMap,
  value: JsonValue,
  making: Making,
  path: readonly (string | number)[] = [],
): readonly Mutant[] {
  const { $ref: reference } = schema;
  if (typeof reference === 'string') return mutantsOf(targetOf(reference, making), value, making, path);
  return [...ownMutants(schema, value, path), ...innerMutants(schema, value, making, path)];
}

function ownMutants(schema: JsonMap, value: JsonValue, path: Mutant['path']): readonly Mutant[] {
  const spoilt = [
    ...others.map(([, other]) => other).filter((other) => offended(schema, other).length > 0),
    ...(typeof value === 'number' ? spoiltNumbers(schema) : []),
    ...(typeof value === 'string' ? spoiltTexts(schema, value) : []),
    ...(Array.isArray(value) && typeof schema['maxItems'] === 'number'
      ? [Array.from({ length: schema['maxItems'] + 1 }, (): JsonValue => value[0] ?? null)]
      : []),
  ];
  return spoilt.flatMap((other) => {
    const keywords = offended(schema, other);
    return keywords.map((keyword) => ({ value: other, path, keyword, keywords }));
  });
}

function spoiltNumbers({ minimum, maximum, format }: JsonMap): readonly number[] {
  const [least, most] = ranges[String(format)] ?? [];
  return [
    ...[minimum, least].flatMap((low) => (typeof low === 'number' ? [low - Math.max(1, Math.abs(low) / 2 ** 50)] : [])),
    ...[maximum, most].flatMap((high) => (typeof high === 'number' ? [high + Math.max(1, high / 2 ** 50)] : [])),
  ];
}

function spoiltTexts({ format, pattern, maxLength, enum: listed }: JsonMap, value: string): readonly string[] {
  const [, ...bad] = texts[String(format)] ?? [''];
  const unmatched = typeof pattern === 'string' ? unpatterned.filter((one) => !new RegExp(pattern, 'u').test(one)) : [];
  const long = typeof maxLength === 'number' ? [(value || 'a').repeat(maxLength + 1).slice(0, 2 * maxLength + 2)] : [];
  return [...bad, ...unmatched, ...long, ...(listed === undefined ? [] : [value.toUpperCase() + value])];
}

/** Keywords of a schema that a value offends: the type or the listed values first, which settle all others. */
function offended(schema: JsonMap, value: JsonValue): readonly string[] {
  const { type, enum: listed, format, minimum, maximum, maxItems, maxLength, pattern } = schema;
  if ('const' in schema) return value === schema['const'] ? [] : ['const'];
  if (Array.isArray(listed)) return listed.includes(value) ? [] : ['enum'];
  if (type !== undefined && !hasType(value, type)) return ['type'];
  const isText = typeof value === 'string';
  const isNumber = typeof value === 'number';
  const [least, most] = ranges[String(format)] ?? [-Infinity, Infinity];
  const found = {
    format:
      (isText && (texts[String(format)]?.includes(value, 1) ?? false)) || (isNumber && (value < least || value > most)),
    maxItems: Array.isArray(value) && typeof maxItems === 'number' && value.length > maxItems,
    maxLength: isText && typeof maxLength === 'number' && [...value].length > maxLength,
    maximum: isNumber && typeof maximum === 'number' && value > maximum,
    minimum: isNumber && typeof minimum === 'number' && value < minimum,
    pattern: isText && typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value),
  };
  return Object.entries(found).flatMap(([keyword, isOffended]) => (isOffended ? [keyword] : []));
}

function hasType(value: JsonValue, type: JsonValue): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isMap(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function innerMutants(schema: JsonMap, value: JsonValue, making: Making, path: Mutant['path']): readonly Mutant[] {
  if (Array.isArray(value)) {
    const items = mapOf(schema['items']);
    return value.flatMap((item: JsonValue, index) =>
      mutantsOf(items, item, making, [...path, index]).map((one) => ({
        ...one,
        value: value.map((old: JsonValue, at) => (at === index ? one.value : old)),
      })),
    );
  }
  if (!isMap(value)) return [];
  const members = membersOf(schema, making);
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
      ? mutantsOf(own, value[name] ?? null, making, [...path, name]).map((one) => ({
          ...one,
          value: { ...value, [name]: one.value },
        }))
      : [],
  );
  return [...missing, ...inner];
}

/** Keywords that judge, which occur in a schema and in all that it refers to. */
export function keywordsOf(schema: JsonMap, making: Making, seen: Set<string> = new Set()): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: JsonMap): void => {
    const reference = one['$ref'];
    if (typeof reference === 'string') {
      if (!seen.has(reference)) {
        seen.add(reference);
        visit(targetOf(reference, making));
      }
      return;
    }
    for (const key of Object.keys(one))
      if (!telling.has(key) && !key.startsWith('x-') && !isSilent(one, key)) found.add(key);
    Object.values(mapOf(one['properties'])).forEach((inner) => visit(mapOf(inner)));
    for (const inner of [one['items'], one['additionalProperties']]) if (isMap(inner)) visit(inner);
  };
  visit(schema);
  return found;
}

/** Keywords that say nothing about values by themselves: those that tell, and those that lead to other schemas. */
const telling = new Set(
  'title description default example examples deprecated readOnly writeOnly properties items additionalProperties'.split(
    ' ',
  ),
);

function isSilent(schema: JsonMap, key: string): boolean {
  const settled = 'const' in schema || 'enum' in schema;
  return (key === 'type' && settled) || (key === 'format' && silent.has(String(schema['format'])));
}
