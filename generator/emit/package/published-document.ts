import { createHash } from 'node:crypto';
import type { OwnCodec } from '../../api/types/codec.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { resourceKeys } from '../code/api-features.js';
import { Imports, runtime } from '../code/imports.js';
import { literal, stringLiteral } from '../code/literals.js';
import { code, createTemplates } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile } from '../source-file.js';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { readSource } from '../../api/schemas/doc.js';

/** Returns the document without seed, checks and recipes: releases are compared by it, and by hashes of seed and checks. */
export function releasedDocument(document: JsonObject): JsonObject {
  return without(['x-seed', 'x-conformance', 'x-recipes'])(document);
}

/** Names of the extensions that only the emulator reads; `mocks` and the docs hold what they say. */
const ofService = ['emulator', 'endpoints', 'listeners', 'fault-reasons'];

const ofOperations = ['action', 'selectors', 'filters', 'requires', 'refuses', 'sets', 'records', 'errors'];

const ofSchemas = ['resource', ...resourceKeys, 'vendor'];

/** Returns the document that a package publishes, without the extensions for the emulator. `x-sources` says where the rules of these are stated. */
export function publishedDocument(document: JsonObject): JsonObject {
  const service = without(ofService.map((name) => `x-${name}`));
  const operation = without([...ofOperations, 'fault-reasons', 'vendor'].map((name) => `x-${name}`));
  const schema = without(ofSchemas.map((name) => `x-${name}`));
  return changed(service(releasedDocument(document)), (value, name) => {
    if (name === 'paths')
      return changed(value, (item) =>
        changed(item, (one) => operation(withSources(one, ownSources(one, readSource(one['x-source']) ?? 'public')))),
      );
    if (name === 'components')
      return changed(value, (parts, kind) =>
        kind === 'schemas' ? changed(parts, (one) => schema(withTableSources(one))) : parts,
      );
    return value;
  });
}

/** Makes a function that leaves members out. It returns an object without such members as it is, so that it is not printed again. */
function without(names: readonly string[]): (value: JsonObject) => JsonObject {
  return (value) =>
    names.some((name) => Object.hasOwn(value, name))
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
      : value;
}

/** Changes the objects in an object; returns the same object where none of them changes. */
function changed(value: JsonObject, change: (inner: JsonObject, name: string) => JsonObject): JsonObject {
  const entries = Object.entries(value);
  const after = entries.map(([name, inner]): [string, Json] => [
    name,
    isJsonObject(inner) ? change(inner, name) : inner,
  ]);
  return after.every(([, inner], index) => inner === entries[index]?.[1]) ? value : Object.fromEntries(after);
}

/** Hashes of the seed and the checks, where the document has some, so that a release can tell whether they changed. */
export function hashData(document: JsonObject): Readonly<Record<string, string>> {
  const found = ['x-seed', 'x-conformance'].filter((key) => Object.hasOwn(document, key));
  return Object.fromEntries(found.map((key) => [key, documentHash({ [key]: document[key] ?? null })]));
}

/** Hashes of the modules of codecs of the user's own, by name. */
export function hashCodecs(codecs: readonly OwnCodec[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(codecs.map(({ name, text }) => [name, documentHash({ text })]));
}

/** SHA-256, in hex, of a JSON value written without spaces and with sorted keys: the same for every order of keys. */
export function documentHash(document: JsonObject): string {
  const writer = new CanonicalWriter();
  writer.write(document);
  return writer.digest();
}

/** Longest text that waits to be hashed. */
const CHUNK = 65_536;

class CanonicalWriter {
  readonly #hash = createHash('sha256');
  #text = '';

  write(value: Json): void {
    if (Array.isArray(value)) this.#writeList(value);
    else if (isJsonObject(value)) this.#writeObject(value);
    else this.#text += JSON.stringify(value);
  }

  digest(): string {
    return this.#hash.update(this.#text).digest('hex');
  }

  #writeList(items: readonly Json[]): void {
    let mark = '[';
    for (const item of items) {
      this.#text += mark;
      this.write(item);
      mark = ',';
    }
    this.#text += items.length === 0 ? '[]' : ']';
  }

  #writeObject(value: JsonObject): void {
    const keys = Object.keys(value).toSorted();
    let mark = '{';
    for (const key of keys) {
      this.#text += `${mark}${JSON.stringify(key)}:`;
      this.write(value[key] ?? null);
      mark = ',';
    }
    this.#text += keys.length === 0 ? '{}' : '}';
    if (this.#text.length < CHUNK) return;
    this.#hash.update(this.#text);
    this.#text = '';
  }
}

/** Emits `spec.ts`: the document, which is `openapi.json` of a package and a string of plain source, and its hash. */
export function emitSpec({ api, assets, output }: EmitContext): readonly SourceFile[] {
  const document = publishedDocument(releasedDocument(api.document));
  const imports = new Imports('spec', ['document', 'hash', 'json']);
  const body = createTemplates(assets.templates).render('package/spec.hbs', {
    type: imports.useType(runtime('JsonObject')),
    read: imports.use(runtime('readDocument')),
    hash: code(literal(documentHash(document))),
    // An application need not take imports of JSON; and TypeScript reads a string faster than the type of a document.
    text: output === 'source' ? code(stringLiteral(JSON.stringify(document))) : false,
  });
  return [{ kind: 'source', path: 'src/spec.ts', imports: imports.lines(), body: [body] }];
}

/** Quality of Brotli. At 5 a description of 13 MB takes a fifth of a second; higher ones would delay the first run. */
const quality = 5;

/** Largest text that is unpacked. */
const largest = 256 * 1024 * 1024;

/** Packs text with Brotli, in base64: about a tenth of its size. */
export function packDocument(text: string): string {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).toString('base64');
}

/** Unpacks what `packDocument` returned; `undefined` for any other text. */
export function unpackDocument(packed: string): string | undefined {
  try {
    return brotliDecompressSync(Buffer.from(packed, 'base64'), { maxOutputLength: largest }).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The path of a rule (`limit/tooMany`), and its source (`api.md:132`). */
type RuleSource = readonly [rule: string, source: string];

/** The extensions that make rules. */
const ruled = [
  'action',
  'selectors',
  'filters',
  'paging',
  'requires',
  'refuses',
  'limit',
  'media',
  'visibility',
  'references',
  'closed',
  'order',
  'enums',
];

/** Adds `x-sources` to the schema of a table: the source of the table, and of its rules (`table#rule`) that are stated elsewhere. */
function withTableSources(schema: JsonObject): JsonObject {
  const resource = schema['x-resource'];
  const table = isJsonObject(resource) ? resource['table'] : undefined;
  if (typeof table !== 'string') return schema;
  const source = readSource(schema['x-source']);
  const own = ownSources(schema, source).map(([rule, one]): RuleSource => [`${table}#${rule}`, one]);
  const whole: readonly RuleSource[] = source === undefined ? [] : [[table, source]];
  return withSources(schema, [...whole, ...own]);
}

function withSources(value: JsonObject, sources: readonly RuleSource[]): JsonObject {
  if (sources.length === 0) return value;
  const stated = value['x-sources'];
  return { ...value, 'x-sources': { ...(isJsonObject(stated) && stated), ...Object.fromEntries(sources) } };
}

/** Lists the sources inside the extensions by the paths of their rules, apart from those that are the given one. */
function ownSources(value: JsonObject, source: string | undefined): readonly RuleSource[] {
  const found: Record<string, string> = {};
  for (const name of ruled) collect(value[`x-${name}`] ?? null, name, found);
  return Object.entries(found).filter(([, one]) => one !== source);
}

function collect(value: Json, path: string, found: Record<string, string>): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}/${nameRule(path, item, index)}`, found);
    return;
  }
  if (!isJsonObject(value)) return;
  const source = readSource(value['x-source']);
  const name = path === 'limit' ? `limit/${nameRule(path, value, 0)}` : path;
  if (source !== undefined) found[name] = source;
  for (const [member, inner] of Object.entries(value))
    if (!member.startsWith('x-')) collect(inner, `${path}/${member}`, found);
}

/** Names a rule in a list: a reference by its path, a limit by its reason, others by their number. */
function nameRule(path: string, item: Json, index: number): string {
  if (!isJsonObject(item)) return String(index);
  if (path === 'references' && typeof item['path'] === 'string') return item['path'];
  if (path === 'limit') return typeof item['reason'] === 'string' ? item['reason'] : 'limitExceeded';
  return String(index);
}

/** Longest line of `openapi.json`; the runtime counts on it to find positions (`documentPositions`). */
const width = 240;

/** Length of an empty object or array, which takes one line wherever it is. */
const SHORTEST = 2;

/** Prints JSON as in `openapi.json`: an object or array is on one line where it fits, else each member is on a line of its own, indented by one space. */
export function printDocument(document: Json): string {
  const json = JSON.stringify(document);
  // Half a surrogate pair, which not every reader of JSON takes, becomes the character that replaces it.
  const text = json.includes('\\ud')
    ? json.replace(/\\(?:ud[\da-f]{3}|.)/g, (escape) => (escape.length > 2 ? '\uFFFD' : escape))
    : json;
  return `${breakLines(text, findContainers(text))}\n`;
}

/** The objects and arrays of a text in the order in which they begin. */
interface Containers {
  /** Offset of the bracket that ends each. */
  readonly ends: readonly number[];
  /** Number of others that begin in each. */
  readonly inner: readonly number[];
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Both kinds of brackets differ in this bit alone. */
const BRACKET = ~0x20;
const OPEN = 0x5b;
const CLOSE = 0x5d;

function findContainers(text: string): Containers {
  const ends: number[] = [];
  const inner: number[] = [];
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if ((code & BRACKET) === OPEN) {
      open.push(ends.length);
      ends.push(-1);
      inner.push(0);
    } else if ((code & BRACKET) === CLOSE) {
      const number = open.pop() ?? 0;
      ends[number] = at;
      inner[number] = ends.length - number - 1;
    }
  }
  return { ends, inner };
}

/** Finds the offset of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    // An odd number of backslashes escapes the quote.
    if ((end - first) % 2 === 0) return end;
  }
}

function breakLines(text: string, { ends, inner }: Containers): string {
  const lines: string[] = [];
  const indents = [''];
  let indent = '';
  let line = 0;
  let number = 0;
  const endLine = (end: number, depth: number): void => {
    lines.push(indent + text.slice(line, end));
    indent = indents[depth] ??= ' '.repeat(depth);
    line = end;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) endLine(at + 1, indent.length);
    else if ((code & BRACKET) === CLOSE) endLine(at, indent.length - 1);
    else if ((code & BRACKET) === OPEN) {
      const end = ends[number] ?? 0;
      const before = indent.length + at - line + (text.charCodeAt(end + 1) === COMMA ? 1 : 0);
      const isFlat = end + 1 - at <= Math.max(width - before, SHORTEST);
      number += isFlat ? 1 + (inner[number] ?? 0) : 1;
      if (isFlat) at = end;
      else endLine(at + 1, indent.length + 1);
    }
  }
  endLine(text.length, 0);
  return lines.join('\n');
}
