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

/** Returns the document without seed, checks and recipes: releases are compared by it, and by hashes of seed and checks. */
export function releasedDocument(document: JsonObject): JsonObject {
  return without(document, ['seed', 'conformance', 'recipes']);
}

/** Names of the extensions that only the emulator reads; `mocks` and the docs hold what they say. */
const ofService = ['emulator', 'endpoints', 'listeners', 'fault-reasons'];

const ofOperations = ['action', 'selectors', 'filters', 'requires', 'refuses', 'sets', 'records', 'errors'];

const ofSchemas = ['resource', ...resourceKeys, 'vendor'];

/** Returns the document that a package publishes, without the extensions for the emulator. `x-sources` says where the rules of these are stated. */
export function publishedDocument(document: JsonObject): JsonObject {
  const publishOperation = (one: JsonObject): JsonObject =>
    without(withSources(one, ownSources(one, readSource(one['x-source']) ?? 'public')), [
      ...ofOperations,
      'fault-reasons',
      'vendor',
    ]);
  return changed(without(releasedDocument(document), ofService), (value, name) => {
    if (name === 'paths') return changed(value, (item) => changed(item, publishOperation));
    if (name !== 'components') return value;
    return changed(value, (parts, kind) =>
      kind === 'schemas' ? changed(parts, (one) => without(withTableSources(one), ofSchemas)) : parts,
    );
  });
}

/** Leaves out extensions. Returns an object without any of them as it is, so that it is not printed again. */
function without(value: JsonObject, extensions: readonly string[]): JsonObject {
  const kept = Object.entries(value).filter(([name]) => !extensions.some((one) => name === `x-${one}`));
  return kept.length < Object.keys(value).length ? Object.fromEntries(kept) : value;
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
  return createHash('sha256').update(printSorted(document)).digest('hex');
}

/** Prints JSON without spaces, the keys of objects sorted. */
function printSorted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(printSorted).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${printSorted(value[key] ?? null)}`).join(',')}}`;
}

/** Emits `spec.ts`: the document, which is `openapi.json` of a package and a string of plain source, and its hash. */
export function emitSpec(context: EmitContext): readonly SourceFile[] {
  const document = publishedDocument(context.api.document);
  const imports = new Imports('spec', ['document', 'hash', 'json']);
  const view = {
    ...useAll(imports, 'runtime', { type: 'type JsonObject', read: 'readDocument' }),
    hash: literalCode(documentHash(document)),
    // An application need not take imports of JSON; and TypeScript reads a string faster than the type of a document.
    text: context.output === 'source' && literalCode(JSON.stringify(document)),
  };
  return [imports.toFile([render(context, 'package/spec.hbs', view)])];
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
  const { table } = readInner(schema, 'x-resource');
  if (typeof table !== 'string') return schema;
  const source = readSource(schema['x-source']);
  const own = ownSources(schema, source).map(([rule, one]): RuleSource => [`${table}#${rule}`, one]);
  return withSources(schema, source === undefined ? own : [[table, source], ...own]);
}

function withSources(value: JsonObject, sources: readonly RuleSource[]): JsonObject {
  if (sources.length === 0) return value;
  return { ...value, 'x-sources': { ...readInner(value, 'x-sources'), ...Object.fromEntries(sources) } };
}

/** Lists the sources inside the extensions by the paths of their rules, apart from those that are the given one. */
function ownSources(value: JsonObject, source: string | undefined): readonly RuleSource[] {
  const found = ruled.flatMap((name) => listSources(value[`x-${name}`], name));
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
  return `${printFitting(document, 0, 0)}\n`;
}

/** Prints a value on lines that `depth` spaces indent; `taken` counts what else is on its first line, with a comma after it. */
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
  // What is inside an object that fits has no line ends.
  const fits = Math.max(length, 2) <= Math.max(width - taken, SHORTEST) && !members.some((one) => one.includes('\n'));
  if (fits) return `${open}${members.join(',')}${close}`;
  const indent = `\n${' '.repeat(depth)}`;
  return `${open}${indent} ${members.join(`,${indent} `)}${indent}${close}`;
}

/** Prints a primitive. Half a surrogate pair, which not every reader of JSON takes, becomes the character that replaces it. */
function printPrimitive(value: Json): string {
  // Few texts have any half of a pair, and to look for one that is alone takes long.
  const isOdd = typeof value === 'string' && /[\uD800-\uDFFF]/.test(value);
  return JSON.stringify(isOdd ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value);
}
