import type { Alias, Document, Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import type { Code } from '../../diagnostics.js';
import type { Json } from '../../json.js';
import { loadYaml, type YamlLibrary } from './libraries.js';
import { parseYaml } from './parse-yaml.js';
import { readPlainYaml } from './read-plain-yaml.js';
import {
  addItem,
  addMember,
  closeValue,
  openArray,
  openObject,
  type OpenObject,
  rejectDepth,
  repairDuplicate,
  rootSlot,
  type Slot,
  type TreeContext,
} from './tree.js';

/** Maximum number of uses of one anchor, including those by aliases inside of other aliases. */
const MOST_USES = 100;

/** Maximum number of values to which all aliases of a file may expand. */
const MOST_EXPANDED = 100_000;

/** The state of reading one YAML document. */
interface YamlReader extends TreeContext {
  readonly yaml: YamlLibrary;
  readonly targets: ReadonlyMap<Node, Node>;
  readonly uses: Map<Node, number>;
  /** Anchored collections that are being read. An alias to one of them would be endless. */
  readonly open: Set<Node>;
  aliasDepth: number;
  expanded: number;
  failed: boolean;
}

/**
 * Reads one YAML 1.2 document of JSON data; reports mistakes and returns `undefined` then. Nearly every file is plain. The `yaml`
 * library, which knows all of YAML and describes mistakes, is loaded for the others only: a first run would take a quarter
 * longer.
 */
export function readYaml(context: TreeContext): Json | undefined {
  return readPlainYaml(context) ?? readAnyYaml(context);
}

/** Reads one YAML 1.2 document with the `yaml` library; reports mistakes and returns `undefined` then. */
export function readAnyYaml(context: TreeContext): Json | undefined {
  const parsed = parseYaml(context);
  if (parsed === undefined) return undefined;
  const yaml = loadYaml();
  const reader: YamlReader = {
    ...context,
    yaml,
    targets: parsed.hasAliases ? findTargets(yaml, parsed.document) : new Map(),
    uses: new Map(),
    open: new Set(),
    aliasDepth: 0,
    expanded: 0,
    failed: false,
  };
  const value = readNode(reader, parsed.document.contents, rootSlot);
  return reader.failed ? undefined : value;
}

/** Finds the node that each alias refers to: the last one before it with an anchor of that name. */
function findTargets(yaml: YamlLibrary, document: Document): ReadonlyMap<Node, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Node, Node>();
  yaml.visit(document, {
    Alias(_key, alias) {
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
    },
    Value(_key, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

/** Reads a node as JSON, and an alias as a copy of its target. A mistake sets `failed` and is read as null. */
function readNode(reader: YamlReader, node: Node | null, slot: Slot): Json {
  if (node === null) return null;
  if (reader.yaml.isAlias(node)) return readAlias(reader, node, slot);
  if (reader.aliasDepth > 0 && ++reader.expanded > MOST_EXPANDED) {
    const message = `the aliases of this file expand to more than ${MOST_EXPANDED} values`;
    return reader.expanded === MOST_EXPANDED + 1 ? reject(reader, 'too-many-aliases', message, node) : null;
  }
  const { tag } = node;
  // Another tag means that the node is no JSON data; its content is skipped.
  if (tag !== undefined && !plainTags.has(tag)) {
    const message = `the tag ${JSON.stringify(tag)} is not supported: a spec can have only values of JSON`;
    return reject(reader, 'unsupported-tag', message, node);
  }
  if (reader.yaml.isScalar(node)) {
    const { value, source = 'this' } = node;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return reject(reader, 'invalid-yaml', `${source} is not a value of JSON`, node);
  }
  if (rejectDepth(reader, slot, readOffset(node))) return fail(reader);
  reader.open.add(node);
  const value = reader.yaml.isMap(node) ? readMap(reader, node, slot) : readSequence(reader, node, slot);
  reader.open.delete(node);
  return value;
}

function readOffset(node: Node): number {
  return node.range?.[0] ?? 0;
}

function fail(reader: YamlReader): null {
  reader.failed = true;
  return null;
}

function reject(reader: YamlReader, code: Code, message: string, node: Node): null {
  reader.diagnostics.error(code, message, reader.source.position(readOffset(node)));
  return fail(reader);
}

function readAlias(reader: YamlReader, alias: Alias, slot: Slot): Json {
  const target = findAliasTarget(reader, alias);
  if (target === undefined) return fail(reader);
  reader.aliasDepth++;
  const value = readNode(reader, target, slot);
  reader.aliasDepth--;
  return value;
}

/** Finds the target of an alias; reports a mistake and returns `undefined` then. */
function findAliasTarget(reader: YamlReader, alias: Alias): Node | undefined {
  const name = alias.source;
  const target = reader.targets.get(alias);
  if (target === undefined)
    reject(reader, 'unknown-anchor', `the anchor "&${name}" is not defined before this alias`, alias);
  else if (reader.open.has(target))
    reject(reader, 'endless-alias', `the alias "*${name}" is inside the value of its own anchor`, alias);
  if (target === undefined || reader.open.has(target)) return undefined;
  const uses = (reader.uses.get(target) ?? 0) + 1;
  reader.uses.set(target, uses);
  if (uses === MOST_USES + 1)
    reject(reader, 'too-many-aliases', `the anchor "&${name}" is used more than ${MOST_USES} times`, alias);
  return uses > MOST_USES ? undefined : target;
}

const plainTags = new Set(
  ['map', 'seq', 'str', 'int', 'float', 'bool', 'null'].map((name) => `tag:yaml.org,2002:${name}`),
);

function readSequence(reader: YamlReader, node: YAMLSeq, slot: Slot): Json {
  const open = openArray(readOffset(node), slot);
  for (const item of node.items) {
    // The composer puts only nodes and null into a sequence.
    const child = item as Node | null;
    open.value.push(readNode(reader, child, addItem(open, readOffset(child ?? node))));
  }
  return closeValue(reader, open);
}

function readMap(reader: YamlReader, node: YAMLMap, slot: Slot): Json {
  const open = openObject(readOffset(node), slot);
  const members = listPairs(node);
  for (const pair of members) if (!isMerge(reader, pair)) readPair(reader, open, pair);
  for (const pair of members) if (isMerge(reader, pair)) merge(reader, open, pair.value);
  return closeValue(reader, open);
}

type NodePair = Pair<Node, Node | null>;

function listPairs(node: YAMLMap): readonly NodePair[] {
  // The composer only creates pairs of nodes, which the type of a map does not state.
  return node.items as NodePair[];
}

function readPair(reader: YamlReader, open: OpenObject, { key, value }: NodePair): void {
  const name = readKeyText(reader, key);
  if (name === undefined) return;
  const offset = readOffset(key);
  const isTaken = name in open.value && !repairDuplicate(reader, open, name, offset);
  if (isTaken) reader.failed = true;
  else open.value[name] = readNode(reader, value, addMember(open, name, offset, readOffset(value ?? key)));
}

/** Reads the text of a key. `200`, `true` and `null` are keys just as they are written. */
function readKeyText(reader: YamlReader, key: Node): string | undefined {
  const node = reader.yaml.isAlias(key) ? findAliasTarget(reader, key) : key;
  if (reader.yaml.isScalar(node))
    return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
  if (node !== undefined) reject(reader, 'invalid-yaml', 'a key must be a string, not a list or an object', key);
  return undefined;
}

function isMerge(reader: YamlReader, { key }: NodePair): boolean {
  return reader.yaml.isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

/** Adds the members of `<<: *anchor` (or a list of them) that the object does not have itself. */
function merge(reader: YamlReader, open: OpenObject, from: Node | null): void {
  const node = reader.yaml.isAlias(from) ? findAliasTarget(reader, from) : (from ?? undefined);
  if (node === undefined) return;
  if (reader.yaml.isMap(node)) return mergeMap(reader, open, node);
  if (reader.yaml.isScalar(node) || reader.yaml.isAlias(node) || from !== node) {
    reject(reader, 'invalid-yaml', 'the merge key "<<" needs an object or a list of objects', from ?? node);
    return;
  }
  // As in readSequence.
  for (const item of node.items) merge(reader, open, item as Node | null);
}

function mergeMap(reader: YamlReader, open: OpenObject, node: YAMLMap): void {
  reader.open.add(node);
  reader.aliasDepth++;
  const members = listPairs(node);
  for (const pair of members) {
    const name = reader.yaml.isScalar(pair.key) ? String(pair.key.value) : '';
    if (!isMerge(reader, pair) && !(name in open.value)) readPair(reader, open, pair);
  }
  for (const pair of members) if (isMerge(reader, pair)) merge(reader, open, pair.value);
  reader.aliasDepth--;
  reader.open.delete(node);
}
