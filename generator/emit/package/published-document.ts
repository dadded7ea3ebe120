import { literalCode, render, useAll } from '../code/templates.js';
import { createHash } from 'node:crypto';
import type { OwnCodec } from '../../api/types/codec.js';
import { isCompound, isJsonObject, type Json, type JsonObject, listEntries, readInner } from '../../json.js';
import { resourceKeys } from '../code/api-features.js';
import { Imports } from '../code/imports.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile } from '../source-file.js';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { readSource } from '../../api/schemas/doc.js';

/** Returns the document without seed, checks and recipes. Releases are compared by this document and by hashes of seed and checks. */
export function releasedDocument(document: JsonObject): JsonObject {
  return omitExtensions(document, ['seed', 'conformance', 'recipes']);
}

/** Extensions of the service that only the emulator reads; their content is in `mocks` and in the docs. */
const serviceExtensions = ['emulator', 'endpoints', 'listeners', 'fault-reasons'];

const operationExtensions = ['action', 'selectors', 'filters', 'requires', 'refuses', 'sets', 'records', 'errors'];

const schemaExtensions = ['resource', ...resourceKeys, 'vendor'];

/** Returns the document that a package publishes, without the extensions for the emulator. `x-sources` keeps the sources of their rules. */
export function publishedDocument(document: JsonObject): JsonObject {
  const publishOperation = (one: JsonObject): JsonObject =>
    omitExtensions(addSources(one, ownSources(one, readSource(one['x-source']) ?? 'public')), [
      ...operationExtensions,
      'fault-reasons',
      'vendor',
    ]);
  return mapObjects(omitExtensions(releasedDocument(document), serviceExtensions), (value, name) => {
    if (name === 'paths') return mapObjects(value, (item) => mapObjects(item, publishOperation));
    if (name !== 'components') return value;
    return mapObjects(value, (parts, kind) =>
      kind === 'schemas' ? mapObjects(parts, (one) => omitExtensions(addTableSources(one), schemaExtensions)) : parts,
    );
  });
}

/** Removes extensions. Returns the same object if it has none of them, so that callers can compare by identity. */
function omitExtensions(value: JsonObject, extensions: readonly string[]): JsonObject {
  const kept = Object.entries(value).filter(([name]) => !extensions.some((one) => name === `x-${one}`));
  return kept.length < Object.keys(value).length ? Object.fromEntries(kept) : value;
}

/** Replaces the objects in an object; returns the same object if none of them changes. */
function mapObjects(value: JsonObject, change: (inner: JsonObject, name: string) => JsonObject): JsonObject {
  const entries = Object.entries(value);
  const after = entries.map(([name, inner]): [string, Json] => [
    name,
    isJsonObject(inner) ? change(inner, name) : inner,
  ]);
  return after.every(([, inner], index) => inner === entries[index]?.[1]) ? value : Object.fromEntries(after);
}

/** Returns hashes of the seed and the checks of a document, by which a release recognizes changes. */
export function hashData(document: JsonObject): Readonly<Record<string, string>> {
  const found = ['x-seed', 'x-conformance'].filter((key) => Object.hasOwn(document, key));
  return Object.fromEntries(found.map((key) => [key, documentHash({ [key]: document[key] ?? null })]));
}

/** Returns hashes of the modules of users' codecs, by name. */
export function hashCodecs(codecs: readonly OwnCodec[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(codecs.map(({ name, text }) => [name, documentHash({ text })]));
}

/** Returns the SHA-256 of a JSON value in hexadecimal digits. It does not depend on the order of keys. */
export function documentHash(document: JsonObject): string {
  return createHash('sha256').update(printSorted(document)).digest('hex');
}

/** Prints JSON without spaces and with sorted keys. */
function printSorted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(printSorted).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${printSorted(value[key] ?? null)}`).join(',')}}`;
}

/** Emits `spec.ts`: the document and its hash. A package reads the document from `openapi.json`; plain source contains it as a string. */
export function emitSpec(context: EmitContext): readonly SourceFile[] {
  const document = publishedDocument(context.api.document);
  const imports = new Imports('spec', ['document', 'hash', 'json']);
  const view = {
    ...useAll(imports, 'runtime', { type: 'type JsonObject', read: 'readDocument' }),
    hash: literalCode(documentHash(document)),
    // An application may not support imports of JSON, and TypeScript reads a string faster than the type of a document.
    text: context.output === 'source' && literalCode(JSON.stringify(document)),
  };
  return [imports.toFile([render(context, 'package/spec.hbs', view)])];
}

/** Quality of Brotli. At 5, a document of 13 MB takes 0.2 seconds; higher values would delay the first run. */
const quality = 5;

/** Most bytes of an unpacked document. */
const largest = 256 * 1024 * 1024;

/** Packs a text with Brotli, in base64, to about a tenth of its size. */
export function packDocument(text: string): string {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).toString('base64');
}

/** Unpacks the result of `packDocument`; `undefined` for any other text. */
export function unpackDocument(packed: string): string | undefined {
  try {
    return brotliDecompressSync(Buffer.from(packed, 'base64'), { maxOutputLength: largest }).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The path of a rule (`limit/tooMany`), and its source (`api.md:132`). */
type RuleSource = readonly [rule: string, source: string];

/** Extensions that contain rules of the emulator. */
const ruleExtensions = [
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

/** Adds `x-sources` to the schema of a table: the source of the table, and of its rules (`table#rule`) with other sources. */
function addTableSources(schema: JsonObject): JsonObject {
  const { table } = readInner(schema, 'x-resource');
  if (typeof table !== 'string') return schema;
  const source = readSource(schema['x-source']);
  const own = ownSources(schema, source).map(([rule, one]): RuleSource => [`${table}#${rule}`, one]);
  return addSources(schema, source === undefined ? own : [[table, source], ...own]);
}

function addSources(value: JsonObject, sources: readonly RuleSource[]): JsonObject {
  if (sources.length === 0) return value;
  return { ...value, 'x-sources': { ...readInner(value, 'x-sources'), ...Object.fromEntries(sources) } };
}

/** Lists the sources of the rules in extensions, by the paths of the rules; leaves out those that are equal to `source`. */
function ownSources(value: JsonObject, source: string | undefined): readonly RuleSource[] {
  const found = ruleExtensions.flatMap((name) => listSources(value[`x-${name}`], name));
  return Object.entries(Object.fromEntries(found)).filter(([, one]) => one !== source);
}

function listSources(value: Json | undefined, path: string): readonly RuleSource[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => listSources(item, `${path}/${nameRule(path, item, index)}`));
  if (!isJsonObject(value)) return [];
  const source = readSource(value['x-source']);
  const name = path === 'limit' ? `limit/${nameRule(path, value, 0)}` : path;
  const inner = listEntries(value).flatMap(([member, one]) => listSources(one, `${path}/${member}`));
  return source === undefined ? inner : [[name, source], ...inner];
}

/** Names a rule in a list: a reference by its path, a limit by its reason, others by their index. */
function nameRule(path: string, item: Json, index: number): string {
  if (!isJsonObject(item)) return String(index);
  if (path === 'references' && typeof item['path'] === 'string') return item['path'];
  if (path === 'limit') return typeof item['reason'] === 'string' ? item['reason'] : 'limitExceeded';
  return String(index);
}

/** Most characters of a line in `openapi.json`. The runtime must use the same number to find positions (`documentPositions`). */
const width = 240;

/** Length of an empty object or array, which is always on one line. */
const SHORTEST = 2;

/**
 * Prints JSON in the form of `openapi.json`: an object or array is on one line if it fits, else each member is on a line of its own,
 * indented by one space.
 */
export function printDocument(document: Json): string {
  return `${printFitting(document, 0, 0)}\n`;
}

/** Prints a value; its lines are indented by `depth` spaces. `taken` is the number of other characters on its line, including a comma. */
function printFitting(value: Json, depth: number, taken: number): string {
  if (!isCompound(value)) return printPrimitive(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const members = entries.map(([key, inner]: [string, Json], index) => {
    const name = isList ? '' : `${printPrimitive(key)}:`;
    const comma = index < entries.length - 1 ? 1 : 0;
    return name + printFitting(inner, depth + 1, depth + 1 + name.length + comma);
  });
  const [open, close] = isList ? '[]' : '{}';
  const length = members.reduce((sum, one) => sum + one.length + 1, 1);
  // An object with a member on several lines does not fit on one line.
  const fits = Math.max(length, 2) <= Math.max(width - taken, SHORTEST) && !members.some((one) => one.includes('\n'));
  if (fits) return `${open}${members.join(',')}${close}`;
  const indent = `\n${' '.repeat(depth)}`;
  return `${open}${indent} ${members.join(`,${indent} `)}${indent}${close}`;
}

/** Prints a primitive. Lone surrogates, which some parsers of JSON reject, become U+FFFD. */
function printPrimitive(value: Json): string {
  // Few strings have surrogates at all, and the search for lone ones is slow.
  const isOdd = typeof value === 'string' && /[\uD800-\uDFFF]/.test(value);
  return JSON.stringify(isOdd ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value);
}
