import { combinatorKeywords, listKeywords, type NamedKeyword } from '../../keywords/keywords.js';
import type { Direction, Schema } from '../types/schema.js';

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

/** Whether a schema is a reference, beside which nothing asserts. */
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

/** Whether a property is left out when its object travels that way; what it refers to and combines says so, too. */
export function isLeftOut(schema: Schema, travel: Travel): boolean {
  const key = travel.direction === 'request' ? 'readOnly' : 'writeOnly';
  if (schema.ref === undefined && schema.allOf === undefined) return schema[key] === true;
  const seen = new Set([schema]);
  // A set hands out what is added while it is being walked.
  for (const part of seen) {
    if (part[key] === true) return true;
    const target = part.ref === undefined ? undefined : travel.schemas.get(part.ref);
    if (target !== undefined) seen.add(target);
    for (const inner of part.allOf ?? []) seen.add(inner);
  }
  return false;
}
