import { deepest } from '../client/params/write-styles.js';
import { readMember, type Json } from '../json.js';
import { toValueTypes, typesOf, type ValueType, type ValueTypes } from '../value-types.js';
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
  for (const { name: key, raw } of pairs) {
    if (!isDeepName(name, key)) continue;
    const brackets = key.slice(name.length);
    const steps = brackets ? brackets.slice(1, -1).split('][') : [];
    if (!/^(?:\[[^[\]]*\])*$/.test(brackets)) report('is written with brackets that do not match');
    else if (steps.length > deepest) report('is nested too deeply');
    else {
      let branch = root;
      for (const step of steps) {
        const next = branch.members.get(step) ?? createBranch();
        branch.members.set(step, next);
        branch = next;
      }
      branch.raws.push(raw);
    }
  }
  return root.raws.length || root.members.size ? readBranch(root, types, [], report) : undefined;
}

/** Tests if a name of the query belongs to a `deepObject` parameter: `color[R]` to `color`. */
export function isDeepName(name: string, key: string): boolean {
  return key === name || key.startsWith(`${name}[`);
}

function createBranch(): Branch {
  return { raws: [], members: new Map() };
}

function readBranch(
  { raws, members }: Branch,
  type: ValueType = 'string',
  path: readonly string[],
  report: Report,
): Json {
  const [raw] = raws;
  if (raw !== undefined) {
    if (members.size) report('is given both as one value and in brackets', path);
    else if (raws.length > 1) report('is given more than once', path);
    return convertString(decodeEscapes(raw, report, path), type);
  }
  const { items, properties, additional } = toValueTypes(type);
  const types = typesOf(type);
  const isNumbered = [...members.keys()].every((_, index) => members.has(String(index)));
  // If the type allows both, items numbered without gaps are a list.
  if (types.includes('array') && (!types.includes('object') || members.has('') || isNumbered)) {
    const appended = members.get('');
    if (appended && members.size === 1 && appended.members.size === 0)
      return appended.raws.map((one) => convertString(decodeEscapes(one, report, path), items));
    if (!isNumbered) report('has items that are not numbered from 0 on', path);
    return Array.from({ length: members.size }, (_, index) => {
      const key = String(index);
      return readBranch(members.get(key) ?? createBranch(), items, [...path, key], report);
    });
  }
  const entries = [...members].map(([key, member]): [string, Json] => {
    const part = readMember(properties, key) ?? additional;
    return [key, readBranch(member, part, [...path, key], report)];
  });
  return Object.fromEntries(entries);
}
