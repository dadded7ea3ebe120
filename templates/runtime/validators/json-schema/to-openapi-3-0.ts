import { toJsonObject, type Json, type JsonObject } from '../../json.js';
import { mapParts } from './map-schema.js';
import {
  addParts,
  asSchemaObject,
  isOpen,
  rejectKeywords,
  settleContains,
  settleUnevaluated,
  toJsonList,
} from './schema-parts.js';

/** Keywords that OpenAPI 3.0 does not have. */
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

/** Writes a schema object for OpenAPI 3.0; throws if that cannot express it. The schemas inside it have to be written already. */
export function toOpenApi30(schema: JsonObject): JsonObject {
  const settled = dropIdle(settleContains(settleUnevaluated(schema)));
  rejectKeywords(settled, inexpressible, 'openapi-3.0');
  // In OpenAPI 3.0, only `additionalProperties` can be a boolean.
  const written = mapParts(settled, (part, keyword) =>
    keyword === 'additionalProperties' ? part : asSchemaObject(part),
  );
  return writeTypes(writeValues(writeApplicators(written)));
}

/** Removes keywords that have no effect. */
function dropIdle({ patternProperties, propertyNames, required, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(!isEmpty(patternProperties) && { patternProperties }),
    ...(propertyNames !== undefined && !isOpen(propertyNames) && { propertyNames }),
    ...(!isEmpty(required) && { required }),
  };
}

function isEmpty(value: Json | undefined): value is undefined {
  return value === undefined || (typeof value === 'object' && value !== null && !Object.keys(value).length);
}

/** Writes conditions, dependencies and `contains` with `not` and `anyOf`. */
function writeApplicators(schema: JsonObject): JsonObject {
  const { if: condition, then: yes, else: no, dependentRequired, dependentSchemas, contains, ...rest } = schema;
  const parts: JsonObject[] = [];
  if (condition !== undefined && yes !== undefined) parts.push({ anyOf: [{ not: condition }, yes] });
  if (condition !== undefined && no !== undefined) parts.push({ anyOf: [condition, no] });
  const required = Object.entries(toJsonObject(dependentRequired))
    .filter(([, names]) => !isEmpty(names))
    .map(([name, names]): [string, Json] => [name, { required: names }]);
  for (const [name, dependent] of [...required, ...Object.entries(toJsonObject(dependentSchemas))])
    parts.push({ anyOf: [{ not: { type: 'object', required: [name] } }, dependent] });
  // An item matches, unless all items do not match.
  if (contains !== undefined) parts.push({ not: { type: 'array', items: { not: contains } } });
  return addParts(rest, ...parts);
}

/** Writes `const` as `enum`, exclusive limits as booleans, and the first of `examples` as `example`. */
function writeValues(schema: JsonObject): JsonObject {
  const {
    const: constant,
    enum: values,
    exclusiveMinimum: above,
    exclusiveMaximum: below,
    examples,
    contentEncoding,
    contentMediaType: _media,
    ...rest
  } = schema;
  const { minimum, maximum, format } = rest;
  const isAbove = typeof above === 'number' && !(typeof minimum === 'number' && minimum > above);
  const isBelow = typeof below === 'number' && !(typeof maximum === 'number' && maximum < below);
  const [example] = toJsonList(examples);
  const parts: JsonObject[] = [];
  if (Array.isArray(values) && !values.length) parts.push({ not: {} });
  if (constant !== undefined && values !== undefined) parts.push({ enum: [constant] });
  const listed = values ?? (constant === undefined ? undefined : [constant]);
  return addParts(
    {
      ...rest,
      ...(!isEmpty(listed) && { enum: listed }),
      ...(isAbove && { minimum: above, exclusiveMinimum: true }),
      ...(isBelow && { maximum: below, exclusiveMaximum: true }),
      ...(contentEncoding === 'base64' && format === undefined && { format: 'byte' }),
      ...(example !== undefined && { example }),
    },
    ...parts,
  );
}

/** Writes several types as alternatives of one type each, and `null` as `nullable`. */
function writeTypes({ type, ...rest }: JsonObject): JsonObject {
  if (type === undefined) return rest;
  const types = [type].flat();
  const [first, ...others] = types.filter((one) => one !== 'null');
  if (first === undefined) {
    if (!types.length) return addParts(rest, { not: {} });
    return rest['enum'] === undefined ? { ...rest, enum: [null] } : addParts(rest, { enum: [null] });
  }
  // OpenAPI 3.0 requires `items` for arrays.
  const writeType = (one: Json) => ({
    type: one,
    ...(one === 'array' && rest['items'] === undefined && { items: {} }),
  });
  const single = { ...writeType(first), ...(types.includes('null') && { nullable: true }) };
  if (!others.length) return { ...single, ...rest };
  return addParts(rest, { anyOf: [single, ...others.map(writeType)] });
}
