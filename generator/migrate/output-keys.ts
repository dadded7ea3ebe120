import { PARTS } from '../emit/emit-context.js';
import { compact, isJsonObject, toArray, toObjects, type Json } from '../json.js';
import type { Part } from '../options.js';
import type { OperationPattern } from '../spec/operation-pattern.js';
import type { Keys } from './migration.js';
import type { Section } from './settings/section.js';
import { readText, readValue } from './settings/setting.js';
import type { FoundOperation, SpecFacts } from './spec-facts.js';

/**
 * Returns the key `operations` of a service; no key if all operations are generated. An operation is included if every list of
 * `include` has an entry that selects it.
 */
export function subsetKey(
  exclude: readonly OperationPattern[],
  include: readonly (readonly OperationPattern[])[] = [],
): Keys {
  const stated = include.filter((list) => list.length > 0);
  const entries = stated.reduce<readonly OperationPattern[]>(
    (all, list) => all.flatMap((one) => list.map((other) => ({ ...one, ...other }))),
    [{}],
  );
  const print = (patterns: readonly OperationPattern[]): Json => patterns.map((one) => ({ ...one }));
  if (stated.length === 0 && exclude.length === 0) return {};
  return {
    operations: compact({
      include: stated.length > 0 ? print(entries) : undefined,
      exclude: exclude.length > 0 ? print(exclude) : undefined,
    }),
  };
}

/** Lists the operations that the key `operations` of a migrated service selects; returns `undefined` without the key: all of them. */
export function selectedBy(subset: Json | undefined, facts: SpecFacts): readonly FoundOperation[] | undefined {
  if (!isJsonObject(subset)) return undefined;
  const { include, exclude } = subset;
  const isIn = (list: Json | undefined, operation: FoundOperation): boolean =>
    toObjects(list).some(({ tag, path, method, deprecated }) => {
      // Migrated patterns have no stars.
      const isTagged = tag === undefined || listOperationTags(operation).some((one) => one === tag);
      const isThere = path === undefined || (path === operation.path && method === operation.method);
      return isTagged && isThere && (deprecated === undefined || operation.node['deprecated'] === deprecated);
    });
  return facts.operations.filter((one) => (include === undefined || isIn(include, one)) && !isIn(exclude, one));
}

/** Returns the pattern that excludes deprecated operations; none if there are no such operations. */
export function withoutDeprecated(facts: SpecFacts): readonly OperationPattern[] {
  return facts.operations.some(({ node }) => node['deprecated'] === true) ? [{ deprecated: true }] : [];
}

/** Reads a list of tags; values other than strings, and tags that no operation has, are left over. */
export function readTags(section: Section, key: string, facts: SpecFacts): readonly OperationPattern[] {
  const known = new Set(facts.operations.flatMap((one) => listOperationTags(one)));
  return readStrings(section, key).flatMap((tag) => {
    if (known.has(tag) && !tag.includes('*')) return [{ tag }];
    section.leave(key, `no operation of the document has the tag ${JSON.stringify(tag)}`);
    return [];
  });
}

function listOperationTags({ node }: FoundOperation): readonly string[] {
  return toArray(node['tags']).filter((tag) => typeof tag === 'string');
}

/** Reads the strings of a list; other values are left over. */
export function readStrings(section: Section, key: string): readonly string[] {
  const setting = section.take(key);
  const items = setting === undefined ? [] : setting.kind === 'list' ? setting.items : [setting];
  return items.flatMap((item) => {
    const text = readText(item);
    if (text !== undefined) return [text];
    const what = item.kind === 'code' ? item.what : 'no string';
    section.leave(key, `this is ${what}, and patterns are text in which \`*\` matches any text`, item.at);
    return [];
  });
}

/** Returns the folder for the output of another tool, which is a folder or one file: `src/api.ts` -> `src/api`. */
export function sourceFolder(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?tsx?$/, '').replace(/(?<=.)[\\/]+$/, '');
}

/** Lists parts in their order, with those that they need: the emulator validates. Without any, it is the client. */
export function completeParts(wanted: readonly Part[]): readonly Part[] {
  const all = new Set(wanted.includes('emulator') ? [...wanted, 'client', 'validators'] : wanted);
  return all.size === 0 ? ['client'] : PARTS.filter((part) => all.has(part));
}

/** Reads the extension of imports: `.js` -> the default, `.ts` -> `.ts`, an empty text -> `none`. */
export function readImportExtension(section: Section, key: string): '.ts' | 'none' | undefined {
  const value = readValue(section.peek(key));
  const text = String(value ?? '');
  if (value === undefined || !/^\.?(?:js|ts)?$/.test(text)) return undefined;
  section.take(key);
  return text.endsWith('ts') ? '.ts' : text === '' ? 'none' : undefined;
}
