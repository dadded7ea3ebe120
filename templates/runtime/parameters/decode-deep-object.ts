import { deepest } from '../client/params/write-styles.js';
import type { Json } from '../json.js';
import { typesOf, type ValueType, type ValueTypes } from '../value-types.js';
import { convertString, decodeEscapes, type Report } from './decode-string.js';
import type { QueryPair } from './query.js';

/** The values at a path of brackets: strings, members in further brackets, or (an error) both. */
interface Branch {
  readonly raws: string[];
  readonly members: Map<string, Branch>;
}

/**
 * Decodes `color[R]=100&color[at][0]=x` by the types of the parameter: an object's names are kept as they are, known or
 * not; a list has items numbered from 0 without gaps, or empty brackets. Returns undefined if the parameter was not sent.
 */
export function decodeDeepObject(
  name: string,
  types: ValueTypes,
  pairs: readonly QueryPair[],
  report: Report,
): Json | undefined {
  const root = createBranch();
  for (const pair of pairs) {
    const keys = keysOf(name, pair.name, report);
    if (keys !== undefined) grow(root, keys).raws.push(pair.raw);
  }
  return root.raws.length + root.members.size === 0 ? undefined : valueOf(root, types, [], report);
}

/** Whether a name of the query belongs to a `deepObject` parameter. */
export function isDeepName(name: string, ofQuery: string): boolean {
  return ofQuery === name || ofQuery.startsWith(`${name}[`);
}

function keysOf(name: string, ofQuery: string, report: Report): readonly string[] | undefined {
  if (!isDeepName(name, ofQuery)) return undefined;
  const brackets = ofQuery.slice(name.length);
  if (!/^(?:\[[^[\]]*\])*$/.test(brackets)) return void report('is written with brackets that do not match');
  const keys = brackets === '' ? [] : brackets.slice(1, -1).split('][');
  return keys.length > deepest ? void report('is nested too deeply') : keys;
}

function createBranch(): Branch {
  return { raws: [], members: new Map() };
}

function grow(root: Branch, keys: readonly string[]): Branch {
  let node = root;
  for (const key of keys) {
    const next = node.members.get(key) ?? createBranch();
    node.members.set(key, next);
    node = next;
  }
  return node;
}

function valueOf(
  { raws, members }: Branch,
  type: ValueType | undefined,
  path: readonly string[],
  report: Report,
): Json {
  const [raw] = raws;
  if (raw !== undefined) {
    if (members.size > 0) report('is given both as one value and in brackets', path);
    else if (raws.length > 1) report('is given more than once', path);
    return convertString(decodeEscapes(raw, report, path), type);
  }
  const inner = typeof type === 'object' && !('length' in type) ? type : {};
  if (isList(members, type)) return listOf(members, inner.items, path, report);
  const { properties = {}, additional } = inner;
  const entries = [...members].map(([key, member]): [string, Json] => {
    const own = Object.hasOwn(properties, key) ? properties[key] : additional;
    return [key, valueOf(member, own, [...path, key], report)];
  });
  return Object.fromEntries(entries);
}

/** If the type allows both, items numbered without gaps are a list. */
function isList(members: Branch['members'], type: ValueType | undefined): boolean {
  const types = typesOf(type);
  return types.includes('array') && (!types.includes('object') || members.has('') || isNumbered(members));
}

function isNumbered(members: Branch['members']): boolean {
  return [...members.keys()].every((_, index) => members.has(String(index)));
}

function listOf(
  members: Branch['members'],
  items: ValueType | undefined,
  path: readonly string[],
  report: Report,
): readonly Json[] {
  const appended = members.get('');
  if (appended !== undefined && members.size === 1 && appended.members.size === 0) {
    return appended.raws.map((raw) => convertString(decodeEscapes(raw, report, path), items));
  }
  if (!isNumbered(members)) report('has items that are not numbered from 0 on', path);
  return Array.from({ length: members.size }, (_, index) => {
    const key = String(index);
    return valueOf(members.get(key) ?? createBranch(), items, [...path, key], report);
  });
}
