import { isJsonObject, type Json, type JsonObject } from '../json.js';
import type { OperationPattern } from '../spec/operation-pattern.js';
import type { Section } from './settings/section.js';
import type { Setting } from './settings/setting.js';
import type { FoundOperation, SpecFacts } from './spec-facts.js';

/** A pattern of an old configuration, and what it is for a message. */
export interface NamedPattern {
  readonly pattern: OperationPattern;
  readonly name: string;
}

/** The lists of a subset: an operation is included if every list has an entry that selects it. */
export interface SubsetParts {
  readonly include: readonly (readonly OperationPattern[])[];
  readonly exclude: readonly OperationPattern[];
}

/** The key `operations` of a service; none where all operations are generated. */
export function subsetKey({ include, exclude }: SubsetParts): readonly (readonly [string, Json])[] {
  const stated = include.filter((list) => list.length > 0);
  const entries = stated.reduce<readonly OperationPattern[]>(
    (all, list) => all.flatMap((one) => list.map((other) => ({ ...one, ...other }))),
    [{}],
  );
  const value = {
    ...(stated.length > 0 && { include: entries.map((one) => ({ ...one })) }),
    ...(exclude.length > 0 && { exclude: exclude.map((one) => ({ ...one })) }),
  };
  return Object.keys(value).length === 0 ? [] : [['operations', value]];
}

/** The operations that the key `operations` of a migrated service selects; `undefined` where there is none: all of them. */
export function selectedBy(subset: Json | undefined, facts: SpecFacts): readonly FoundOperation[] | undefined {
  if (!isJsonObject(subset)) return undefined;
  const { include, exclude } = subset;
  const isIn = (list: Json | undefined, operation: FoundOperation): boolean =>
    Array.isArray(list) && list.some((pattern) => isJsonObject(pattern) && selects(pattern, operation));
  return facts.operations.filter((one) => (include === undefined || isIn(include, one)) && !isIn(exclude, one));
}

/** Migrated patterns have no stars. */
function selects({ tag, path, method, deprecated }: JsonObject, operation: FoundOperation): boolean {
  const isTagged = tag === undefined || listOperationTags(operation).some((one) => one === tag);
  const isThere = path === undefined || (path === operation.path && method === operation.method);
  return isTagged && isThere && (deprecated === undefined || operation.node['deprecated'] === deprecated);
}

/** Returns the pattern that excludes deprecated operations; none if there are no such operations. */
export function withoutDeprecated(facts: SpecFacts): readonly OperationPattern[] {
  return facts.operations.some(({ node }) => node['deprecated'] === true) ? [{ deprecated: true }] : [];
}

/** Reads a list of tags; what is no string, and a tag that no operation has, is left over. */
export function readTags(section: Section, key: string, facts: SpecFacts): readonly OperationPattern[] {
  const known = new Set(facts.operations.flatMap((one) => listOperationTags(one)));
  return readStrings(section, key).flatMap((tag) => {
    if (known.has(tag) && !tag.includes('*')) return [{ tag }];
    section.leave(key, `no operation of the document has the tag ${JSON.stringify(tag)}`);
    return [];
  });
}

function listOperationTags({ node }: FoundOperation): readonly string[] {
  const { tags } = node;
  return Array.isArray(tags) ? tags.filter((tag: Json): tag is string => typeof tag === 'string') : [];
}

/** The strings of a list; what is none of them is left over. */
export function readStrings(section: Section, key: string): readonly string[] {
  const setting = section.take(key);
  const items: readonly Setting[] = setting === undefined ? [] : setting.kind === 'list' ? setting.items : [setting];
  return items.flatMap((item) => {
    if (item.kind === 'value' && typeof item.value === 'string') return [item.value];
    const what = item.kind === 'code' ? item.what : 'no string';
    section.leave(key, `this is ${what}, and patterns are text in which \`*\` stands for any`, item.at);
    return [];
  });
}
