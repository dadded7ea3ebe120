import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { follow } from '@speccast/runtime/requests';
import { convertValues, findType } from './discovery-schemas.js';

/** Finds the query parameters that all operations have, which Discovery states once. */
export function findShared(all: readonly ReadonlyMap<string, JsonObject>[]): ReadonlyMap<string, JsonObject> {
  const [first = [], ...others] = all;
  const shared = [...first].filter(
    ([name, one]) => one['in'] === 'query' && others.every((parameters) => parameters.get(name) === one),
  );
  return new Map(others.length === 0 ? [] : shared);
}

/** Converts a parameter of OpenAPI to one of Discovery. */
export function convertParameter(document: JsonObject, parameter: JsonObject): JsonObject {
  const { description, required, deprecated, schema: stated, content, explode, in: location = 'query' } = parameter;
  // A value that is written as JSON is a string to clients.
  const schema = stated === undefined && isJsonObject(content) ? { type: 'string' } : resolve(document, stated);
  const isList = findType(schema) === 'array';
  const item = isList ? resolve(document, schema['items']) : schema;
  const { enum: values, enumDescriptions, enumDeprecated, ...rest } = convertValues(item);
  // Clients compare the whole string with the values of an enum, also that of a list with commas.
  const isEnum = values !== undefined && !(isList && explode === false);
  const type = findType(item);
  return {
    type: ['boolean', 'integer', 'number', 'string'].includes(type) ? type : 'string',
    ...(typeof description === 'string' && { description }),
    ...rest,
    ...(isEnum && {
      enum: values,
      ...(enumDescriptions && { enumDescriptions }),
      ...(enumDeprecated && { enumDeprecated }),
    }),
    location,
    ...(required === true && { required }),
    ...(isList && { repeated: true }),
    ...(deprecated === true && { deprecated }),
  };
}

/** Returns a schema with the members of those that it refers to. */
function resolve(document: JsonObject, schema: Json | undefined, depth = 0): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { $ref, ...own } = schema;
  if (typeof $ref !== 'string' || depth > 20) return schema;
  return { ...resolve(document, follow(document, $ref), depth + 1), ...own };
}

/** A path template in the form of Discovery. */
export interface DiscoveryPath {
  readonly path: string;
  readonly flatPath: string;
  /** Patterns by the name of the variable. */
  readonly patterns: ReadonlyMap<string, string>;
}

/**
 * Converts a path template: `/v1/{name=accounts/*}` → `v1/{+name}`, the flat path `v1/accounts/{accountsId}`, and the pattern
 * `^accounts/[^/]+$` of `name`.
 */
export function convertPath(template: string): DiscoveryPath {
  const patterns = new Map<string, string>();
  const stated = template.replace(/^\//, '');
  const flatPath = stated.replace(/\{\+?([^{}=]+)=([^{}]*)\}/g, (_found, name: string, value: string) => {
    const escaped = value.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    patterns.set(name, `^${escaped.replace(/\*\*?/g, (stars) => (stars === '*' ? '[^/]+' : '.*'))}$`);
    const segments = value.split('/');
    const flat = segments.map((segment, index) => {
      const before = segments[index - 1];
      if (!segment.includes('*')) return segment;
      return before === undefined || before.includes('*') ? `{${name}}` : `{${before}Id}`;
    });
    return flat.join('/');
  });
  return { path: stated.replace(/\{\+?([^{}=]+)=[^{}]*\}/g, '{+$1}'), flatPath, patterns };
}
