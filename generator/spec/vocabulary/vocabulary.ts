import type { Diagnostics } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { kinds } from '../openapi/kinds.js';
import { Places } from '../references/places.js';
import { readText } from '../read/read-text.js';
import { SourceText } from '../read/source-text.js';
import type { SpecText } from '../read/spec-text.js';
import { readWith } from '../stage-diagnostics.js';
import { didYouMean } from '../suggest.js';
import { checkVocabularySchema } from './vocabulary-schema.js';

/** One `x-` key that specs may use. */
export interface Extension {
  readonly name: string;
  readonly description: string;
  /** Kinds of OpenAPI object it may stand on; `any` for all. */
  readonly on: readonly string[];
  /** JSON Schema of its value, in the subset that `matchSchema` knows. */
  readonly schema: Json;
}

/** Every `x-` key that specs may use, and what its value looks like. */
export interface Vocabulary {
  readonly extensions: ReadonlyMap<string, Extension>;
  /** Schemas that the others refer to as `#/definitions/<name>`. */
  readonly definitions: JsonObject;
  /**
   * Whether other `x-` keys may stand beside it, and values of other shapes are somebody else's and have no effect. Default:
   * both are mistakes.
   */
  readonly tolerant?: boolean;
}

/** What the readers of one vocabulary file share. */
export interface VocabularyContext {
  readonly places: Places;
  readonly diagnostics: Diagnostics;
  readonly definitions: JsonObject;
}

/** Reads a vocabulary file; `undefined` where a mistake was reported. */
export function readVocabulary(text: SpecText, diagnostics: Diagnostics): Vocabulary | undefined {
  return readWith(diagnostics, (own) => readInto(text, own));
}

function readInto(text: SpecText, diagnostics: Diagnostics): Vocabulary | undefined {
  const places = new Places();
  const source = new SourceText(text.file, '', text.text);
  const root = readText({ source, places, diagnostics });
  if (root === undefined) return undefined;
  const extensions = isJsonObject(root) ? root['extensions'] : undefined;
  if (!isJsonObject(root) || !isJsonObject(extensions)) {
    diagnostics.error('invalid-vocabulary', 'a vocabulary is an object with "extensions"', source.position(0));
    return undefined;
  }
  const definitions = isJsonObject(root['definitions']) ? root['definitions'] : {};
  const context: VocabularyContext = { places, diagnostics, definitions };
  for (const name of Object.keys(definitions)) checkVocabularySchema(context, definitions, name);
  return { extensions: readExtensions(context, extensions), definitions };
}

function readExtensions(context: VocabularyContext, extensions: JsonObject): ReadonlyMap<string, Extension> {
  const found = new Map<string, Extension>();
  for (const [name, value] of Object.entries(extensions)) {
    const extension = readExtension(context, name, value);
    if (extension === undefined) {
      const message = `${JSON.stringify(name)} needs a name that starts with "x-", a "description", a list "on" and a "schema"`;
      context.diagnostics.error('invalid-vocabulary', message, context.places.ofKey(extensions, name));
    } else found.set(name, extension);
  }
  return found;
}

function readExtension(context: VocabularyContext, name: string, value: Json): Extension | undefined {
  if (!name.startsWith('x-') || !isJsonObject(value)) return undefined;
  const { description, on, schema } = value;
  if (typeof description !== 'string' || !Array.isArray(on) || schema === undefined) return undefined;
  checkVocabularySchema(context, value, 'schema');
  return { name, description, on: on.flatMap((kind: Json, index) => readKind(context, on, kind, index)), schema };
}

function readKind(
  { places, diagnostics }: VocabularyContext,
  on: readonly Json[],
  kind: Json,
  index: number,
): readonly string[] {
  if (typeof kind === 'string' && (kind === 'any' || Object.hasOwn(kinds, kind))) return [kind];
  const hint = didYouMean(String(kind), ['any', ...Object.keys(kinds)]);
  diagnostics.error(
    'invalid-vocabulary',
    `${JSON.stringify(kind)} is not a kind of OpenAPI object${hint}`,
    places.ofValue(on, index),
  );
  return [];
}
