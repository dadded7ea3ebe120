import { compact, compactOrNothing } from '../api/compact.js';
import type {
  ArrayRules,
  DependentRequired,
  DependentSchema,
  JsonType,
  NumberRules,
  ObjectRules,
  Property,
  Schema,
  StringRules,
} from '../api/schemas/schema.js';
import type { Position } from '../diagnostics.js';
import type { Json, JsonObject } from '../spec/read/json.js';
import { isJsonObject } from '../spec/read/json.js';
import { isRegex } from '../spec/regex.js';
import { printPointer } from '../spec/references/pointer.js';
import { ownText, ownValue, type SchemaPlace } from './resource.js';

/** What lowering asks for on the way. */
export interface LowerContext {
  readonly at: Position;
  /** Key of the schema that a `$ref` or `$dynamicRef` of a place leads to; reports it and returns `undefined` where it leads nowhere. */
  readonly reference: (place: SchemaPlace, keyword: '$ref' | '$dynamicRef', target: string) => string | undefined;
  /** Key of a schema inside that opens a resource of its own; `undefined` where it does not. */
  readonly embedded: (place: SchemaPlace) => string | undefined;
  /** Looks at a schema whose keywords are about to be read; reports those with values that they do not take. */
  readonly visit: (place: SchemaPlace) => void;
}

/** Lowers a schema of draft 2020-12; unknown keywords say nothing, and neither do those that `visit` refuses. */
export function lowerJsonSchema(place: SchemaPlace, context: LowerContext): Schema {
  const { value } = place;
  const { at } = context;
  if (!isJsonObject(value)) return { at, boolean: value !== false, doc: {} };
  context.visit(place);
  const reader = new SchemaReader(place, value, context);
  const assertions = place.resource.asserts ? lowerAssertions(reader) : {};
  return {
    at,
    doc: {},
    ...compact({
      ...assertions,
      ...lowerParts(reader, place.resource.asserts),
      ...lowerCombinations(reader),
      ...lowerReferences(reader),
    }),
  };
}

function lowerAssertions(reader: SchemaReader): Partial<Loose> {
  return {
    types: reader.types(),
    enum: reader.read('enum', isList),
    const: reader.has('const') ? { value: reader.value('const') ?? null } : undefined,
    number: compactOrNothing(lowerNumber(reader)),
  };
}

function lowerNumber(reader: SchemaReader): Partial<Writable<NumberRules>> {
  return {
    minimum: reader.read('minimum', isNumber),
    maximum: reader.read('maximum', isNumber),
    exclusiveMinimum: reader.read('exclusiveMinimum', isNumber),
    exclusiveMaximum: reader.read('exclusiveMaximum', isNumber),
    multipleOf: reader.read('multipleOf', isPositive),
  };
}

function lowerParts(reader: SchemaReader, asserts: boolean): Partial<Loose> {
  return {
    string: compactOrNothing({ format: reader.read('format', isText), ...(asserts ? lowerString(reader) : {}) }),
    array: compactOrNothing({ ...lowerArray(reader), ...(asserts ? lowerArrayCounts(reader) : {}) }),
    object: compactOrNothing({ ...lowerObject(reader, asserts), ...(asserts ? lowerObjectCounts(reader) : {}) }),
  };
}

function lowerString(reader: SchemaReader): Partial<Writable<StringRules>> {
  return {
    minLength: reader.read('minLength', isCount),
    maxLength: reader.read('maxLength', isCount),
    pattern: reader.read('pattern', isPattern),
  };
}

function lowerArray(reader: SchemaReader): Partial<Writable<ArrayRules>> {
  return {
    prefixItems: reader.list('prefixItems'),
    items: reader.schema('items'),
    contains: reader.schema('contains'),
    unevaluatedItems: reader.schema('unevaluatedItems'),
  };
}

function lowerArrayCounts(reader: SchemaReader): Partial<Writable<ArrayRules>> {
  return {
    minItems: reader.read('minItems', isCount),
    maxItems: reader.read('maxItems', isCount),
    uniqueItems: reader.read('uniqueItems', isBoolean),
    minContains: reader.read('minContains', isCount),
    maxContains: reader.read('maxContains', isCount),
  };
}

function lowerObject(reader: SchemaReader, asserts: boolean): Partial<Writable<ObjectRules>> {
  const required = asserts ? (reader.read('required', isTexts) ?? []) : [];
  const properties = lowerProperties(reader, required);
  const listed = new Set(properties?.map(({ name }) => name));
  const requiredOnly = [...new Set(required)].filter((name) => !listed.has(name));
  return {
    properties,
    requiredOnly: requiredOnly.length === 0 ? undefined : requiredOnly,
    patternProperties: reader
      .named('patternProperties')
      ?.filter(([pattern]) => isRegex(pattern))
      .map(([pattern, schema]) => ({ pattern, schema })),
    additionalProperties: reader.schema('additionalProperties'),
    propertyNames: reader.schema('propertyNames'),
    dependentSchemas: lowerDependentSchemas(reader),
    unevaluatedProperties: reader.schema('unevaluatedProperties'),
  };
}

function lowerProperties(reader: SchemaReader, required: readonly string[]): readonly Property[] | undefined {
  const wanted = new Set(required);
  return reader.named('properties')?.map(([name, schema]) => ({ name, required: wanted.has(name), schema }));
}

function lowerObjectCounts(reader: SchemaReader): Partial<Writable<ObjectRules>> {
  return {
    minProperties: reader.read('minProperties', isCount),
    maxProperties: reader.read('maxProperties', isCount),
    dependentRequired: lowerDependentRequired(reader),
  };
}

function lowerDependentRequired(reader: SchemaReader): readonly DependentRequired[] | undefined {
  const dependent = Object.entries(reader.read('dependentRequired', isTextLists) ?? {});
  const older = Object.entries(reader.read('dependencies', isJsonObject) ?? {});
  const all = [
    ...dependent.map(([property, required]) => ({ property, required })),
    ...older.flatMap(([property, required]) =>
      isTexts(required) ? [{ keyword: 'dependencies' as const, property, required }] : [],
    ),
  ];
  return all.length === 0 ? undefined : all;
}

/** `dependencies` of older drafts still applies: lists of names are required, all else is a schema. */
function lowerDependentSchemas(reader: SchemaReader): readonly DependentSchema[] | undefined {
  const dependent = reader.named('dependentSchemas') ?? [];
  const older = reader.named('dependencies', (value) => !isTexts(value)) ?? [];
  const all = [
    ...dependent.map(([property, schema]) => ({ property, schema })),
    ...older.map(([property, schema]) => ({ keyword: 'dependencies' as const, property, schema })),
  ];
  return all.length === 0 ? undefined : all;
}

function lowerCombinations(reader: SchemaReader): Partial<Loose> {
  return {
    anyOf: reader.list('anyOf'),
    oneOf: reader.list('oneOf'),
    not: reader.schema('not'),
    if: reader.schema('if'),
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: reader.schema('then'),
    else: reader.schema('else'),
  };
}

/** A schema has one `ref`: a `$dynamicRef` beside a `$ref` becomes a part of `allOf`. */
function lowerReferences(reader: SchemaReader): Partial<Loose> {
  const [ref, ...others] = (['$ref', '$dynamicRef'] as const).flatMap((keyword) => reader.reference(keyword) ?? []);
  const further = others.map((other): Schema => ({ at: reader.at, ref: other, doc: {} }));
  const allOf = [...(reader.list('allOf') ?? []), ...further];
  return { ref, allOf: allOf.length === 0 ? undefined : allOf };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] | undefined };
type Loose = Omit<Writable<Schema>, 'at' | 'doc'>;

/** Reads the keywords of one schema object. */
class SchemaReader {
  readonly at: Position;
  readonly #place: SchemaPlace;
  readonly #node: JsonObject;
  readonly #context: LowerContext;

  constructor(place: SchemaPlace, node: JsonObject, context: LowerContext) {
    this.at = context.at;
    this.#place = place;
    this.#node = node;
    this.#context = context;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#node, key);
  }

  value(key: string): Json | undefined {
    return ownValue(this.#node, key);
  }

  read<T extends Json>(key: string, isFit: (value: Json) => value is T): T | undefined {
    const value = this.value(key);
    return value !== undefined && isFit(value) ? value : undefined;
  }

  types(): readonly JsonType[] | undefined {
    const value = this.value('type');
    const list = Array.isArray(value) ? value : [value];
    return list.every(isType) ? list : undefined;
  }

  schema(key: string): Schema | undefined {
    const value = this.value(key);
    return value === undefined ? undefined : this.#lower(value, `/${key}`);
  }

  list(key: string): readonly Schema[] | undefined {
    return this.read(key, isList)?.map((item, index) => this.#lower(item, `/${key}/${index}`));
  }

  named(
    key: string,
    isWanted: (value: Json) => boolean = () => true,
  ): readonly (readonly [string, Schema])[] | undefined {
    const value = this.read(key, isJsonObject);
    return (
      value &&
      Object.entries(value)
        .filter(([, item]) => isWanted(item))
        .map(([name, item]) => [name, this.#lower(item, printPointer([key, name]))] as const)
    );
  }

  reference(keyword: '$ref' | '$dynamicRef'): string | undefined {
    const target = this.read(keyword, isText);
    return target === undefined ? undefined : this.#context.reference(this.#place, keyword, target);
  }

  #lower(value: Json, pointer: string): Schema {
    const place = { value, resource: this.#place.resource, pointer: this.#place.pointer + pointer };
    const key = isJsonObject(value) && ownText(value, '$id') !== undefined ? this.#context.embedded(place) : undefined;
    return key === undefined ? lowerJsonSchema(place, this.#context) : { at: this.at, ref: key, doc: {} };
  }
}

const jsonTypes: ReadonlySet<unknown> = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

function isType(value: Json | undefined): value is JsonType {
  return jsonTypes.has(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isNumber(value: Json): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isPositive(value: Json): value is number {
  return isNumber(value) && value > 0;
}

function isCount(value: Json): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isBoolean(value: Json): value is boolean {
  return typeof value === 'boolean';
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}

function isTexts(value: Json): value is readonly string[] {
  return isList(value) && value.every(isText);
}

function isTextLists(value: Json): value is Readonly<Record<string, readonly string[]>> {
  return isJsonObject(value) && Object.values(value).every(isTexts);
}

function isPattern(value: Json): value is string {
  return isText(value) && isRegex(value);
}
