import { isDeepStrictEqual } from 'node:util';
import type { Api, FieldEncoding, Operation, Parameter, Parts } from '../../api/api.js';
import { compact, type JsonObject, type Json } from '../../json.js';
import { declaredProperties, isLeftOut } from '../../api/schemas/target-schema.js';
import { groupPairs, reachable } from '../../iterables.js';
import { ownParameters, partProperty } from './operation-params.js';
import type { JsonType, Schema } from '../../api/types/schema.js';
import { expandParameters } from '../../../templates/runtime/expand-parameters.js';

/** Returns the parameters of an operation without the common ones, as data. */
export function ownParameterValues(api: Api, operation: Operation): readonly Json[] {
  return ownParameters(api, operation).map((parameter) => {
    const { parts } = operation;
    if (parts === undefined || parameter.property !== partProperty(operation)) return parameterValue(api, parameter);
    // Renamed parts are found after params and body have their names on the wire, so the parameter has no default here.
    return parameterValue(
      api,
      parameter,
      isFoundLate(operation) ? { default: [] } : partsDefault(api, operation, parts),
    );
  });
}

/** Returns true if the parameter for parts, or the parts in a body, have another name for callers. */
export function isFoundLate(operation: Operation): boolean {
  const { parts, callers, parameters } = operation;
  const property = partProperty(operation);
  const isRenamed = parameters.some((one) => one.property === property && one.callersName !== undefined);
  return isRenamed || (parts?.default === 'body' && callers?.parts?.names !== undefined);
}

/** Returns the parts that a call without parts selects. `bodyKeys` are the parts that a request body can have, without `readOnly` ones. */
export function partsDefault(api: Api, { body }: Operation, { values, default: fallback }: Parts): JsonObject {
  if (fallback !== 'body') return { default: fallback };
  const schema = body?.contents[0]?.schema ?? body?.media?.metadata?.schema;
  const declared = schema === undefined ? [] : declaredProperties(api.schemas, schema);
  const travel = { direction: 'request', schemas: api.schemas } as const;
  const left = new Set(declared.flatMap((one) => (isLeftOut(one.schema, travel) ? [one.name] : [])));
  return { bodyKeys: values.filter((name) => !left.has(name)) };
}

/** Returns a parameter as data (`DeclaredParameter` of the runtime), with `more` members. Short forms are `limit` and `limit: integer`. */
export function parameterValue(api: Api, parameter: Parameter, more: JsonObject = {}): Json {
  const usualStyle = parameter.in === 'query' || parameter.in === 'cookie' ? 'form' : 'simple';
  const { name, property, style, explode, contentType, encoding, schema } = parameter;
  const value: JsonObject = compact({
    name,
    property: property === name ? undefined : property,
    in: parameter.in,
    isCredential: parameter.isCredential,
    required: parameter.required || undefined,
    style: style === usualStyle ? undefined : style,
    explode: explode === (style === 'form') ? undefined : explode,
    allowReserved: parameter.allowReserved || undefined,
    contentType,
    encoding: encoding && encodingValue(encoding),
    ...(!isJson(contentType) && parameterTypes(api, schema, style === 'deepObject' || encoding !== undefined)),
    ...more,
  });
  const short = value['type'] === undefined ? name : `${name}: ${String(value['type'])}`;
  // A name may look like a short form itself: `a: integer`.
  const [read] = expandParameters({ parameters: [short] });
  return isDeepStrictEqual(read, { type: 'string', ...value }) ? short : value;
}

/** Returns the encoding of fields (`FieldEncoding` of the runtime), as data. */
export function encodingValue(encoding: Readonly<Record<string, FieldEncoding>>): JsonObject {
  return Object.fromEntries(Object.entries(encoding).map(([name, one]) => [name, { ...one }]));
}

/** Returns true for JSON, whose values need no types to be decoded. */
export function isJson(mediaType: string | undefined): boolean {
  return mediaType !== undefined && /[/+]json\s*(?:;|$)/i.test(mediaType);
}

type Type = Exclude<JsonType, 'null'> | 'unknown';

const order: readonly Type[] = ['boolean', 'integer', 'number', 'string', 'array', 'object'];

/**
 * Returns the types that the decoder of a parameter needs (`ValueTypes` of the runtime); strings are left out.
 * Only `deepObject` can hold lists and objects inside others, so only there the inner ones are described.
 */
export function parameterTypes(api: Api, schema: Schema, isDeep: boolean): JsonObject {
  const { type, ...inner } = valueTypes({ api, isDeep, seen: new Set() }, [schema]);
  return type === undefined || type === 'string' ? inner : { type, ...inner };
}

interface Search {
  readonly api: Api;
  readonly isDeep: boolean;
  /** Schemas around the current one, at which recursive schemas end. */
  readonly seen: ReadonlySet<Schema>;
}

function valueTypes(search: Search, schemas: readonly Schema[]): JsonObject {
  const { api } = search;
  const type = mergeTypes(api, schemas);
  const parts = listReachable(api, schemas);
  const inner = { ...search, seen: new Set([...search.seen, ...parts]) };
  const isAmongTypes = (one: Type): boolean => [type].flat().includes(one);
  const lists = isAmongTypes('array') ? parts.flatMap(({ array }) => array?.items ?? []) : [];
  const items = lists.length === 0 ? 'string' : innerType(inner, lists);
  return {
    type,
    ...(items !== 'string' && { items }),
    ...(isAmongTypes('object') && propertyTypes(inner, parts)),
  };
}

function propertyTypes(search: Search, parts: readonly Schema[]): JsonObject {
  const objects = parts.flatMap(({ object }) => object ?? []);
  const declared = objects.flatMap(({ properties = [] }) => properties);
  const groups = groupPairs(declared.map(({ name, schema }) => [name, schema]));
  const entries = [...groups].map(([name, schemas]) => [name, innerType(search, schemas)] as const);
  const rest = objects.flatMap(({ additionalProperties: one }) => (one && one.boolean !== false ? [one] : []));
  return {
    ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
    ...(rest.length > 0 && { additional: innerType(search, rest) }),
  };
}

/** Returns the types of inner values; only the name of the type if there are no further facts: `integer`. */
function innerType(search: Search, schemas: readonly Schema[]): Json {
  const { api, isDeep, seen } = search;
  const isEnd = !isDeep || listReachable(api, schemas).some((schema) => seen.has(schema));
  const { type, ...inner } = isEnd ? { type: mergeTypes(api, schemas) } : valueTypes(search, schemas);
  return type === undefined || Object.keys(inner).length > 0 ? compact({ type, ...inner }) : type;
}

/** Returns the types that schemas allow, without null: one, several, or `unknown` if they allow all. */
function mergeTypes(api: Api, schemas: readonly Schema[]): Type | readonly Type[] {
  const seen = new Set<Schema>();
  const types = new Set<JsonType>(schemas.flatMap((schema) => [...findAllowedTypes(api, schema, seen)]));
  if (types.has('number')) types.delete('integer');
  const [only, ...more] = order.filter((type) => type !== 'unknown' && types.has(type));
  if (only === undefined) return 'unknown';
  return more.length === 0 ? only : [only, ...more];
}

/** Finds the types that a schema allows. `seen` ends recursive schemas. */
function findAllowedTypes(api: Api, schema: Schema, seen: Set<Schema>): ReadonlySet<JsonType> {
  if (seen.has(schema)) return new Set();
  seen.add(schema);
  if (schema.types !== undefined) return new Set(schema.types);
  if (schema.const !== undefined) return new Set([readJsonType(schema.const.value)]);
  if (schema.enum !== undefined) return new Set(schema.enum.map(readJsonType));
  const target = schema.ref === undefined ? undefined : api.schemas[schema.ref];
  if (target !== undefined) return findAllowedTypes(api, target, seen);
  return new Set(listAlternatives(schema).flatMap((choice) => [...findAllowedTypes(api, choice, seen)]));
}

/** Lists schemas and those that they refer to or combine. */
function listReachable(api: Api, schemas: readonly Schema[]): readonly Schema[] {
  const findNext = (schema: Schema): readonly (Schema | undefined)[] => [
    schema.ref === undefined ? undefined : api.schemas[schema.ref],
    ...listAlternatives(schema),
  ];
  return [...reachable(schemas, findNext)];
}

function listAlternatives({ anyOf = [], oneOf = [], allOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf, ...allOf];
}

function readJsonType(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}
