import { Diagnostics, locateStart, type Position } from '../../../diagnostics.js';
import { isDiscovery } from '../../../spec/discovery/convert-discovery.js';
import {
  isCompound,
  isJsonObject,
  readInner,
  readMember,
  toObject,
  typeName,
  type Json,
  type JsonObject,
} from '../../../json.js';
import { reachable } from '../../../iterables.js';
import { Positions } from '../../../spec/read/positions.js';
import { readJson } from '../../../spec/read/read-json.js';
import { SourceText, type ReadSpecFile } from '../../../spec/read/source-text.js';
import { didYouMean } from '../../../spec/suggest.js';
import { readSpec } from '../../../spec/read-spec.js';
import { bundleDocument } from '../../../spec/references/bundle-document.js';
import { printPointer } from '../../../spec/read/pointer.js';
import type { Draft } from '../../../keywords/keyword.js';
import { readDraft, translateSchemas, type TranslationContext } from '../../../spec/dialects/translate-schema.js';
import { ownString, withoutFragment } from './registry.js';

/** Schemas to compile, and documents that they may refer to, in draft 2020-12. */
export interface CompileInput {
  readonly schemas: JsonObject;
  readonly remotes: JsonObject;
  /** The document that contains all schemas, with the pointer of each; absent if each schema is a document of its own. */
  readonly document?: { readonly root: JsonObject; readonly pointers: ReadonlyMap<string, string> };
  /** Positions of all values. */
  readonly positions: Positions;
}

/** A file of schemas, or an OpenAPI document. */
interface InputText {
  readonly file: string;
  readonly text: string;
  /** Reads further files that an OpenAPI document refers to. Default: there are none. */
  readonly readFile?: ReadSpecFile | undefined;
}

/** Reads `{"schemas": {…}, "remotes": {…}}`, or the schemas of an OpenAPI document; reports mistakes. */
export function readInput(input: InputText, diagnostics: Diagnostics): CompileInput | undefined {
  // A file of schemas is JSON, so YAML is an OpenAPI document.
  if (/\.ya?ml$/i.test(input.file)) return readDocument(input, diagnostics);
  const positions = new Positions();
  const source = new SourceText(input.file, '', input.text);
  const value = readJson({ source, positions, diagnostics });
  if (value === undefined || diagnostics.failed) return undefined;
  // A description of a service: OpenAPI, Swagger or Discovery.
  if (isJsonObject(value) && ('openapi' in value || 'swagger' in value || isDiscovery(value)))
    return readDocument(input, diagnostics);
  const members = toObject(value);
  // A misspelt "remotes" would otherwise be noticed only at references without a target.
  for (const key of Object.keys(members)) {
    if (known.includes(key) || key.startsWith('$')) continue;
    const message = `${JSON.stringify(key)} has no effect here${didYouMean(key, known)}`;
    diagnostics.warning('unknown-field', message, positions.ofKey(members, key));
  }
  const locate = (key: string): Position => (isCompound(value) ? positions.ofValue(value, key) : source.position(0));
  const schemas = readMember(members, 'schemas');
  const needsSchemas = 'the file needs an object "schemas" with a JSON Schema under each name';
  if (!isJsonObject(schemas)) diagnostics.error('missing-schemas', needsSchemas, locate('schemas'));
  const remotes = readMember(members, 'remotes') ?? {};
  const needsObject = '"remotes" must be an object with a JSON Schema under each URI';
  if (!isJsonObject(remotes)) diagnostics.error('invalid-remotes', needsObject, locate('remotes'));
  if (!isJsonObject(schemas) || !isJsonObject(remotes)) return undefined;
  for (const named of [schemas, remotes]) {
    for (const [name, schema] of Object.entries(named)) {
      if (isJsonObject(schema) || typeof schema === 'boolean') continue;
      const message = `a schema must be an object or a boolean, not ${typeName(schema)}`;
      diagnostics.error('wrong-type', message, positions.ofValue(named, name));
    }
  }
  if (diagnostics.failed) return undefined;
  translateAll(schemas, remotes, { positions, diagnostics });
  return { schemas, remotes, positions };
}

/**
 * Translates schemas and remotes to draft 2020-12. Schemas without `$schema` are in 2020-12. Remotes without it are in the draft of the
 * schemas, if all schemas that state a draft state the same.
 */
function translateAll(schemas: JsonObject, remotes: JsonObject, context: Omit<TranslationContext, 'draft'>): void {
  const findDraft = (dialect: Json | undefined, passed: readonly Json[] = []): Draft | undefined => {
    const known = readDraft(dialect);
    if (known !== undefined || typeof dialect !== 'string' || passed.includes(dialect)) return known;
    const meta = readMember(remotes, withoutFragment(dialect));
    return isJsonObject(meta) ? findDraft(meta['$schema'], [...passed, dialect]) : undefined;
  };
  // Drafts of remotes are read first, since the translation removes their `$schema`.
  const dialects = new Map(Object.keys(remotes).map((uri) => [uri, findDraft(uri)]));
  const named = new Set(
    Object.values(schemas).flatMap((one) => (isJsonObject(one) && findDraft(one['$schema'])) || []),
  );
  const [only = 2020] = named.size === 1 ? named : [];
  const translate = (all: JsonObject, draft: Draft): void => {
    for (const document of Object.values(all))
      translateSchemas(document, {
        ...context,
        draft,
        document,
        findDraft: (dialect) => readDraft(dialect) ?? dialects.get(withoutFragment(String(dialect))),
      });
  };
  translate(remotes, only);
  translate(schemas, 2020);
}

const known: readonly string[] = ['schemas', 'remotes'];

/** Reads the schemas of the components of an OpenAPI, Swagger 2.0 or Discovery document, repaired as `generate` does. */
function readDocument(input: InputText, diagnostics: Diagnostics): CompileInput | undefined {
  const found = new Diagnostics();
  const document = readSpec(input, { readFile: input.readFile ?? (() => undefined), diagnostics: found });
  diagnostics.add(found.list);
  if (document === undefined || diagnostics.failed) return undefined;
  const { positions } = document;
  const { root } = bundleDocument(document);
  const schemas = readInner(readInner(root, 'components'), 'schemas');
  const names = Object.keys(schemas);
  if (names.length === 0) {
    diagnostics.error('missing-schemas', 'the document has no schemas under a name', locateStart(input.file));
    return undefined;
  }
  // If the schemas refer only to each other, the rest of the document is left out.
  const isClosed = nodesIn(schemas).every((node) => {
    const ref = isJsonObject(node) ? ownString(node, '$ref') : undefined;
    return ref?.startsWith('#/components/schemas/') ?? true;
  });
  const needed = isClosed ? { components: { schemas } } : root;
  // Nodes that were copied from other files get the position of the start of the document.
  const { source, offset } = positions.get(document.root);
  for (const node of nodesIn(needed))
    if (!positions.has(node)) positions.set(node, { source, offset, valueOffsets: [], parent: undefined, key: '' });
  const pointers = new Map(names.map((name) => [name, printPointer(['components', 'schemas', name])]));
  return { schemas, remotes: {}, document: { root: needed, pointers }, positions };
}

/** Lists a value and all objects and arrays in it. */
function nodesIn(value: JsonObject): readonly (JsonObject | readonly Json[])[] {
  return [...reachable<JsonObject | readonly Json[]>([value], (node) => Object.values<Json>(node).filter(isCompound))];
}
