import type { Api } from '../api/api.js';
import { pairUp } from '../api/pair-up.js';
import type { Property, Schema } from '../api/schemas/schema.js';
import { compareSets, compareValues, haveBoth } from './difference.js';
import type { Comparison } from './difference.js';

/** The same schema as two descriptions have it. */
export interface SchemaPair {
  readonly ours: Schema;
  readonly theirs: Schema;
}

/**
 * Compares two schemas and their subschemas. Two references are equal when the names they end in are; what a
 * name stands for is compared where it is declared. An object that only one side has given a name is looked into.
 */
export function compareSchema(comparison: Comparison, at: string, pair: SchemaPair): void {
  const names = { ours: modelName(comparison.ours, pair.ours), theirs: modelName(comparison.theirs, pair.theirs) };
  const position = pair.ours.at;
  if (names.ours !== undefined && names.theirs !== undefined) {
    compareValues(comparison, { at: `${at}.$ref`, position }, names);
    return;
  }
  const ours = resolve(comparison.ours, pair.ours);
  const theirs = resolve(comparison.theirs, pair.theirs);
  compareFacets(comparison, at, { ours, theirs });
  compareSets(comparison, { at: `${at}.enum`, position }, { ours: enumOf(ours), theirs: enumOf(theirs) });
  compareInner(comparison, at, { ours, theirs });
}

/** Name of the model that a schema is a reference to. */
function modelName({ models }: Api, { ref, types }: Schema): string | undefined {
  if (ref === undefined || types !== undefined) return undefined;
  return models.find((model) => model.id === ref)?.specName;
}

/** Follows references to what they resolve to; a chain that never ends resolves to nothing. */
function resolve({ schemas }: Api, schema: Schema): Schema {
  let current = schema;
  for (let steps = 0; current.ref !== undefined && steps < 64; steps += 1) {
    const next = Object.hasOwn(schemas, current.ref) ? schemas[current.ref] : undefined;
    if (next === undefined) break;
    current = next;
  }
  return current;
}

const facets: Readonly<Record<string, (schema: Schema) => unknown>> = {
  type: ({ types }) => types,
  format: ({ string }) => string?.format,
  pattern: ({ string }) => string?.pattern,
  minimum: ({ number }) => number?.minimum,
  maximum: ({ number }) => number?.maximum,
  const: (schema) => schema.const?.value,
  default: (schema) => schema.default?.value,
  readOnly: ({ readOnly }) => readOnly === true,
  deprecated: ({ doc }) => doc.deprecated === true,
};

function compareFacets(comparison: Comparison, at: string, { ours, theirs }: SchemaPair): void {
  for (const [name, valueOf] of Object.entries(facets)) {
    const pair = { ours: valueOf(ours), theirs: valueOf(theirs) };
    compareValues(comparison, { at: `${at}.${name}`, position: ours.at }, pair);
  }
}

function enumOf(schema: Schema): readonly string[] {
  return (schema.enum ?? []).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function compareInner(comparison: Comparison, at: string, { ours, theirs }: SchemaPair): void {
  const positionOf = (schema: Schema): Schema['at'] => schema.at;
  const inner = [
    ['items', (schema: Schema) => schema.array?.items] as const,
    ['additionalProperties', (schema: Schema) => meaningful(schema.object?.additionalProperties)] as const,
  ];
  for (const [name, schemaOf] of inner) {
    const pair = { ours: schemaOf(ours), theirs: schemaOf(theirs) };
    const where = `${at}.${name}`;
    if (haveBoth(pair, comparison, { at: where, positionOf })) compareSchema(comparison, where, pair);
  }
  for (const [name, pair] of pairUp(propertiesOf(ours), propertiesOf(theirs), (property) => property.name)) {
    const where = `${at}.properties.${name}`;
    if (!haveBoth(pair, comparison, { at: where, positionOf: (property) => property.schema.at })) continue;
    compareSchema(comparison, where, { ours: pair.ours.schema, theirs: pair.theirs.schema });
  }
}

function propertiesOf({ object }: Schema): readonly Property[] {
  return object?.properties ?? [];
}

/** Further properties of any kind say nothing. */
function meaningful(schema: Schema | undefined): Schema | undefined {
  return schema?.boolean === undefined ? schema : undefined;
}
