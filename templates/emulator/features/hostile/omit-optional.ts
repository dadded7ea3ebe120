import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { resolveSchema } from '@speccast/runtime/requests';
import type { ResourceRules } from '../../plan/behaviour.js';
import type { ResponseShape } from './response-shape.js';

/**
 * Omits optional members inside the parts of resources, except those that a rule of the table refers to, so that references
 * between resources remain.
 */
export function omitOptional(
  body: Json,
  { schema, rules, items, hasParts }: ResponseShape,
  next: (below: number) => number,
): Json {
  if (schema === undefined || rules === undefined) return body;
  const kept = new Set(pathsOf(rules).flatMap((path) => path.split('.')));
  const top = (items === undefined ? 0 : 2) + (hasParts ? 1 : 0);
  return mapValues(body, schema, (value, position) => {
    if (!isJsonObject(value) || position.path.length < top || position.path.some(isMapOfRules(rules))) return value;
    const required = new Set(Array.isArray(position.schema['required']) ? position.schema['required'] : []);
    const { properties } = position.schema;
    const isOptional = (name: string): boolean =>
      isJsonObject(properties) && Object.hasOwn(properties, name) && !required.has(name) && !kept.has(name);
    const entries = Object.entries(value).filter(([name]) => !isOptional(name) || next(8) !== 0);
    return Object.fromEntries(entries);
  });
}

/** Embedded rows and thumbnails have their own freedoms. */
function isMapOfRules({ thumbnails, embeds = {} }: ResourceRules): (name: string | number) => boolean {
  const names = [...(thumbnails === undefined ? [] : [thumbnails.at]), ...Object.keys(embeds)];
  const last = new Set(names.map((path) => path.split('.').at(-1)));
  return (name) => last.has(String(name));
}

/** Paths for the identity, the owner, the position and the references of a row. */
function pathsOf(rules: ResourceRules): readonly string[] {
  const { key = 'id', owner, visibility = [], references = [], order, closed, embeds = {}, thumbnails } = rules;
  return [
    'id',
    'kind',
    'etag',
    'url',
    key,
    ...(owner === undefined ? [] : [typeof owner === 'string' ? owner : owner.path]),
    ...visibility.flatMap(({ path, through }) => [path, through]),
    ...references.map(({ path }) => path),
    ...(order === undefined ? [] : [order.position, order.within]),
    ...(closed === undefined ? [] : [closed.path]),
    ...Object.keys(embeds),
    ...Object.keys(rules.counts ?? {}),
    ...Object.keys(rules.enums ?? {}),
    ...(rules.mutable ?? []),
    ...(thumbnails === undefined ? [] : [thumbnails.at]),
  ].filter((path): path is string => path !== undefined);
}

/** The position of a value in a response. */
interface Position {
  readonly schema: JsonObject;
  readonly path: readonly (string | number)[];
}

const deepest = 24;

/** Changes the values of a response from the inside out, each with its schema. Stops at `anyOf` and `oneOf`. */
export function mapValues(
  value: Json,
  root: JsonObject,
  change: (value: Json, position: Position) => Json,
  position: Position = { schema: root, path: [] },
): Json {
  const schema = resolveSchema(position.schema, { root, budget: { left: 1000 } });
  if (position.path.length > deepest || 'anyOf' in schema || 'oneOf' in schema) return value;
  const inner = (one: Json, name: string | number, next: Json | undefined): Json =>
    isJsonObject(next) ? mapValues(one, root, change, { schema: next, path: [...position.path, name] }) : one;
  let result: Json = value;
  if (Array.isArray(value)) result = value.map((one: Json, index) => inner(one, index, schema['items']));
  else if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([name, one]): [string, Json] => [
      name,
      inner(one, name, propertyOf(schema, name)),
    ]);
    result = Object.fromEntries(entries);
  }
  return change(result, { schema, path: position.path });
}

function propertyOf({ properties, additionalProperties }: JsonObject, name: string): Json | undefined {
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  return additionalProperties;
}
