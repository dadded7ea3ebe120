import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { convertReference } from './convert-reference.js';
import { convertType } from './convert-type.js';
import { convertVariant } from './convert-variant.js';
import type { DiscoveryContext } from './discovery-context.js';
import { flagAt, membersAt, objectAt, refuse, textsAt, wordsAt } from './fields.js';
import { type Draft, makeList, makeMap, makeObject } from './make-value.js';
import { shortId } from './short-id.js';

/** A schema of the Discovery document as one of OpenAPI 3.1; nested ones stay nested. */
export function convertSchema(context: DiscoveryContext, node: JsonObject): JsonObject {
  const draft = { ...convertShape(context, node), ...convertNotes(context, node) };
  return makeObject(context, { node }, draft, { const: 'default', items: 'items', 'x-required-by': 'annotations' });
}

/** What a schema says about values, without what it says to people; a repeated one is a list. */
export function convertShape(context: DiscoveryContext, node: JsonObject): Draft {
  const one = node['$ref'] === undefined ? convertPlain(context, node) : convertReference(context, node);
  if (!flagAt(context, node, 'repeated')) return one;
  const { default: value, ...item } = one;
  const initial = value === undefined ? undefined : makeList(context, { node, key: 'default' }, [value]);
  return { type: 'array', items: makeObject(context, { node }, item), default: initial };
}

function convertPlain(context: DiscoveryContext, node: JsonObject): Draft {
  return {
    ...convertType(context, node),
    ...convertProperties(context, node),
    additionalProperties: convertFurther(context, node),
    items: convertItems(context, node),
    ...convertVariant(context, node),
  };
}

function convertProperties(context: DiscoveryContext, node: JsonObject): Draft {
  if (node['properties'] === undefined) return {};
  const members = membersAt(context, node, 'properties');
  const stated = Array.isArray(node['required']) ? textsAt(context, node, 'required') : [];
  const flagged = members.filter(([, member]) => member['required'] === true).map(([name]) => name);
  const required = [...new Set([...stated, ...flagged])];
  return {
    properties: makeMap(
      context,
      { node, key: 'properties' },
      members.map(([name, member]) => [name, convertProperty(context, name, member)]),
    ),
    ...(required.length > 0 && { required: makeList(context, { node, key: 'properties' }, required) }),
  };
}

/** The `kind` of a resource is always the same text, which Discovery writes as its default. */
function convertProperty(context: DiscoveryContext, name: string, node: JsonObject): JsonObject {
  const schema = convertSchema(context, node);
  const { default: value, ...others } = schema;
  if (name !== 'kind' || typeof value !== 'string' || schema['enum'] !== undefined) return schema;
  return makeObject(
    context,
    { node },
    { ...others, const: value },
    { const: 'default', 'x-required-by': 'annotations' },
  );
}

function convertFurther(context: DiscoveryContext, node: JsonObject): Json | undefined {
  const { additionalProperties: value } = node;
  if (value === undefined || typeof value === 'boolean') return value;
  return isJsonObject(value)
    ? convertSchema(context, value)
    : refuse(context, node, 'additionalProperties', 'a schema');
}

function convertItems(context: DiscoveryContext, node: JsonObject): JsonObject | undefined {
  const items = objectAt(context, node, 'items');
  return items === undefined ? undefined : convertSchema(context, items);
}

/** What a schema says to people; `annotations.required` lists methods that want the property in what they are sent. */
function convertNotes(context: DiscoveryContext, node: JsonObject): Draft {
  const annotations = objectAt(context, node, 'annotations');
  const requiredBy = annotations === undefined ? [] : textsAt(context, annotations, 'required');
  return {
    description: wordsAt(context, node, 'description'),
    ...(flagAt(context, node, 'readOnly') && { readOnly: true }),
    ...(flagAt(context, node, 'deprecated') && { deprecated: true }),
    ...(annotations !== undefined &&
      requiredBy.length > 0 && {
        'x-required-by': makeList(
          context,
          { node: annotations, key: 'required' },
          requiredBy.map((id) => shortId(context, id)),
        ),
      }),
  };
}
