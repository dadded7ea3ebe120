import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { convertType } from './convert-type.js';
import {
  type DiscoveryContext,
  flagAt,
  itemsAt,
  membersAt,
  objectAt,
  reject,
  shortId,
  stringAt,
  stringsAt,
  filledStringAt,
} from './fields.js';
import { type Draft, makeList, makeMap, makeObject } from './make-value.js';
import { printPointer } from '../references/pointer.js';
import { didYouMean } from '../suggest.js';

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
  const stated = Array.isArray(node['required']) ? stringsAt(context, node, 'required') : [];
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
    : reject(context, node, 'additionalProperties', 'a schema');
}

function convertItems(context: DiscoveryContext, node: JsonObject): JsonObject | undefined {
  const items = objectAt(context, node, 'items');
  return items === undefined ? undefined : convertSchema(context, items);
}

/** What a schema says to people; `annotations.required` lists methods that want the property in what they are sent. */
function convertNotes(context: DiscoveryContext, node: JsonObject): Draft {
  const annotations = objectAt(context, node, 'annotations');
  const requiredBy = annotations === undefined ? [] : stringsAt(context, annotations, 'required');
  return {
    description: filledStringAt(context, node, 'description'),
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

/** One kind of value that a variant may have. */
interface Branch {
  readonly node: JsonObject;
  /** Value of the discriminant. */
  readonly value: string;
  readonly reference: Draft;
}

/** A `variant` lists schemas by the value of one property: a union told apart by that property. */
function convertVariant(context: DiscoveryContext, node: JsonObject): Draft {
  const variant = objectAt(context, node, 'variant');
  const property = variant === undefined ? undefined : stringAt(context, variant, 'discriminant');
  if (variant === undefined || property === undefined) return {};
  const branches = branchesOf(context, variant);
  if (branches.length === 0) return {};
  const origin = { node: variant, key: 'map' };
  const mapping = branches.map(({ value, reference }) => [value, reference['$ref']] as const);
  return {
    oneOf: makeList(
      context,
      origin,
      branches.map((branch) => convertBranch(context, property, branch)),
    ),
    discriminator: makeObject(
      context,
      { node: variant },
      {
        propertyName: property,
        mapping: makeMap(context, origin, mapping),
      },
    ),
  };
}

function branchesOf(context: DiscoveryContext, variant: JsonObject): readonly Branch[] {
  const items = itemsAt(context, variant, 'map');
  return items.flatMap((node, index) => {
    if (!isJsonObject(node)) {
      context.diagnostics.error(
        'wrong-type',
        `"map[${index}]" must be an object`,
        context.positions.ofValue(items, index),
      );
      return [];
    }
    const value = stringAt(context, node, 'type_value');
    const absent = ['type_value', '$ref'].find((key) => node[key] === undefined);
    if (absent !== undefined)
      context.diagnostics.error('missing-field', `an entry of "map" needs "${absent}"`, context.positions.of(node));
    if (value === undefined || absent !== undefined) return [];
    return [{ node, value, reference: convertReference(context, node) }];
  });
}

/** Only the property tells the schemas apart for sure: what is optional elsewhere may fit several. */
function convertBranch(context: DiscoveryContext, property: string, { node, value, reference }: Branch): JsonObject {
  const origin = { node };
  const constant = makeObject(context, origin, { const: value }, { const: 'type_value' });
  return makeObject(context, origin, {
    ...reference,
    properties: makeMap(context, origin, [[property, constant]]),
    required: makeList(context, origin, [property]),
  });
}

/** A reference by name as one by pointer; one that names no schema is reported and allows anything. */
function convertReference(context: DiscoveryContext, node: JsonObject): Draft {
  const name = stringAt(context, node, '$ref');
  if (name === undefined) return {};
  if (context.schemas.has(name)) return { $ref: componentReference('schemas', name) };
  const message = `no schema is called ${JSON.stringify(name)}${didYouMean(name, context.schemas)}`;
  context.diagnostics.error('unknown-reference', message, context.positions.ofValue(node, '$ref'));
  return {};
}

/** The `$ref` to a component of the converted document; references are percent-decoded when they are followed. */
export function componentReference(section: 'schemas' | 'parameters', name: string): string {
  return `#${printPointer(['components', section, name]).replaceAll('%', '%25')}`;
}
