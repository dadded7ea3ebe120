import type { Api, Operation } from '../../api/api.js';
import { declaredProperties, findProperty } from '../../api/resources/find-property.js';
import type { Schema } from '../../api/schemas/schema.js';
import { schemasById } from '../../api/schemas/schemas-by-id.js';
import { successResponses } from '../../api/operations/success-responses.js';
import { followSchema } from '../../api/schemas/target-schema.js';
import type { JsonObject } from '../../spec/read/json.js';

type Schemas = ReadonlyMap<string, Schema>;

/** The parts of an operation's answer (`PartsPlan` of the runtime): all of them, and those that cannot be an empty object. */
export function partsValue(api: Api, { parts, responses }: Operation): JsonObject | undefined {
  if (parts === undefined) return undefined;
  const schemas = schemasById(api);
  const contents = successResponses(responses).flatMap((response) => response.contents);
  const answer = contents.find(({ kind }) => kind === 'json')?.schema;
  const carrier = answer === undefined || parts.of === undefined ? answer : itemsOf(answer, parts.of, schemas);
  const { parameter, values, always } = parts;
  const solid = values.filter((name) => {
    const property = carrier && findProperty(name, carrier, (id) => schemas.get(id));
    return !always.includes(name) && (property === undefined || !canBeEmpty(property.schema, schemas));
  });
  return { parameter, values, always, ...(solid.length > 0 && { solid }) };
}

function itemsOf(answer: Schema, name: string, schemas: Schemas): Schema | undefined {
  const property = findProperty(name, answer, (id) => schemas.get(id));
  return property && followSchema(schemas, property.schema).array?.items;
}

/** Whether an empty object is sure to be good; alternatives are not looked into. */
function canBeEmpty(schema: Schema, schemas: Schemas): boolean {
  const { types = [], object = {}, ...rest } = followSchema(schemas, schema);
  const { anyOf, oneOf, not, enum: values, const: constant } = rest;
  if (!types.includes('object') || [anyOf, oneOf, not, values, constant].some((one) => one !== undefined)) return false;
  if ((object.minProperties ?? 0) > 0 || (object.requiredOnly ?? []).length > 0) return false;
  return [...declaredProperties(schema, (id) => schemas.get(id))].every(({ required }) => !required);
}
