import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { printPointer } from '../references/pointer.js';
import { didYouMean } from '../suggest.js';
import { convertType } from './convert-type.js';
import { DiscoveryNode, type Draft } from './discovery-node.js';
import { shortId } from './list-methods.js';

/** A schema of the Discovery document as one of OpenAPI 3.1; nested ones stay nested. */
export function convertSchema(node: DiscoveryNode): JsonObject {
  const draft = { ...convertShape(node), ...convertNotes(node) };
  return node.make(draft, { const: 'default', 'x-required-by': 'annotations' });
}

/** What a schema says about values, without what it says to people; a repeated one is a list. */
export function convertShape(node: DiscoveryNode): Draft {
  const one = node.json['$ref'] === undefined ? convertPlain(node) : convertReference(node);
  if (!node.flag('repeated')) return one;
  const { default: value, ...item } = one;
  const initial = value === undefined ? undefined : node.list('default', [value]);
  return { type: 'array', items: node.make(item), default: initial };
}

function convertPlain(node: DiscoveryNode): Draft {
  const items = node.object('items');
  return {
    ...convertType(node),
    ...convertProperties(node),
    additionalProperties: convertFurther(node),
    items: items && convertSchema(items),
    ...convertVariant(node),
  };
}

function convertProperties(node: DiscoveryNode): Draft {
  if (node.json['properties'] === undefined) return {};
  const members = node.members('properties');
  const stated = Array.isArray(node.json['required']) ? node.strings('required') : [];
  const flagged = members.filter(([, member]) => member.json['required'] === true).map(([name]) => name);
  const required = [...new Set([...stated, ...flagged])];
  const properties = members.map(([name, member]) => [name, convertProperty(name, member)] as const);
  return {
    properties: node.map('properties', properties),
    ...(required.length > 0 && { required: node.list('properties', required) }),
  };
}

/** The `kind` of a resource is always the same string, which Discovery writes as its default. */
function convertProperty(name: string, node: DiscoveryNode): JsonObject {
  const schema = convertSchema(node);
  const { default: value, ...others } = schema;
  if (name !== 'kind' || typeof value !== 'string' || schema['enum'] !== undefined) return schema;
  return node.make({ ...others, const: value }, { const: 'default', 'x-required-by': 'annotations' });
}

function convertFurther(node: DiscoveryNode): Json | undefined {
  const { additionalProperties: value } = node.json;
  if (value === undefined || typeof value === 'boolean') return value;
  if (!isJsonObject(value)) return node.wrongType('additionalProperties', 'a schema');
  return convertSchema(new DiscoveryNode(node.context, value));
}

/** What a schema says to people; `annotations.required` lists methods that want the property in what they are sent. */
function convertNotes(node: DiscoveryNode): Draft {
  const annotations = node.object('annotations');
  const requiredBy = annotations?.strings('required').map((id) => shortId(node, id)) ?? [];
  return {
    description: node.filled('description'),
    ...(node.flag('readOnly') && { readOnly: true }),
    ...(node.flag('deprecated') && { deprecated: true }),
    ...(requiredBy.length > 0 && { 'x-required-by': annotations?.list('required', requiredBy) }),
  };
}

/** One kind of value that a variant may have. */
interface Branch {
  readonly node: DiscoveryNode;
  /** Value of the discriminant. */
  readonly value: string;
  readonly reference: Draft;
}

/** A `variant` lists schemas by the value of one property: a union told apart by that property. */
function convertVariant(node: DiscoveryNode): Draft {
  const variant = node.object('variant');
  const propertyName = variant?.string('discriminant');
  const branches = variant === undefined || propertyName === undefined ? [] : branchesOf(variant);
  if (variant === undefined || propertyName === undefined || branches.length === 0) return {};
  const mapping = branches.map(({ value, reference }) => [value, reference['$ref']] as const);
  const alternatives = branches.map((branch) => convertBranch(propertyName, branch));
  return {
    oneOf: variant.list('map', alternatives),
    discriminator: variant.make({ propertyName, mapping: variant.map('map', mapping) }),
  };
}

function branchesOf(variant: DiscoveryNode): readonly Branch[] {
  return variant.items('map').flatMap((item, index) => {
    if (!isJsonObject(item)) {
      variant.wrongItem('map', index, 'must be an object');
      return [];
    }
    const node = new DiscoveryNode(variant.context, item);
    const value = node.string('type_value');
    const absent = ['type_value', '$ref'].find((key) => item[key] === undefined);
    if (absent !== undefined) node.error(absent, 'missing-field', `an entry of "map" needs "${absent}"`);
    if (value === undefined || absent !== undefined) return [];
    return [{ node, value, reference: convertReference(node) }];
  });
}

/** Only the property tells the schemas apart for sure: what is optional elsewhere may fit several. */
function convertBranch(property: string, { node, value, reference }: Branch): JsonObject {
  const constant = node.make({ const: value }, { const: 'type_value' });
  const properties = node.map(undefined, [[property, constant]]);
  return node.make({ ...reference, properties, required: node.list(undefined, [property]) });
}

/** A reference by name as one by pointer; one that names no schema is reported and allows anything. */
function convertReference(node: DiscoveryNode): Draft {
  const { schemas } = node.context;
  const name = node.string('$ref');
  if (name === undefined) return {};
  if (schemas.has(name)) return { $ref: componentReference('schemas', name) };
  node.error('$ref', 'unknown-reference', `no schema is called ${JSON.stringify(name)}${didYouMean(name, schemas)}`);
  return {};
}

/** The `$ref` to a component of the converted document; references are percent-decoded when they are followed. */
export function componentReference(section: 'schemas' | 'parameters', name: string): string {
  return `#${printPointer(['components', section, name]).replaceAll('%', '%25')}`;
}
