import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { follow } from '@speccast/runtime/requests';
import { typeOf, valuesOf } from './discovery-schemas.js';

/** The query parameters that all operations have, which Discovery states once. */
export function sharedParameters(all: readonly ReadonlyMap<string, JsonObject>[]): ReadonlyMap<string, JsonObject> {
  const [first, ...others] = all;
  const shared = [...(first ?? [])].filter(
    ([name, one]) => one['in'] === 'query' && others.every((parameters) => parameters.get(name) === one),
  );
  return new Map(others.length === 0 ? [] : shared);
}

/** A parameter of OpenAPI as one of Discovery. */
export function convertParameter(document: JsonObject, parameter: JsonObject): JsonObject {
  const { description, required, deprecated } = parameter;
  const schema = schemaOf(document, parameter);
  const isList = typeOf(schema) === 'array';
  const item = isList ? followed(document, schema['items']) : schema;
  const { enum: values, enumDescriptions, enumDeprecated, ...rest } = valuesOf(item);
  // Clients compare the whole string with the values of an enum, also that of a list with commas.
  const isJoined = isList && parameter['explode'] === false;
  const type = typeOf(item);
  return {
    type: ['boolean', 'integer', 'number', 'string'].includes(type) ? type : 'string',
    ...(typeof description === 'string' && { description }),
    ...rest,
    ...(isJoined || values === undefined
      ? {}
      : { enum: values, ...(enumDescriptions && { enumDescriptions }), ...(enumDeprecated && { enumDeprecated }) }),
    location: parameter['in'] ?? 'query',
    ...(required === true && { required: true }),
    ...(isList && { repeated: true }),
    ...(deprecated === true && { deprecated: true }),
  };
}

function schemaOf(document: JsonObject, { schema, content }: JsonObject): JsonObject {
  if (schema !== undefined) return followed(document, schema);
  // What is written as JSON is a string to clients.
  return isJsonObject(content) ? { type: 'string' } : {};
}

function followed(document: JsonObject, schema: Json | undefined, depth = 0): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { $ref, ...own } = schema;
  if (typeof $ref !== 'string' || depth > 20) return schema;
  return { ...followed(document, follow(document, $ref), depth + 1), ...own };
}

/** A path template of OpenAPI as Discovery writes it: `/v1/{name=accounts/*}` is `v1/{+name}` with a pattern of `name`. */
export interface DiscoveryPath {
  readonly path: string;
  readonly flatPath: string;
  /** Patterns by the name of the variable. */
  readonly patterns: ReadonlyMap<string, string>;
}

/** Converts a path template. */
export function convertPath(template: string): DiscoveryPath {
  const patterns = new Map<string, string>();
  const flat = template.replace(/\{\+?([^{}=]+)=([^{}]*)\}/g, (_found, name: string, value: string) => {
    const segments = value.split('/');
    patterns.set(name, `^${segments.map(patternOfSegment).join('/')}$`);
    return segments.map((segment, index) => flatSegment(name, segments[index - 1], segment)).join('/');
  });
  const path = template.replace(/\{\+?([^{}=]+)=[^{}]*\}/g, '{+$1}');
  return { path: withoutSlash(path), flatPath: withoutSlash(flat), patterns };
}

function withoutSlash(path: string): string {
  return path.replace(/^\//, '');
}

function patternOfSegment(segment: string): string {
  if (segment === '**') return '.*';
  return segment === '*' ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** `accounts/*` is `accounts/{accountsId}`. */
function flatSegment(name: string, before: string | undefined, segment: string): string {
  if (!segment.includes('*')) return segment;
  return before === undefined || before.includes('*') ? `{${name}}` : `{${before}Id}`;
}
