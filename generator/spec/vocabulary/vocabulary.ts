import type { Diagnostics } from '../../diagnostics.js';
import { isJsonObject, readInner, readMember, toObject, type Json, type JsonObject } from '../../json.js';
import { kinds } from '../openapi/kinds.js';
import { Positions } from '../read/positions.js';
import { readText, readWith } from '../read/read-text.js';
import { SourceText, type SpecText } from '../read/source-text.js';
import { didYouMean } from '../suggest.js';
import { isRegex } from '../patterns/read-pattern.js';

/** One `x-` key that specs may use. */
export interface Extension {
  readonly name: string;
  readonly description: string;
  /** Kinds of OpenAPI objects that may have it; `any` for all. */
  readonly on: readonly string[];
  /** JSON Schema of its value, in the subset that `matchSchema` knows. */
  readonly schema: Json;
}

/** All `x-` keys that specs may use, with the schemas of their values. */
export interface Vocabulary {
  readonly extensions: ReadonlyMap<string, Extension>;
  /** Schemas that the others refer to as `#/definitions/<name>`. */
  readonly definitions: JsonObject;
  /**
   * True if specs may also have other `x-` keys, and if values of other types are keys of other tools, which have no effect.
   * Default: false; both are mistakes.
   */
  readonly tolerant?: boolean;
  /** True if documents use an earlier version of the vocabulary, so that their tables are not checked. */
  readonly isLater?: boolean;
}

/** The context of the functions that read one vocabulary file. */
interface VocabularyContext {
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
  readonly definitions: JsonObject;
}

/** Reads a vocabulary file; reports mistakes and returns `undefined` then. */
export function readVocabulary({ file, text }: SpecText, diagnostics: Diagnostics): Vocabulary | undefined {
  return readWith(diagnostics, (own) => {
    const positions = new Positions();
    const source = new SourceText(file, '', text);
    const root = readText({ source, positions, diagnostics: own });
    const extensions = readMember(root, 'extensions');
    const message = 'a vocabulary must be an object with "extensions"';
    if (root !== undefined && !isJsonObject(extensions)) own.error('invalid-vocabulary', message, source.position(0));
    if (!isJsonObject(extensions)) return undefined;
    const definitions = readInner(root, 'definitions');
    const context = { positions, diagnostics: own, definitions };
    for (const name of Object.keys(definitions)) checkVocabularySchema(context, definitions, name);
    return { extensions: readExtensions(context, extensions), definitions };
  });
}

function readExtensions(context: VocabularyContext, extensions: JsonObject): ReadonlyMap<string, Extension> {
  const found = new Map<string, Extension>();
  for (const [name, value] of Object.entries(extensions)) {
    const own = name.startsWith('x-') ? toObject(value) : {};
    const { description, on, schema } = own;
    if (typeof description !== 'string' || !Array.isArray(on) || schema === undefined) {
      const message = `${JSON.stringify(name)} needs a name that starts with "x-", a "description", a list "on" and a "schema"`;
      context.diagnostics.error('invalid-vocabulary', message, context.positions.ofKey(extensions, name));
      continue;
    }
    checkVocabularySchema(context, own, 'schema');
    for (const [index, kind] of on.entries()) {
      if (kindNames.includes(kind)) continue;
      const hint = didYouMean(String(kind), kindNames);
      report(context, on, index, `${JSON.stringify(kind)} is not a kind of OpenAPI object${hint}`);
    }
    found.set(name, { name, description, on: on.filter((kind) => kindNames.includes(kind)), schema });
  }
  return found;
}

const kindNames = ['any', ...Object.keys(kinds)];

/** The supported keywords of JSON Schema, by the type of their values. */
const contents = {
  data: `$ref type enum const pattern minLength minimum maximum minItems maxItems minProperties required
    title description examples default`.split(/\s+/),
  schema: ['additionalProperties', 'propertyNames', 'items'],
  schemas: ['oneOf', 'anyOf', 'allOf'],
  named: ['properties'],
};
const keywords = new Set(Object.values(contents).flat());

/** Reports unsupported keywords and references in a schema of a vocabulary. */
export function checkVocabularySchema(context: VocabularyContext, owner: object, key: string | number): void {
  // Objects and arrays of the file are the owners.
  const schema = Reflect.get(owner, key) as Json | undefined;
  if (typeof schema === 'boolean') return;
  if (!isJsonObject(schema)) return report(context, owner, key, 'a schema must be an object, true or false');
  for (const [keyword, value] of Object.entries(schema)) checkKeyword(context, schema, keyword, value);
}

function checkKeyword(context: VocabularyContext, schema: JsonObject, keyword: string, value: Json): void {
  if (!keywords.has(keyword)) {
    const message = `the keyword ${JSON.stringify(keyword)} is not supported in a vocabulary${didYouMean(keyword, keywords)}`;
    context.diagnostics.error('invalid-vocabulary', message, context.positions.ofKey(schema, keyword));
  }
  const isReference = typeof value === 'string' && value.startsWith(definitionPrefix);
  if (keyword === '$ref' && !(isReference && Object.hasOwn(context.definitions, definitionName(value))))
    report(context, schema, keyword, `${JSON.stringify(value)} does not exist; write "#/definitions/<name>"`);
  for (const name of keyword === 'type' ? [value].flat() : []) {
    const hint = didYouMean(String(name), typeNames);
    if (!typeNames.includes(String(name)))
      report(context, schema, 'type', `${JSON.stringify(name)} is not a type${hint}`);
  }
  if (keyword === 'pattern' && !(typeof value === 'string' && isRegex(value)))
    report(context, schema, keyword, '"pattern" is not a regular expression that JavaScript understands');
  if (contents.schema.includes(keyword)) checkVocabularySchema(context, schema, keyword);
  if (contents.schemas.includes(keyword) && Array.isArray(value))
    value.forEach((_, index) => checkVocabularySchema(context, value, index));
  if (contents.named.includes(keyword) && isJsonObject(value))
    for (const name of Object.keys(value)) checkVocabularySchema(context, value, name);
}

const typeNames = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];

const definitionPrefix = '#/definitions/';

/** Reads the name in a reference: `#/definitions/source` → `source`. */
export function definitionName(reference: string): string {
  return reference.slice(definitionPrefix.length);
}

function report(
  { positions, diagnostics }: VocabularyContext,
  owner: object,
  key: string | number,
  message: string,
): void {
  diagnostics.error('invalid-vocabulary', message, positions.ofValue(owner, key));
}
