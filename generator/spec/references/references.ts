import { hasRef } from '../openapi/rules.js';
import type { Diagnostics } from '../../diagnostics.js';
import { translateSteps } from '../dialects/translate-schema.js';
import { isJsonObject, readMember, toObject, type Json, type JsonObject } from '../../json.js';
import { readText } from '../read/read-text.js';
import { SourceText, type ReadSpecFile, type SpecText } from '../read/source-text.js';
import type { Resolved } from '../spec-document.js';
import { suggest } from '../suggest.js';
import { decodePercent, parsePointer, printPointer } from '../read/pointer.js';
import type { Positions } from '../read/positions.js';
import { parseReference, type AllowRef, isAddress, normalizeName } from './reference.js';

/** The reason why a `$ref` does not resolve. It has no message if its file was already reported. */
export interface Problem {
  readonly code: 'unknown-reference' | 'disallowed-reference' | 'endless-reference';
  readonly message: string | undefined;
  /** The object with the wrong `$ref`. */
  readonly node: JsonObject;
}

/** The target of a `$ref`, or the reason why there is none. */
type Outcome = Resolved | Problem;

/** Returns whether a reference resolves. */
export function isResolved(outcome: Outcome): outcome is Resolved {
  return 'id' in outcome;
}

/** The root file of a spec, and the access to its other files. */
interface SpecFiles {
  readonly root: SpecText;
  readonly readFile: ReadSpecFile;
  /** Selects the files outside of the folder of the root file that may be read. */
  readonly allow: AllowRef;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/** A file of the spec that was read. */
interface OpenedFile {
  /** Relative to the root's folder; empty for the root. */
  readonly path: string;
  /** Absent if the file does not exist, or mistakes in it were reported. */
  readonly value: Json | undefined;
  /** The value before its conversion, whose names are suggested for references that do not resolve. */
  readonly written?: Json;
  readonly isMissing: boolean;
}

/** All files of one spec, each read once, and the targets of their references. */
export class References {
  readonly #files: SpecFiles;
  readonly #folder: string;
  readonly #rootName: string;
  readonly #opened = new Map<string, OpenedFile>();
  /** Outcomes by reference. Without them, a chain of n references would be followed n times. */
  #followed = new WeakMap<JsonObject, Outcome>();
  readonly #anchors = new Map<string, ReadonlyMap<string, JsonObject>>();

  constructor(files: SpecFiles) {
    const { file } = files.root;
    const slash = file.lastIndexOf('/') + 1;
    this.#files = files;
    this.#folder = file.slice(0, slash);
    this.#rootName = file.slice(slash);
  }

  /**
   * Opens a file by its path relative to the folder of the root file (empty for the root file itself); mistakes in its text are
   * reported once.
   */
  open(path: string): OpenedFile {
    const { root, readFile, positions, diagnostics } = this.#files;
    const own = path === this.#rootName ? '' : path;
    const known = this.#opened.get(own);
    if (known !== undefined) return known;
    const file = this.#nameFile(own);
    const text = own === '' ? root.text : readFile(file);
    const value =
      text === undefined ? text : readText({ source: new SourceText(file, own, text), positions, diagnostics });
    const opened = { path: own, value, isMissing: text === undefined };
    this.#opened.set(own, opened);
    return opened;
  }

  /**
   * Replaces the value of the root file, to which references resolve from now on. `written` is the source of suggestions for
   * those that do not.
   */
  replaceRoot(value: Json, written?: Json): void {
    this.#opened.set('', { path: '', value, isMissing: false, ...(written !== undefined && { written }) });
    this.forget();
  }

  /** Forgets the targets that were found, after the document has changed. */
  forget(): void {
    this.#followed = new WeakMap();
    this.#anchors.clear();
  }

  /** Returns whether a file outside the root's folder may be read, by its path relative to that folder or its address. */
  allows(path: string): boolean {
    return this.#files.allow(this.#nameFile(path));
  }

  /** Returns the name of a file in diagnostics. */
  #nameFile(path: string): string {
    if (path === '') return this.#files.root.file;
    if (isAddress(path) || path.startsWith('/')) return path;
    return path.startsWith('../') ? normalizeName(this.#folder + path) : this.#folder + path;
  }

  /** Follows `node.$ref` and every reference that it resolves to. */
  follow(node: JsonObject): Outcome {
    const passed = new Set<JsonObject>([node]);
    let from = node;
    let outcome = this.#followed.get(from);
    while (outcome === undefined) {
      const next = this.resolveReference(String(from['$ref']), from);
      if (!isResolved(next) || !isPureReference(next.value)) outcome = next;
      else if (passed.has(next.value)) {
        const message = `${quote(String(from['$ref']))} refers back to itself`;
        outcome = { code: 'endless-reference', message, node: from };
      } else {
        from = next.value;
        passed.add(from);
        outcome = this.#followed.get(from);
      }
    }
    for (const one of passed) this.#followed.set(one, outcome);
    return outcome;
  }

  /**
   * Reads the text of a file that a reference names, if it is neither YAML nor JSON but a description in Markdown; `undefined`
   * otherwise.
   */
  plainText(node: JsonObject): string | undefined {
    const target = parseReference(String(node['$ref']), this.#files.positions.get(node).source.path);
    const isText = 'path' in target && target.fragment === '' && /\.(?:md|markdown|txt|html?)$/i.test(target.path);
    return isText ? this.#files.readFile(this.#nameFile(target.path)) : undefined;
  }

  /** Finds the target of a reference without following further references; `undefined` if it does not resolve. */
  find(reference: string, node: JsonObject): Resolved | undefined {
    const outcome = this.resolveReference(reference, node);
    return isResolved(outcome) ? outcome : undefined;
  }

  /** Finds the target of a reference without following further references, or the reason why there is none. */
  resolveReference(reference: string, node: JsonObject): Outcome {
    const { path } = this.#files.positions.get(node).source;
    const self = this.#toItself(reference, path);
    if (self !== undefined) return this.resolveReference(self, node);
    const target = parseReference(reference, path, (one) => this.allows(one));
    const embedded = this.#findEmbedded(node, reference);
    if (embedded !== undefined) return embedded;
    if ('rejected' in target)
      return { code: 'disallowed-reference', message: `${quote(reference)} ${target.rejected}`, node };
    const { fragment } = target;
    const { value, written, path: file, isMissing } = this.open(target.path);
    if (value === undefined) return this.#describeUnreadable(node, reference, isMissing);
    const isAnchor = fragment !== '' && !fragment.startsWith('/');
    const found = isAnchor
      ? this.#findByUri(target.path, `${makeBaseUri(target.path)}#${fragment}`)
      : locate(value, fragment, `${file}#`);
    if (found !== undefined) return found;
    const better = isAnchor ? undefined : suggestion(written ?? value, parsePointer(fragment) ?? [], reference);
    const hint = better === undefined ? '' : `; did you mean ${quote(better)}?`;
    return { code: 'unknown-reference', message: `${quote(reference)} does not exist${hint}`, node };
  }

  /**
   * Describes a reference to a file that cannot be read. The name of a schema without `#/` looks like a file, too; a hint
   * explains that.
   */
  #describeUnreadable(node: JsonObject, reference: string, isMissing: boolean): Problem {
    const { value = null, written } = this.open('');
    const schema = [...(written === undefined ? ['components', 'schemas'] : ['definitions']), reference];
    const isName = walk(written ?? value, schema) !== undefined;
    const hint = isName ? `; did you mean ${quote(`#${printPointer(schema)}`)}?` : '';
    const message = isMissing ? `the file of ${quote(reference)} does not exist or cannot be read${hint}` : undefined;
    return { code: 'unknown-reference', message, node };
  }

  /** Rewrites a reference of the root file to its own address (`$self` of OpenAPI 3.2) as one to the file: `https://x.test/a#/b` → `#/b`. */
  #toItself(reference: string, path: string): string | undefined {
    const { $self: address } = toObject(this.open('').value);
    const hash = reference.indexOf('#');
    if (typeof address !== 'string' || path !== '' || hash < 1) return undefined;
    return resolveUri(reference.slice(0, hash), address) === address ? reference.slice(hash) : undefined;
  }

  /** Finds the target of a reference that names a schema with a URI of its own in the same file. */
  #findEmbedded(node: JsonObject, reference: string): Resolved | undefined {
    const { source } = this.#files.positions.get(node);
    if (!source.mentionsId) return undefined;
    const uri = resolveUri(reference, this.#readBaseUri(node));
    const direct = this.#findByUri(source.path, uri);
    const hash = uri.indexOf('#');
    if (direct !== undefined || !uri.startsWith('/', hash + 1)) return direct;
    const resource = this.#findByUri(source.path, uri.slice(0, hash));
    return resource && locate(resource.value, decodePercent(uri.slice(hash + 1)), resource.id);
  }

  #findByUri(path: string, uri: string): Resolved | undefined {
    const { value: root, path: key } = this.open(path);
    if (root === undefined) return undefined;
    const anchors = this.#anchors.get(key) ?? findAnchors(root, makeBaseUri(key));
    this.#anchors.set(key, anchors);
    const value = anchors.get(uri);
    return value && { id: this.#files.positions.toId(value), value };
  }

  #readBaseUri(node: object): string {
    const { parent, source } = this.#files.positions.get(node);
    const base = parent === undefined ? makeBaseUri(source.path) : this.#readBaseUri(parent);
    return isJsonObject(node) ? resolveUri(node['$id'], base) : base;
  }
}

/** Returns a URI for a file, to which relative `$id`s are relative. */
function makeBaseUri(path: string): string {
  return `spec:///${encodeURI(path.replaceAll(/\p{Cs}/gu, '\ufffd'))}`;
}

/** Returns whether a value is a reference without other fields that have an effect. */
export function isPureReference(value: Json): value is JsonObject {
  if (!hasRef(value)) return false;
  return Object.keys(value).every((key) => key === '$ref' || key === 'summary' || key === 'description');
}

/** Finds the value at a pointer inside of a value with an id. */
function locate(root: Json, pointer: string, id: string): Resolved | undefined {
  const written = parsePointer(pointer);
  const steps = written && translateSteps(root, written);
  const value = steps && walk(root, steps);
  return steps === undefined || value === undefined ? undefined : { id: `${id}${printPointer(steps)}`, value };
}

function walk(from: Json, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = from;
  for (const step of steps) {
    const index = /^(0|[1-9]\d*)$/.test(step) ? Number(step) : -1;
    value = Array.isArray(value) ? value[index] : readMember(value, step);
  }
  return value;
}

/** Replaces the first wrong step of a reference by the most similar name. */
function suggestion(root: Json, steps: readonly string[], reference: string): string | undefined {
  const wrong = steps.findIndex((_, index) => walk(root, steps.slice(0, index + 1)) === undefined);
  const holder = walk(root, steps.slice(0, wrong));
  if (wrong < 0 || !isJsonObject(holder)) return undefined;
  const right = suggest(steps[wrong] ?? '', Object.keys(holder));
  if (right === undefined) return undefined;
  const fixed = steps.with(wrong, right);
  const file = reference.slice(0, reference.indexOf('#'));
  return walk(root, fixed) === undefined ? undefined : `${file}#${printPointer(fixed)}`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** Keys whose values are data, not schemas. */
const literals = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

/** Keys whose values map arbitrary names to schemas. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'schemas']);

/**
 * Finds the schemas of a file that have a URI of their own, by that URI: the resolved `$id`, with `#` and the name for an
 * `$anchor`.
 */
function findAnchors(root: Json, rootBase: string): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  // `isMap`: the keys of the value are arbitrary names. Of two schemas with one URI, the first is set last and so
  // remains.
  const visit = (value: Json, outer: string, isMap = false): void => {
    if (Array.isArray(value)) for (const item of value.toReversed()) visit(item, outer);
    if (!isJsonObject(value)) return;
    const { $id, $anchor, $dynamicAnchor } = value;
    const base = isMap ? outer : resolveUri($id, outer);
    if (!isMap && typeof $id === 'string') found.set(base, value);
    for (const name of isMap ? [] : [$anchor, $dynamicAnchor])
      if (typeof name === 'string') found.set(`${base}#${name}`, value);
    for (const [key, inner] of Object.entries(value).toReversed())
      if (isMap || !(literals.has(key) || key.startsWith('x-'))) visit(inner, base, !isMap && maps.has(key));
  };
  visit(root, rootBase);
  return found;
}

/** Resolves a URI relative to another one; returns the other one if the first is invalid. */
function resolveUri(uri: Json | undefined, base: string): string {
  return typeof uri === 'string' && URL.canParse(uri, base) ? new URL(uri, base).href.replace(/#$/, '') : base;
}
