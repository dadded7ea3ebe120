import { hasRef } from '../openapi/rules.js';
import type { Diagnostics } from '../../diagnostics.js';
import { translateSteps } from '../dialects/translate-schema.js';
import { isJsonObject, toArray, type Json, type JsonObject } from '../../json.js';
import { readText } from '../read/read-text.js';
import { SourceText, type ReadSpecFile, type SpecText } from '../read/source-text.js';
import type { Resolved } from '../spec-document.js';
import { suggest } from '../suggest.js';
import { decodePercent, parsePointer, printPointer } from '../read/pointer.js';
import type { Positions } from '../read/positions.js';
import { parseReference, type AllowRef, isAddress, normalizeName } from './reference.js';

/** Why a `$ref` resolves to nothing; without a message where the target's own file was already complained about. */
export interface Problem {
  readonly code: 'unknown-reference' | 'refused-reference' | 'endless-reference';
  readonly message: string | undefined;
  /** The object whose `$ref` is at fault. */
  readonly node: JsonObject;
}

/** The target of a `$ref`, or why it resolves to nothing. */
type Outcome = Resolved | Problem;

/** Says whether a reference resolves to something. */
export function isResolved(outcome: Outcome): outcome is Resolved {
  return 'id' in outcome;
}

/** Finds the targets of references in the files of one spec; the spec must not change any more. */
export class References {
  readonly #files: SpecFiles;
  readonly #positions: Positions;
  /** Outcomes by reference. Without them, a chain of n references would be followed n times. */
  readonly #followed = new WeakMap<JsonObject, Outcome>();
  readonly #anchors = new Map<string, ReadonlyMap<string, JsonObject>>();

  constructor(files: SpecFiles, positions: Positions) {
    this.#files = files;
    this.#positions = positions;
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

  /** Reads the text of a file that a reference names and that is neither YAML nor JSON: a description in Markdown; else `undefined`. */
  plainText(node: JsonObject): string | undefined {
    const target = parseReference(String(node['$ref']), this.#positions.get(node).source.path);
    if ('rejected' in target || target.fragment !== '' || !/\.(?:md|markdown|txt|html?)$/i.test(target.path))
      return undefined;
    return this.#files.readFileText(target.path);
  }

  /** Finds the target of a reference in an object without following further references; `undefined` where there is none. */
  find(reference: string, node: JsonObject): Resolved | undefined {
    const outcome = this.resolveReference(reference, node);
    return isResolved(outcome) ? outcome : undefined;
  }

  /** Finds the target of a reference in an object without following further references, or says why there is none. */
  resolveReference(reference: string, node: JsonObject): Outcome {
    const { path } = this.#positions.get(node).source;
    const self = this.#toItself(reference, path);
    if (self !== undefined) return this.resolveReference(self, node);
    const target = parseReference(reference, path, (one) => this.#files.allows(one));
    const embedded = this.#embedded(node, reference);
    if (embedded !== undefined) return embedded;
    if ('rejected' in target)
      return { code: 'refused-reference', message: `${quote(reference)} ${target.rejected}`, node };
    const opened = this.#files.open(target.path);
    if ('missing' in opened) return this.#unreadable(node, reference, opened.missing);
    if (target.fragment !== '' && !target.fragment.startsWith('/')) {
      return this.#byUri(target.path, `${makeBaseUri(target.path)}#${target.fragment}`) ?? unknown(node, reference);
    }
    const found = locate(opened.value, target.fragment, `${opened.source.path}#`);
    return (
      found ??
      unknown(
        node,
        reference,
        suggestion(opened.written ?? opened.value, parsePointer(target.fragment) ?? [], reference),
      )
    );
  }

  /** Describes a reference whose file cannot be read; the bare name of a schema resolves to a file, too, and gets a hint. */
  #unreadable(node: JsonObject, reference: string, missing: boolean): Problem {
    const root = this.#files.open('');
    const isConverted = 'written' in root && root.written !== undefined;
    const schema = isConverted ? ['definitions', reference] : ['components', 'schemas', reference];
    const isName = 'value' in root && walk(root.written ?? root.value, schema) !== undefined;
    const hint = isName ? `; did you mean ${quote(`#${printPointer(schema)}`)}?` : '';
    const message = missing ? `the file of ${quote(reference)} does not exist or may not be read${hint}` : undefined;
    return { code: 'unknown-reference', message, node };
  }

  /** Rewrites a reference of the root file to its own address (`$self` of OpenAPI 3.2) as one to the file: `https://x.test/a#/b` → `#/b`. */
  #toItself(reference: string, path: string): string | undefined {
    const root = this.#files.open('');
    const address = 'missing' in root || !isJsonObject(root.value) ? undefined : root.value['$self'];
    const hash = reference.indexOf('#');
    if (typeof address !== 'string' || path !== '' || hash < 1) return undefined;
    return resolveUri(reference.slice(0, hash), address) === address ? reference.slice(hash) : undefined;
  }

  /** Finds the target of a reference that names a schema with a URI of its own in the same file. */
  #embedded(node: JsonObject, reference: string): Resolved | undefined {
    const { source } = this.#positions.get(node);
    if (!source.mentionsId) return undefined;
    const uri = resolveUri(reference, this.#baseUriOf(node));
    const direct = this.#byUri(source.path, uri);
    const hash = uri.indexOf('#');
    if (direct !== undefined || !uri.startsWith('/', hash + 1)) return direct;
    const resource = this.#byUri(source.path, uri.slice(0, hash));
    return resource && locate(resource.value, decodePercent(uri.slice(hash + 1)), resource.id);
  }

  #byUri(path: string, uri: string): Resolved | undefined {
    const opened = this.#files.open(path);
    if ('missing' in opened) return undefined;
    const key = opened.source.path;
    const anchors = this.#anchors.get(key) ?? findAnchors(opened.value, makeBaseUri(key));
    this.#anchors.set(key, anchors);
    const value = anchors.get(uri);
    return value === undefined ? undefined : { id: this.#positions.toId(value), value };
  }

  #baseUriOf(node: object): string {
    const { parent, source } = this.#positions.get(node);
    const base = parent === undefined ? makeBaseUri(source.path) : this.#baseUriOf(parent);
    return isJsonObject(node) ? resolveUri(node['$id'], base) : base;
  }
}

/** Makes a URI in place of the address of a file: relative `$id`s need one to be resolved against. */
function makeBaseUri(path: string): string {
  return `spec:///${encodeURI(path.replaceAll(/\p{Cs}/gu, '\ufffd'))}`;
}

/** Says whether a value is a reference with no field beside it that has an effect. */
export function isPureReference(value: Json): value is JsonObject {
  if (!hasRef(value)) return false;
  return Object.keys(value).every((key) => key === '$ref' || key === 'summary' || key === 'description');
}

/** Finds what a pointer, as its author wrote it, points at in a value with an id. */
function locate(root: Json, pointer: string, id: string): Resolved | undefined {
  const written = parsePointer(pointer);
  const steps = written && translateSteps(root, written);
  const value = steps && walk(root, steps);
  return steps === undefined || value === undefined ? undefined : { id: `${id}${printPointer(steps)}`, value };
}

function walk(from: Json, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = from;
  for (const step of steps) {
    if (isJsonObject(value)) value = Object.hasOwn(value, step) ? value[step] : undefined;
    else value = /^(0|[1-9]\d*)$/.test(step) ? toArray(value)[Number(step)] : undefined;
  }
  return value;
}

/** Replaces the first wrong step of a reference by the name it most likely means. */
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

function unknown(node: JsonObject, reference: string, better?: string): Problem {
  const hint = better === undefined ? '' : `; did you mean ${quote(better)}?`;
  return { code: 'unknown-reference', message: `${quote(reference)} does not exist${hint}`, node };
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** Keys whose values are data, not schemas. */
const literals = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

/** Keys whose values map free names to schemas. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'schemas']);

/** Finds the schemas of a file that have a URI of their own, by URI: `$id` as it resolves, `$anchor` behind a `#`. */
function findAnchors(root: Json, rootBase: string): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  // `isMap` says that the keys of the value are free names.
  const pending: { readonly value: Json; readonly base: string; readonly isMap: boolean }[] = [
    { value: root, base: rootBase, isMap: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, base: outer, isMap } = next;
    if (Array.isArray(value)) for (const item of value) pending.push({ value: item, base: outer, isMap: false });
    if (!isJsonObject(value)) continue;
    const base = isMap ? outer : resolveUri(value['$id'], outer);
    if (!isMap) {
      if (typeof value['$id'] === 'string') found.set(base, value);
      for (const name of [value['$anchor'], value['$dynamicAnchor']])
        if (typeof name === 'string') found.set(`${base}#${name}`, value);
    }
    for (const [key, inner] of Object.entries(value))
      if (isMap || !(literals.has(key) || key.startsWith('x-')))
        pending.push({ value: inner, base, isMap: !isMap && maps.has(key) });
  }
  return found;
}

/** Resolves a URI relative to another; returns the other where it is none. */
function resolveUri(uri: Json | undefined, base: string): string {
  return typeof uri === 'string' && URL.canParse(uri, base) ? new URL(uri, base).href.replace(/#$/, '') : base;
}

/** The root file of a spec, and the access to its other files. */
interface SpecFilesOptions {
  readonly root: SpecText;
  readonly readFile: ReadSpecFile;
  /** Which files outside the root's folder may be read. Default: none. */
  readonly allow?: AllowRef;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/** The outcome of opening a file: its value, or why there is none. */
type Opened =
  | { readonly value: Json; readonly written?: Json; readonly source: SourceText }
  | { readonly missing: boolean };

/** The files of one spec, each read once. */
export class SpecFiles {
  readonly #options: SpecFilesOptions;
  readonly #folder: string;
  readonly #rootName: string;
  readonly #opened = new Map<string, Opened>();

  constructor(options: SpecFilesOptions) {
    const { file } = options.root;
    const slash = file.lastIndexOf('/') + 1;
    this.#options = options;
    this.#folder = file.slice(0, slash);
    this.#rootName = file.slice(slash);
  }

  /** Opens a file by its path relative to the root's folder, empty for the root; mistakes in its text are reported once. */
  open(path: string): Opened {
    const name = path === this.#rootName ? '' : path;
    const opened = this.#opened.get(name) ?? this.#read(name);
    this.#opened.set(name, opened);
    return opened;
  }

  /** Reads the text of a file by its path relative to the root's folder; `undefined` where it cannot be read. */
  readFileText(path: string): string | undefined {
    return this.#options.readFile(this.#nameOf(path));
  }

  /** Says whether a file outside the root's folder may be read, by its path relative to that folder or its address. */
  allows(path: string): boolean {
    return this.#options.allow?.(this.#nameOf(path)) === true;
  }

  /** Replaces the value of the root file, to which references then resolve; names in those that do not are from `written`. */
  replaceRoot(value: Json, written?: Json): void {
    const opened = this.open('');
    if (!('missing' in opened)) this.#opened.set('', { ...opened, value, ...(written !== undefined && { written }) });
  }

  /** Returns the name of a file in diagnostics. */
  #nameOf(path: string): string {
    if (path === '') return this.#options.root.file;
    if (isAddress(path) || path.startsWith('/')) return path;
    return path.startsWith('../') ? normalizeName(this.#folder + path) : this.#folder + path;
  }

  #read(path: string): Opened {
    const { root, readFile, positions, diagnostics } = this.#options;
    const file = this.#nameOf(path);
    const text = path === '' ? root.text : readFile(file);
    if (text === undefined) return { missing: true };
    const source = new SourceText(file, path, text);
    const value = readText({ source, positions, diagnostics });
    return value === undefined ? { missing: false } : { value, source };
  }
}
