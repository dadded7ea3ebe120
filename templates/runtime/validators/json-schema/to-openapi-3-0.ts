import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { mapParts } from './map-schema.js';
import {
  asSchemaObject,
  isOpen,
  rejectKeywords,
  settleContains,
  settleUnevaluated,
  withAllOf,
} from './schema-parts.js';

/** Keywords that OpenAPI 3.0 has no words for. */
const inexpressible = [
  'patternProperties',
  'propertyNames',
  'prefixItems',
  'minContains',
  'maxContains',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
];

/** Writes a schema object, whose parts are written already, for OpenAPI 3.0; throws where that cannot express it. */
export function toOpenApi30(schema: JsonObject): JsonObject {
  const settled = dropIdle(settleContains(settleUnevaluated(schema)));
  rejectKeywords(settled, inexpressible, 'openapi-3.0');
  const steps = [writeConstant, writeCondition, writeDependencies, writeContains, writeLimits, writeTypes, writeNotes];
  return steps.reduce((one, step) => step(one), withObjects(settled));
}

/** Drops keywords that assert nothing. */
function dropIdle({ patternProperties, propertyNames, required, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(isEmpty(patternProperties) ? {} : { patternProperties }),
    ...(propertyNames === undefined || isOpen(propertyNames) ? {} : { propertyNames }),
    ...(isEmpty(required) ? {} : { required }),
  };
}

function isEmpty(value: Json | undefined): value is undefined {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

/** Only `additionalProperties` can be a boolean. */
function withObjects(schema: JsonObject): JsonObject {
  return mapParts(schema, (part, keyword) => (keyword === 'additionalProperties' ? part : asSchemaObject(part)));
}

function writeConstant({ const: constant, ...schema }: JsonObject): JsonObject {
  const { enum: values, ...rest } = schema;
  const written = Array.isArray(values) && values.length === 0 ? withAllOf(rest, { not: {} }) : schema;
  if (constant === undefined) return written;
  return values === undefined ? { ...written, enum: [constant] } : withAllOf(written, { enum: [constant] });
}

function writeCondition({ if: condition, then: yes, else: no, ...rest }: JsonObject): JsonObject {
  if (condition === undefined) return rest;
  const whenTrue = yes === undefined ? [] : [{ anyOf: [{ not: condition }, yes] }];
  const whenFalse = no === undefined ? [] : [{ anyOf: [condition, no] }];
  return withAllOf(rest, ...whenTrue, ...whenFalse);
}

function writeDependencies({ dependentRequired, dependentSchemas, ...rest }: JsonObject): JsonObject {
  const required = Object.entries(isJsonObject(dependentRequired) ? dependentRequired : {})
    .filter(([, names]) => !isEmpty(names))
    .map(([name, names]) => whenPresent(name, { required: names }));
  const schemas = Object.entries(isJsonObject(dependentSchemas) ? dependentSchemas : {});
  return withAllOf(rest, ...required, ...schemas.map(([name, schema]) => whenPresent(name, schema)));
}

function whenPresent(name: string, schema: Json): JsonObject {
  return { anyOf: [{ not: { type: 'object', required: [name] } }, schema] };
}

/** Some item matches where not all of them fail to. */
function writeContains({ contains, ...rest }: JsonObject): JsonObject {
  return contains === undefined ? rest : withAllOf(rest, { not: { type: 'array', items: { not: contains } } });
}

function writeLimits(schema: JsonObject): JsonObject {
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = schema;
  const { minimum, maximum } = rest;
  const isAbove = typeof above === 'number' && !(typeof minimum === 'number' && minimum > above);
  const isBelow = typeof below === 'number' && !(typeof maximum === 'number' && maximum < below);
  return {
    ...rest,
    ...(isAbove ? { minimum: above, exclusiveMinimum: true } : {}),
    ...(isBelow ? { maximum: below, exclusiveMaximum: true } : {}),
  };
}

/** A type each, and `nullable` for null; a list of types becomes a list of alternatives. */
function writeTypes({ type, ...rest }: JsonObject): JsonObject {
  if (type === undefined) return rest;
  const types = Array.isArray(type) ? type : [type];
  const [first, ...others] = types.filter((one) => one !== 'null');
  if (first === undefined) return types.length === 0 ? withAllOf(rest, { not: {} }) : writeNull(rest);
  const single = writeType(first, rest, types.includes('null'));
  if (others.length === 0) return { ...single, ...rest };
  const alternatives = [single, ...others.map((one) => writeType(one, rest, false))];
  return withAllOf(rest, { anyOf: alternatives });
}

function writeNull(schema: JsonObject): JsonObject {
  return schema['enum'] === undefined ? { ...schema, enum: [null] } : withAllOf(schema, { enum: [null] });
}

/** An array has to say what its items are. */
function writeType(type: Json, { items }: JsonObject, nullable: boolean): JsonObject {
  return {
    type,
    ...(nullable ? { nullable } : {}),
    ...(type === 'array' && items === undefined ? { items: {} } : {}),
  };
}

/** One example of several stays; of encodings, base64 has a format. */
function writeNotes({ examples, contentEncoding, contentMediaType: _media, ...rest }: JsonObject): JsonObject {
  const [example] = Array.isArray(examples) ? examples : [];
  return {
    ...rest,
    ...(contentEncoding === 'base64' && rest['format'] === undefined ? { format: 'byte' } : {}),
    ...(example === undefined ? {} : { example }),
  };
}
