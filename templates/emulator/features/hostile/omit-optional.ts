import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readMember, resolveSchema, toJsonObject } from '@speccast/runtime/requests';
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
  const { thumbnails, embeds = {} } = rules;
  const kept = new Set(listRulePaths(rules).flatMap((path) => path?.split('.') ?? []));
  // Embedded rows and thumbnails have their own freedoms.
  const others = [thumbnails?.at, ...Object.keys(embeds)].map((path) => path?.split('.').at(-1));
  const top = (items === undefined ? 0 : 2) + (hasParts ? 1 : 0);
  return mapValues(body, schema, (value, { path, schema: { required, properties } }) => {
    if (!isJsonObject(value) || path.length < top || path.some((name) => others.includes(String(name)))) return value;
    const isKept = (name: string): boolean =>
      !Object.hasOwn(toJsonObject(properties), name) ||
      (Array.isArray(required) && required.includes(name)) ||
      kept.has(name);
    return Object.fromEntries(Object.entries(value).filter(([name]) => isKept(name) || next(8) !== 0));
  });
}

/** Lists the paths of the identity, the owner, the position and the references of a row. */
function listRulePaths(rules: ResourceRules): readonly (string | undefined)[] {
  const { key = 'id', owner, visibility = [], references = [], order, closed, thumbnails, mutable = [] } = rules;
  return [
    'id',
    'kind',
    'etag',
    'url',
    key,
    typeof owner === 'object' ? owner.path : owner,
    ...visibility.flatMap(({ path, through }) => [path, through]),
    ...references.map(({ path }) => path),
    order?.position,
    order?.within,
    closed?.path,
    ...Object.keys({ ...rules.embeds, ...rules.counts, ...rules.enums }),
    ...mutable,
    thumbnails?.at,
  ];
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
  { schema: unresolved, path }: Position = { schema: root, path: [] },
): Json {
  const schema = resolveSchema(unresolved, { root, budget: { left: 1000 } });
  if (path.length > deepest || 'anyOf' in schema || 'oneOf' in schema) return value;
  const { items, properties, additionalProperties } = schema;
  const inner = (one: Json, name: string | number, next: Json | undefined): Json =>
    isJsonObject(next) ? mapValues(one, root, change, { schema: next, path: [...path, name] }) : one;
  let result: Json = value;
  if (Array.isArray(value)) result = value.map((one: Json, index) => inner(one, index, items));
  else if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([name, one]): [string, Json] => [
      name,
      inner(one, name, readMember(toJsonObject(properties), name) ?? additionalProperties),
    ]);
    result = Object.fromEntries(entries);
  }
  return change(result, { schema, path });
}
