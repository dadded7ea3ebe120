import { Diagnostics, type Code } from '../../diagnostics.js';
import { checkValue } from '../check/check-value.js';
import { type Rule, hasRef } from '../openapi/rules.js';
import { isCompound, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { SourceText } from '../read/source-text.js';
import { emptyObject, rewritable, setParents } from '../read/tree.js';
import { decodePercent, parsePointer, printFragment, printPointer } from '../read/pointer.js';
import type { NodeLocation, Origin, Positions } from '../read/positions.js';
import { referFrom } from '../references/reference.js';
import type { FaultContext } from '../repair/repairs.js';
import type { Parts } from './collect-parts.js';

/** Members of a new object; those that are `undefined` are left out. */
export type Draft = Readonly<Record<string, Json | undefined>>;

/** The origins of members whose position is elsewhere; a string is a key of the object from which the new one is created. */
export type Origins = Readonly<Record<string, Origin | string>>;

/**
 * The conversion of one document. It changes objects in place, so that references and positions remain valid; new objects have
 * the position of the object from which they are created.
 */
export class Conversion {
  readonly root: JsonObject;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
  readonly #targets: Map<JsonObject, Json>;
  /** Parameters and responses before their conversion. */
  readonly #written = new Map<JsonObject, JsonObject>();
  /** The roots of all files. */
  readonly #files = new Set<object>();
  /** Files with text inside of objects of another file. */
  readonly #guests = new Map<string, SourceText>();

  constructor(root: JsonObject, { positions, diagnostics, parts }: FaultContext & { readonly parts: Parts }) {
    this.root = root;
    this.positions = positions;
    this.diagnostics = diagnostics;
    this.#targets = parts.targets;
    for (const { node, kind } of parts.list) {
      if (kind === 'parameter' || kind === 'response') this.#written.set(node, Object.assign(emptyObject(), node));
      this.#files.add(this.#findRoot(node));
    }
  }

  /** Returns the object that a value is or refers to; `undefined` if there is none. */
  follow(value: Json | undefined): JsonObject | undefined {
    const seen = new Set<Json>();
    let next = value;
    while (hasRef(next) && !seen.has(next)) {
      seen.add(next);
      next = this.#targets.get(next);
    }
    return isJsonObject(next) && !hasRef(next) ? next : undefined;
  }

  /** Returns a parameter or response before its conversion. */
  written(node: JsonObject): JsonObject {
    return this.#written.get(node) ?? node;
  }

  /** Checks a value whose key OpenAPI 3 does not have; true if it exists and is valid. */
  check(node: JsonObject, key: string, rule: Rule): boolean {
    const value = node[key];
    if (value === undefined) return false;
    const own = new Diagnostics();
    checkValue({ positions: this.positions, diagnostics: own }, { owner: node, key, name: key }, value, rule);
    for (const { code, message, at } of own.list) this.diagnostics.repaired(code, message, at, 'it is left out');
    return own.list.length === 0;
  }

  /** Reports a warning at a key, or at the object if the key is absent. */
  warn(code: Code, message: string, node: object, key: string | number): void {
    this.diagnostics.warning(code, message, this.positions.ofKey(node, key));
  }

  /** Creates an object in the file of `holder` from another object; members with the same names keep their positions. */
  make(holder: object, from: JsonObject, draft: Draft, origins: Origins = {}): Record<string, Json> {
    const { source, offset } = this.positions.get(from);
    return this.#make({ holder, source, offset, owner: from }, draft, origins);
  }

  /** Creates an object in the file of `holder`, with the position of the value of a key. */
  makeAt(holder: object, at: Origin, draft: Draft, origins: Origins = {}): Record<string, Json> {
    const { source, valueOffset: offset } = this.positions.entry(at.owner, at.key);
    return this.#make({ holder, source, offset, ...at }, draft, origins);
  }

  #make(
    whole: Pick<NodeLocation, 'source' | 'offset'> &
      Omit<Origin, 'key'> &
      Partial<Origin> & { readonly holder: object },
    draft: Draft,
    origins: Origins,
  ): Record<string, Json> {
    const { holder, source, offset, owner, key } = whole;
    const value = emptyObject();
    const entries: (readonly [string, Origin])[] = [];
    for (const [name, item] of Object.entries(draft)) {
      if (item === undefined) continue;
      value[name] = item;
      const origin = Object.hasOwn(origins, name) ? origins[name] : undefined;
      entries.push([name, typeof origin === 'object' ? origin : { owner, key: origin ?? key ?? name }]);
    }
    this.positions.compose(value, { source: this.#home(holder, source), offset }, entries);
    return value;
  }

  /** Creates an array in the file of `holder` from values and their origins. */
  list(holder: object, at: Origin, items: readonly (readonly [Json, Origin])[]): readonly Json[] {
    const value = items.map(([item]) => item);
    const { source, valueOffset: offset } = this.positions.entry(at.owner, at.key);
    const entries = items.map(([, origin]) => ['', origin] as const);
    this.positions.compose(value, { source: this.#home(holder, source), offset }, entries);
    return value;
  }

  /** Sets a key of an object of the document; the position is that of an origin, or of another key of the object. */
  put(node: JsonObject, key: string, value: Json, from: Origin | string): void {
    const location = this.positions.get(node);
    const origins = new Map((location.names ?? []).map((name) => [name, { owner: node, key: name }]));
    rewritable(node)[key] = value;
    const origin = typeof from === 'string' ? { owner: node, key: from } : from;
    this.positions.compose(node, location, new Map<string, Origin>([...origins, [key, origin]]));
  }

  /** Replaces the members of an object of the document by those of an object that was created from it. */
  replace(node: JsonObject, created: JsonObject): void {
    const draft = rewritable(node);
    for (const key of Object.keys(node)) delete draft[key];
    for (const [key, value] of Object.entries(created)) this.put(node, key, value, { owner: created, key });
  }

  /** Returns a schema or header to insert into an object: itself, or a reference to it if it is in another file. */
  use(holder: object, value: Json | undefined): Json | undefined {
    if (!isJsonObject(value) || this.#readPath(holder) === this.#readPath(value)) return value;
    const target = this.#targets.get(value) ?? value;
    if (!isCompound(target)) return target;
    const node = this.make(holder, value, { $ref: referFrom(this, holder, `${this.#readPath(target)}#`) });
    this.#targets.set(node, target);
    return node;
  }

  /** Moves a reference into an object of its own; its target stays. */
  moveReference(from: JsonObject, to: JsonObject): void {
    const target = this.#targets.get(from);
    if (target !== undefined) this.#targets.set(to, target);
    this.#targets.delete(from);
  }

  /** Sets the parent and key of every value of the converted files, and lets references resolve to the new places. */
  finish(root: JsonObject): void {
    for (const one of [...this.#files, root]) setParents(this.positions, one);
    for (const [node, target] of this.#targets) {
      if (!isCompound(target) || !hasRef(node)) continue;
      const [file = '', fragment = ''] = node['$ref'].split('#', 2);
      const pointer = this.positions.toPointer(target);
      const steps = parsePointer(decodePercent(fragment));
      const isMoved = steps !== undefined && printPointer(steps) !== pointer;
      if (isMoved) rewritable(node)['$ref'] = `${file}#${printFragment(pointer)}`;
    }
  }

  #findRoot(node: object): object {
    const { parent } = this.positions.get(node);
    return parent === undefined ? node : this.#findRoot(parent);
  }

  #readPath(node: object): string {
    return this.positions.get(node).source.path;
  }

  /** Returns the text of a file as that of an object in the file of `holder`. */
  #home(holder: object, source: SourceText): SourceText {
    const path = this.#readPath(holder);
    if (source.path === path) return source;
    const key = `${path} ${source.file}`;
    const known = this.#guests.get(key) ?? new SourceText(source.file, path, source.text);
    this.#guests.set(key, known);
    return known;
  }
}
