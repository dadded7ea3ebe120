import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { resolveSchema } from './resolve-schema.js';
import { sampleSchema, type SampleContext } from './sample-schema.js';

/** Levels at which optional properties are filled in. */
const generous = 4;

/** An object with the required properties, and in the first attempts the optional ones; undefined where a required one has no value. */
export function sampleObject(schema: JsonObject, context: SampleContext): JsonObject | undefined {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = namesIn(schema['required']);
  const optional = context.attempt < 3 && context.depth <= generous ? answered(properties, context) : [];
  const most =
    typeof schema['maxProperties'] === 'number' ? Math.max(schema['maxProperties'], required.length) : Infinity;
  const entries = new Map<string, Json>();
  for (const name of new Set([...required, ...optional])) {
    if (entries.size >= most) break;
    const value = sampleSchema(schemaFor(schema, properties, name), context);
    if (value !== undefined) entries.set(name, value);
    else if (required.includes(name)) return undefined;
  }
  const { dependentSchemas, ...rest } = schema;
  const further = dependentOn(dependentSchemas, entries);
  // What depends on a property of the object holds for the whole of it: it is made once more, by both.
  if (further.length > 0) return sampleObject(resolveSchema({ allOf: [rest, ...further] }, context), context);
  addDependents(schema, properties, entries, context);
  addFurther(schema, entries, context);
  return Object.fromEntries(entries);
}

function dependentOn(schemas: Json | undefined, entries: ReadonlyMap<string, Json>): readonly Json[] {
  const all = isJsonObject(schemas) ? Object.entries(schemas) : [];
  return all.flatMap(([name, schema]) => (entries.has(name) ? [schema] : []));
}

/** The properties that an answer may have: all but those that only callers write. */
function answered(properties: JsonObject, context: SampleContext): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isOneWay = isJsonObject(schema) && resolveSchema(schema, context)['writeOnly'] === true;
    return isOneWay ? [] : [name];
  });
}

function schemaFor(schema: JsonObject, properties: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  const patterns = isJsonObject(schema['patternProperties']) ? Object.entries(schema['patternProperties']) : [];
  return patterns.find(([pattern]) => isMatch(pattern, name))?.[1] ?? schema['additionalProperties'];
}

function addDependents(
  schema: JsonObject,
  properties: JsonObject,
  entries: Map<string, Json>,
  context: SampleContext,
): void {
  const dependents = isJsonObject(schema['dependentRequired']) ? schema['dependentRequired'] : {};
  const present = [...entries.keys()];
  for (const name of present) {
    for (const other of Object.hasOwn(dependents, name) ? namesIn(dependents[name]) : []) {
      const value = entries.has(other) ? undefined : sampleSchema(schemaFor(schema, properties, other), context);
      if (value !== undefined) entries.set(other, value);
    }
  }
}

/** Further properties up to `minProperties`, and one where only those are described. */
function addFurther(schema: JsonObject, entries: Map<string, Json>, context: SampleContext): void {
  const { minProperties, additionalProperties, propertyNames } = schema;
  const described =
    isJsonObject(additionalProperties) &&
    schema['properties'] === undefined &&
    context.attempt < 3 &&
    context.depth <= generous;
  const wanted = Math.max(typeof minProperties === 'number' ? minProperties : 0, described ? 1 : 0);
  for (let tries = 0; entries.size < wanted && tries < wanted + 20; tries += 1) {
    const name = isJsonObject(propertyNames)
      ? sampleSchema({ type: 'string', ...propertyNames }, context)
      : `key${tries + 1}`;
    const value = sampleSchema(isJsonObject(additionalProperties) ? additionalProperties : {}, context);
    if (typeof name === 'string' && value !== undefined) entries.set(name, value);
  }
}

function namesIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
