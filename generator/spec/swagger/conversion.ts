import { Diagnostics, type Code } from '../../diagnostics.js';
import { checkValue } from '../check/check-value.js';
import { type Rule, hasRef } from '../openapi/rules.js';
import { isCompound, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { SourceText } from '../read/source-text.js';
import { emptyObject, rewritable } from '../read/tree.js';
import { decodePercent, parsePointer, printFragment, printPointer } from '../read/pointer.js';
import type { Origin, Positions } from '../read/positions.js';
import { relativePath } from '../references/reference.js';
import type { FaultContext } from '../repair/repairs.js';
import type { Parts } from './collect-parts.js';

/** A member of an object to be made: its name, its value, left out where undefined, and where it is written. */
export type Entry = readonly [name: string, value: Json | undefined, origin?: Origin];

/**
 * The conversion of one document: its objects are rewritten where they are, so that references to them and their positions
 * stay right; what is made besides has the position of what it is made from.
 */
export class Conversion {
  readonly root: JsonObject;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
  readonly #targets: Map<JsonObject, Json>;
  /** Parameters and responses as they are written. */
  readonly #written = new Map<JsonObject, JsonObject>();
  /** The roots of other files by their paths. */
  readonly #files = new Map<string, object>();
  /** Files whose text is in objects that belong to another. */
  readonly #guests = new Map<string, SourceText>();

  constructor(root: JsonObject, { positions, diagnostics, parts }: FaultContext & { readonly parts: Parts }) {
    this.root = root;
    this.positions = positions;
    this.diagnostics = diagnostics;
    this.#targets = parts.targets;
    for (const { node, kind } of parts.list) {
      if (kind === 'parameter' || kind === 'response') this.#written.set(node, Object.assign(emptyObject(), node));
      const { path } = positions.get(node).source;
      if (path !== '' && !this.#files.has(path)) this.#files.set(path, this.#rootOf(node));
    }
  }

  /** Returns the object that a value is, or that its references resolve to; `undefined` where there is none. */
  follow(value: Json | undefined): JsonObject | undefined {
    const seen = new Set<Json>();
    let next = value;
    while (hasRef(next) && !seen.has(next)) {
      seen.add(next);
      next = this.#targets.get(next);
    }
    return isJsonObject(next) && !hasRef(next) ? next : undefined;
  }

  /** Returns a parameter or response as it was before any conversion. */
  written(node: JsonObject): JsonObject {
    return this.#written.get(node) ?? node;
  }

  /** Checks a value whose key OpenAPI 3 does not have; true if it is there and right. */
  check(node: JsonObject, key: string, rule: Rule): boolean {
    const value = node[key];
    if (value === undefined) return false;
    const own = new Diagnostics();
    checkValue({ positions: this.positions, diagnostics: own }, { owner: node, key, name: key }, value, rule);
    for (const { code, message, at } of own.list) this.diagnostics.repaired(code, message, at, 'it is left out');
    return own.list.length === 0;
  }

  /** Reports a warning at a key. */
  warn(code: Code, message: string, { owner, key }: Origin): void {
    this.diagnostics.warning(code, message, this.positions.ofKey(owner, key));
  }

  /** Makes an object that belongs to the file of another, from an object: keys of the same name have the same positions. */
  make(holder: object, from: JsonObject, entries: Iterable<Entry>): Record<string, Json> {
    const { source, offset } = this.positions.get(from);
    return this.#make(holder, { source, offset }, entries, (name) => ({ owner: from, key: name }));
  }

  /** Makes an object that belongs to the file of another, in the position of the value under a key. */
  makeAt(holder: object, at: Origin, entries: Iterable<Entry>): Record<string, Json> {
    const { source, valueOffset: offset } = this.positions.entry(at.owner, at.key);
    return this.#make(holder, { source, offset }, entries, () => at);
  }

  #make(
    holder: object,
    { source, offset }: { readonly source: SourceText; readonly offset: number },
    entries: Iterable<Entry>,
    findOrigin: (name: string) => Origin,
  ): Record<string, Json> {
    const value = emptyObject();
    const origins = new Map<string, Origin>();
    for (const [name, item, from = findOrigin(name)] of entries) {
      if (item === undefined) continue;
      value[name] = item;
      origins.set(name, from);
    }
    this.positions.compose(value, { source: this.#home(holder, source), offset }, origins);
    return value;
  }

  /** Makes an array that belongs to the file of another, of values and where each is written. */
  list(holder: object, at: Origin, items: readonly (readonly [Json, Origin])[]): readonly Json[] {
    const value = items.map(([item]) => item);
    const { source, valueOffset: offset } = this.positions.entry(at.owner, at.key);
    const entries = items.map(([, origin]) => ['', origin] as const);
    this.positions.compose(value, { source: this.#home(holder, source), offset }, entries);
    return value;
  }

  /** Puts a value under a key of an object of the document, in the position where it is written. */
  put(node: JsonObject, key: string, value: Json, origin: Origin): void {
    const location = this.positions.get(node);
    const known = (location.names ?? []).map((name) => [name, { owner: node, key: name }] as const);
    rewritable(node)[key] = value;
    this.positions.compose(node, location, new Map<string, Origin>([...known, [key, origin]]));
  }

  /** Returns a schema or header to be put into an object: itself, or a reference to it where it is in another file. */
  use(holder: object, value: Json | undefined): Json | undefined {
    if (!isCompound(value) || this.#pathOf(holder) === this.#pathOf(value)) return value;
    const target = isJsonObject(value) ? (this.#targets.get(value) ?? value) : value;
    if (!isCompound(target)) return target;
    if (!isJsonObject(value)) return value;
    const { file: rootName } = this.positions.get(this.root).source;
    const paths = [this.#pathOf(holder), this.#pathOf(target)] as const;
    const file = relativePath(...paths, rootName.slice(rootName.lastIndexOf('/') + 1));
    const node = this.make(holder, value, [['$ref', `${file}#`]]);
    this.#targets.set(node, target);
    return node;
  }

  /** Moves a reference to an object of its own: what it resolves to stays. */
  moveReference(from: JsonObject, to: JsonObject): void {
    const target = this.#targets.get(from);
    if (target !== undefined) this.#targets.set(to, target);
    this.#targets.delete(from);
  }

  /** Tells every value of the converted files what holds it, and makes the references resolve to where things are now. */
  finish(root: JsonObject): void {
    for (const one of [root, ...this.#files.values()]) this.#place(one);
    for (const [node, target] of this.#targets) {
      if (!isCompound(target) || !hasRef(node)) continue;
      const [file = '', fragment = ''] = node['$ref'].split('#', 2);
      const pointer = this.positions.toPointer(target);
      const steps = parsePointer(decodePercent(fragment));
      const isMoved = steps !== undefined && printPointer(steps) !== pointer;
      if (isMoved) rewritable(node)['$ref'] = `${file}#${printFragment(pointer)}`;
    }
  }

  #place(root: object): void {
    const path = this.#pathOf(root);
    const seen = new Set<object>([root]);
    const enter = (parent: object): void => {
      const isList = Array.isArray(parent);
      for (const [name, item] of Object.entries(parent)) {
        if (!isCompound(item) || seen.has(item) || this.#pathOf(item) !== path) continue;
        seen.add(item);
        this.positions.set(item, { ...this.positions.get(item), parent, key: isList ? Number(name) : name });
        enter(item);
      }
    };
    this.positions.set(root, { ...this.positions.get(root), parent: undefined, key: '' });
    enter(root);
  }

  #rootOf(node: object): object {
    let root = node;
    for (let { parent } = this.positions.get(node); parent !== undefined; { parent } = this.positions.get(parent))
      root = parent;
    return root;
  }

  #pathOf(node: object): string {
    return this.positions.get(node).source.path;
  }

  /** Returns the text of a file as that of an object that belongs to the file of the holder. */
  #home(holder: object, source: SourceText): SourceText {
    const path = this.#pathOf(holder);
    if (source.path === path) return source;
    const key = `${path} ${source.file}`;
    const known = this.#guests.get(key) ?? new SourceText(source.file, path, source.text);
    this.#guests.set(key, known);
    return known;
  }
}
