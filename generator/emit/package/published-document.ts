import { createHash } from 'node:crypto';
import type { OwnCodec } from '../../api/types/codec.js';
import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import { resourceKeys } from '../code/api-features.js';
import { Imports, runtime } from '../code/syntax/imports.js';
import { literal, stringLiteral } from '../code/syntax/literals.js';
import { code, createTemplates } from '../code/templates/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile } from '../source-file.js';
import { withOperationSources, withTableSources } from './rule-sources.js';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** What releases are compared by: all of the document but the seed and the checks, of which there are hashes, and recipes. */
export function releasedDocument(document: JsonObject): JsonObject {
  return without(['x-seed', 'x-conformance', 'x-recipes'])(document);
}

/** What the emulator alone goes by, which `mocks` and the docs hold: extensions of the service, of operations and of named schemas. */
const ofService = ['emulator', 'endpoints', 'listeners', 'fault-reasons'];

const ofOperations = ['action', 'selectors', 'filters', 'requires', 'refuses', 'sets', 'records', 'errors'];

const ofSchemas = ['resource', ...resourceKeys, 'vendor'];

/**
 * The document as the package shows it: what is known of the service, and not how its emulator is made. Of what is left out,
 * `x-sources` keeps where it is stated.
 */
export function publishedDocument(document: JsonObject): JsonObject {
  const service = without(ofService.map((name) => `x-${name}`));
  const operation = without([...ofOperations, 'fault-reasons', 'vendor'].map((name) => `x-${name}`));
  const schema = without(ofSchemas.map((name) => `x-${name}`));
  return changed(service(releasedDocument(document)), (value, name) => {
    if (name === 'paths') return changed(value, (item) => changed(item, (one) => operation(withOperationSources(one))));
    if (name === 'components')
      return changed(value, (parts, kind) =>
        kind === 'schemas' ? changed(parts, (one) => schema(withTableSources(one))) : parts,
      );
    return value;
  });
}

/** Leaves members out; what has none of them stays the same object, which need not be printed again. */
function without(names: readonly string[]): (value: JsonObject) => JsonObject {
  return (value) =>
    names.some((name) => Object.hasOwn(value, name))
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
      : value;
}

/** An object with the objects in it changed; the same one where none is. */
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

/** As small as it gets without keeping the first run waiting: a description of 13 MB takes a fifth of a second. */
const quality = 5;

/** Largest text that is unpacked. */
const largest = 256 * 1024 * 1024;

/** Text as Brotli in base64: a tenth of its size. */
export function packDocument(text: string): string {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).toString('base64');
}

/** The text that was packed; `undefined` where it was none. */
export function unpackDocument(packed: string): string | undefined {
  try {
    return brotliDecompressSync(Buffer.from(packed, 'base64'), { maxOutputLength: largest }).toString('utf8');
  } catch {
    return undefined;
  }
}
