import { combinatorKeywords, listKeywords, type NamedKeyword } from '../../keywords/keywords.js';
import type { Direction, Schema } from '../types/schema.js';
import { reachable } from '../../iterables.js';

/** A direction, and the schemas by id, to see through a reference. */
export interface Travel {
  readonly direction: Direction;
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** The schemas directly inside a schema; with a direction, those that matter when its values travel that way. */
export function listSubschemas(schema: Schema, travel?: Travel): readonly Schema[] {
  const found: Schema[] = [];
  addHeld(found, schema, combinatorKeywords);
  if (schema.array !== undefined) addHeld(found, schema.array, arrayKeywords);
  if (schema.object !== undefined) {
    for (const property of schema.object.properties ?? [])
      if (travel === undefined || !isLeftOut(property.schema, travel)) found.push(property.schema);
    addHeld(found, schema.object, objectKeywords);
  }
  return found;
}

const arrayKeywords = listKeywords('array').filter(holdsSchemas);
const objectKeywords = listKeywords('object').filter((one) => holdsSchemas(one) && one.nameKey !== 'name');

function holdsSchemas({ takes }: NamedKeyword): boolean {
  return ['schema', 'schemas', 'namedSchemas', 'namedProperties'].includes(takes);
}

function addHeld(found: Schema[], owner: object, list: readonly NamedKeyword[]): void {
  for (const { name } of list) {
    // What is under such a keyword is a schema, or a list of schemas or of what they stand under.
    const held = Reflect.get(owner, name) as Schema | readonly (Schema | { readonly schema: Schema })[] | undefined;
    if (held === undefined) continue;
    if ('doc' in held) found.push(held);
    else for (const one of held) found.push('schema' in one ? one.schema : one);
  }
}

/** The ids that a schema and the schemas inside it refer to, each once, in order. */
export function listReferences(schema: Schema, travel?: Travel): readonly string[] {
  const found = new Set<string>();
  const visit = (one: Schema): void => {
    if (one.ref !== undefined) found.add(one.ref);
    for (const inner of listSubschemas(one, travel)) visit(inner);
  };
  visit(schema);
  return [...found];
}

/** Returns true for a reference beside which nothing asserts. */
export function isReference(schema: Schema): schema is Schema & { readonly ref: string } {
  return schema.ref !== undefined && asserting.every((key) => schema[key as keyof Schema] === undefined);
}

const asserting = [
  'types',
  'enum',
  'const',
  'string',
  'number',
  'array',
  'object',
  ...combinatorKeywords.map(({ name }) => name),
];

/**
 * Returns true if a property is left out when its object travels that way, as it says itself or a schema that it refers to or
 * combines.
 */
export function isLeftOut(schema: Schema, travel: Travel): boolean {
  const key = travel.direction === 'request' ? 'readOnly' : 'writeOnly';
  if (schema.ref === undefined && schema.allOf === undefined) return schema[key] === true;
  for (const part of reachable([schema], (one) => listCombined(travel.schemas, one)))
    if (part[key] === true) return true;
  return false;
}

/** Schemas by the ids that references carry: a map while a document is lowered, an object in the IR. */
export type Schemas = ReadonlyMap<string, Schema> | Readonly<Record<string, Schema>>;

/** Finds the schema that a `$ref` means; `undefined` where there is none. */
export function findReferred(schemas: Schemas, { ref }: Schema): Schema | undefined {
  if (ref === undefined) return undefined;
  return isMap(schemas) ? schemas.get(ref) : schemas[ref];
}

function isMap(schemas: Schemas): schemas is ReadonlyMap<string, Schema> {
  return schemas instanceof Map;
}

/** Lists the schemas that a value has to match, too: what a `$ref` means, and `allOf`. */
export function listCombined(schemas: Schemas, schema: Schema): readonly (Schema | undefined)[] {
  return [findReferred(schemas, schema), ...(schema.allOf ?? [])];
}

/** Lists the schemas that describe the same value: what a `$ref` means, `allOf`, and the alternatives of `oneOf` and `anyOf`. */
export function listDescribing(schemas: Schemas, schema: Schema): readonly (Schema | undefined)[] {
  return [...listCombined(schemas, schema), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
}
