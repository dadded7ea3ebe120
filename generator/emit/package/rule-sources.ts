import { readSource } from '../../api/schemas/doc.js';
import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';

/** The path of a rule (`limit/tooMany`), and where it is stated (`api.md:132`). */
type RuleSource = readonly [rule: string, source: string];

/** The extensions that make rules. */
const ruled = [
  'action',
  'selectors',
  'filters',
  'paging',
  'requires',
  'refuses',
  'limit',
  'media',
  'visibility',
  'references',
  'closed',
  'order',
  'enums',
];

/** An operation with `x-sources`: the rules that are stated elsewhere than the operation itself. */
export function withOperationSources(operation: JsonObject): JsonObject {
  return withSources(operation, ownSources(operation, readSource(operation['x-source']) ?? 'public'));
}

/** The schema of a table with `x-sources`: where the table is stated, and the rules of it (`table#rule`) that are stated elsewhere. */
export function withTableSources(schema: JsonObject): JsonObject {
  const resource = schema['x-resource'];
  const table = isJsonObject(resource) ? resource['table'] : undefined;
  if (typeof table !== 'string') return schema;
  const source = readSource(schema['x-source']);
  const own = ownSources(schema, source).map(([rule, one]): RuleSource => [`${table}#${rule}`, one]);
  const whole: readonly RuleSource[] = source === undefined ? [] : [[table, source]];
  return withSources(schema, [...whole, ...own]);
}

function withSources(value: JsonObject, sources: readonly RuleSource[]): JsonObject {
  if (sources.length === 0) return value;
  const stated = value['x-sources'];
  return { ...value, 'x-sources': { ...(isJsonObject(stated) && stated), ...Object.fromEntries(sources) } };
}

/** The `x-source` inside the extensions, by the paths of the rules that they make; without those that say the given one. */
function ownSources(value: JsonObject, source: string | undefined): readonly RuleSource[] {
  const found: Record<string, string> = {};
  for (const name of ruled) collect(value[`x-${name}`] ?? null, name, found);
  return Object.entries(found).filter(([, one]) => one !== source);
}

function collect(value: Json, path: string, found: Record<string, string>): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}/${nameRule(path, item, index)}`, found);
    return;
  }
  if (!isJsonObject(value)) return;
  const source = readSource(value['x-source']);
  const name = path === 'limit' ? `limit/${nameRule(path, value, 0)}` : path;
  if (source !== undefined) found[name] = source;
  for (const [member, inner] of Object.entries(value))
    if (!member.startsWith('x-')) collect(inner, `${path}/${member}`, found);
}

/** References are told apart by their paths, limits by their reasons, all else by its number. */
function nameRule(path: string, item: Json, index: number): string {
  if (!isJsonObject(item)) return String(index);
  if (path === 'references' && typeof item['path'] === 'string') return item['path'];
  if (path === 'limit') return typeof item['reason'] === 'string' ? item['reason'] : 'limitExceeded';
  return String(index);
}
