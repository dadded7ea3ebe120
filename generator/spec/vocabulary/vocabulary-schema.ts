import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { isRegex } from '../regex.js';
import { didYouMean } from '../suggest.js';
import type { VocabularyContext } from './vocabulary.js';

/** What stands under a keyword: data, one schema, a list of schemas, or schemas by name. */
type Content = 'data' | 'schema' | 'schemas' | 'named';

/** The keywords of JSON Schema that a vocabulary may use. */
const keywords: Readonly<Record<string, Content>> = {
  $ref: 'data',
  type: 'data',
  enum: 'data',
  const: 'data',
  pattern: 'data',
  minLength: 'data',
  minimum: 'data',
  maximum: 'data',
  minItems: 'data',
  maxItems: 'data',
  minProperties: 'data',
  required: 'data',
  properties: 'named',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  items: 'schema',
  oneOf: 'schemas',
  anyOf: 'schemas',
  allOf: 'schemas',
  title: 'data',
  description: 'data',
  examples: 'data',
  default: 'data',
};

/** Reports what a schema of a vocabulary says that would not be judged: unknown keywords and references. */
export function checkVocabularySchema(context: VocabularyContext, owner: object, key: string | number): void {
  const schema = childOf(owner, key);
  if (typeof schema === 'boolean') return;
  if (!isJsonObject(schema)) return report(context, owner, key, 'a schema is an object, true or false');
  for (const [keyword, value] of Object.entries(schema)) checkKeyword(context, schema, keyword, value);
}

function childOf(owner: object, key: string | number): Json | undefined {
  // Owners are objects and arrays of the file.
  return (owner as Readonly<Record<string | number, Json>>)[key];
}

function checkKeyword(context: VocabularyContext, schema: JsonObject, keyword: string, value: Json): void {
  const content = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  if (content === undefined) {
    const message = `the keyword ${JSON.stringify(keyword)} is not supported in a vocabulary${didYouMean(keyword, Object.keys(keywords))}`;
    context.diagnostics.error('invalid-vocabulary', message, context.places.ofKey(schema, keyword));
  }
  if (keyword === '$ref' && !isDefinition(context.definitions, value)) {
    report(context, schema, keyword, `${JSON.stringify(value)} does not exist; write "#/definitions/<name>"`);
  }
  if (keyword === 'type') checkType(context, schema, value);
  if (keyword === 'pattern' && !(typeof value === 'string' && isRegex(value))) {
    report(context, schema, keyword, '"pattern" is not a regular expression that JavaScript understands');
  }
  if (content === 'schema') checkVocabularySchema(context, schema, keyword);
  if (content === 'schemas' && Array.isArray(value))
    value.forEach((_, index) => checkVocabularySchema(context, value, index));
  if (content === 'named' && isJsonObject(value))
    for (const name of Object.keys(value)) checkVocabularySchema(context, value, name);
}

const typeNames = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];

function checkType(context: VocabularyContext, schema: JsonObject, value: Json): void {
  for (const name of Array.isArray(value) ? value : [value]) {
    if (typeof name === 'string' && typeNames.includes(name)) continue;
    const hint = didYouMean(String(name), typeNames);
    report(context, schema, 'type', `${JSON.stringify(name)} is not a type${hint}`);
  }
}

function isDefinition(definitions: JsonObject, reference: Json): boolean {
  return (
    typeof reference === 'string' &&
    reference.startsWith(definitionPrefix) &&
    Object.hasOwn(definitions, definitionName(reference))
  );
}

const definitionPrefix = '#/definitions/';

/** `source` of `#/definitions/source`. */
export function definitionName(reference: string): string {
  return reference.slice(definitionPrefix.length);
}

function report(
  { places, diagnostics }: VocabularyContext,
  owner: object,
  key: string | number,
  message: string,
): void {
  diagnostics.error('invalid-vocabulary', message, places.ofValue(owner, key));
}
