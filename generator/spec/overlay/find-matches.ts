import type { JSONPathEnvironment, JSONPathQuery, JSONValue } from 'json-p3';
import { isJsonObject, readMember, type Json, type JsonObject } from '../../json.js';
import { loadJsonPath } from '../read/libraries.js';
import { DEEPEST } from '../read/tree.js';
import { didYouMean } from '../suggest.js';

/** A node that a JSONPath selects: the object or array that contains it, and its key there. The root has no owner. */
export interface Match {
  readonly owner: JsonObject | readonly Json[] | undefined;
  readonly key: string | number;
  readonly value: Json;
}

/** Maximum number of nodes that one target may select. */
const MOST_MATCHES = 100_000;

/** Maximum length of a JSONPath, in characters, because its parser is recursive. */
const LONGEST = 1_000;

/** Maximum number of `..` in a JSONPath. Each one visits everything below each node that the one before has selected. */
const MOST_DESCENTS = 3;

/** Finds the nodes that a JSONPath (RFC 9535) selects, each once, in the order of the document. Returns the end of a message for an invalid or too expensive path. */
export function findMatches(root: JsonObject, path: string): readonly Match[] | string {
  if (path.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (path.split('..').length - 1 > MOST_DESCENTS) return `has more than ${MOST_DESCENTS} "..", which can take forever`;
  if (/\b(?:match|search)\s*\(/.test(path) && /\)[*+{]/.test(path))
    return 'repeats a group of a regular expression, which can take forever';
  if (PLAIN.test(path)) {
    const names = Array.from(path.matchAll(/\.(\w+)|\['([^']*)'\]/g), ([, short, quoted = '']) => short ?? quoted);
    return [follow(root, names) ?? []].flat();
  }
  const found = new Map<string, Match>();
  try {
    // `as`: the type of the library has writable arrays, but the library writes to none.
    const nodes = createEnvironment()
      .compile(path)
      .lazyQuery(root as JSONValue);
    for (const { location } of nodes) {
      const id = JSON.stringify(location);
      const match = found.get(id) ?? follow(root, location);
      if (match !== undefined) found.set(id, match);
      if (found.size > MOST_MATCHES) return `selects more than ${MOST_MATCHES} nodes`;
    }
  } catch (error) {
    return `is not a JSONPath of RFC 9535${explain(path, error)}`;
  }
  return [...found.values()];
}

/** A path of names only, as most are: `$.paths['/pets'].get`. Parsing other paths takes a hundred times as long. */
const PLAIN = /^\$(?:\.[A-Za-z_][A-Za-z0-9_]*|\['[^'\\\p{Cc}\p{Cs}]*'\])*$/u;

/** Creates an environment of the JSONPath library, which is loaded only for paths that need it. */
function createEnvironment(): JSONPathEnvironment {
  const { JSONPathEnvironment } = loadJsonPath();
  return new JSONPathEnvironment({ maxRecursionDepth: 2 * DEEPEST });
}

/** Finds the node at the end of some steps from the root; `undefined` if it does not exist. */
function follow(root: JsonObject, steps: readonly (string | number)[]): Match | undefined {
  let match: Match = { owner: undefined, key: '', value: root };
  for (const key of steps) {
    const { value: owner } = match;
    const value = readChild(owner, key);
    if (value === undefined || (!isJsonObject(owner) && !Array.isArray(owner))) return undefined;
    match = { owner, key, value };
  }
  return match;
}

/** Explains a syntax error in a path, if the parser reports its position: `: "x" at character 3 is unexpected`. */
function explain(path: string, error: unknown): string {
  const token: unknown = Reflect.get(Object(error), 'token');
  const offset: unknown = Reflect.get(Object(token), 'index');
  if (typeof offset !== 'number') return '';
  if (!path.startsWith('$')) return ': it starts with "$"';
  if (offset >= path.length) return ': it ends too early';
  return `: ${JSON.stringify(path[offset])} at character ${offset + 1} is unexpected`;
}

/** Says which name of a JSONPath the document does not have, as the end of a sentence; empty where more than a name decides. */
export function explainMiss(root: JsonObject, path: string): string {
  let value: Json = root;
  let holder = 'the document';
  for (const segment of createEnvironment().compile(path).segments) {
    const step = readSegmentStep(segment);
    if (step === undefined) return '';
    const next: Json | undefined = readChild(value, step);
    if (next === undefined) {
      const hint = isJsonObject(value) ? didYouMean(String(step), Object.keys(value)) : '';
      return `: ${holder} has no ${JSON.stringify(step)}${hint}`;
    }
    value = next;
    holder = JSON.stringify(step);
  }
  return '';
}

/** Reads the name or index that a segment selects; `undefined` for a segment with other selectors. */
function readSegmentStep(segment: JSONPathQuery['segments'][number]): string | number | undefined {
  const [selector, second] = segment.selectors;
  if (selector === undefined || second !== undefined || segment.toString().startsWith('..')) return undefined;
  if ('name' in selector && typeof selector.name === 'string') return selector.name;
  return 'index' in selector && typeof selector.index === 'number' ? selector.index : undefined;
}

function readChild(value: Json, step: string | number): Json | undefined {
  if (typeof step === 'number') return Array.isArray(value) ? value.at(step) : undefined;
  return readMember(value, step);
}
