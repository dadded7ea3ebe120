import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { printPointer } from '../read/pointer.js';
import { isRegex } from '../regex.js';
import { didYouMean } from '../suggest.js';
import { DiscoveryNode, type Draft } from './discovery-node.js';
import { shortId } from './list-methods.js';

/** A schema of the Discovery document as one of OpenAPI 3.1; nested ones stay nested. */
export function convertSchema(node: DiscoveryNode): JsonObject {
  const draft = { ...convertShape(node), ...convertNotes(node) };
  return node.make(draft, { const: 'default', 'x-required-by': 'annotations' });
}

/** Converts what a schema says about values, without what it says to people; a repeated one becomes an array. */
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

/** Converts what a schema says to people; `annotations.required` lists methods that want the property in their requests. */
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
  const branches = variant === undefined || propertyName === undefined ? [] : readVariants(variant);
  if (variant === undefined || propertyName === undefined || branches.length === 0) return {};
  const mapping = branches.map(({ value, reference }) => [value, reference['$ref']] as const);
  const alternatives = branches.map(({ node: branch, reference }) => branch.make(reference));
  return {
    oneOf: variant.list('map', alternatives),
    discriminator: variant.make({ propertyName, mapping: variant.map('map', mapping) }),
  };
}

function readVariants(variant: DiscoveryNode): readonly Branch[] {
  return variant.items('map').flatMap((item, index) => {
    if (!isJsonObject(item)) {
      variant.wrongItem('map', index, 'must be an object');
      return [];
    }
    const node = new DiscoveryNode(variant.context, item);
    const value = node.string('type_value');
    const absent = ['type_value', '$ref'].find((key) => item[key] === undefined);
    if (absent !== undefined) node.repaired(absent, 'missing-field', `an entry of "map" needs "${absent}"`);
    if (value === undefined || absent !== undefined) return [];
    return [{ node, value, reference: convertReference(node) }];
  });
}

/** A reference by name as one by pointer; one that names no schema is reported and allows anything. */
function convertReference(node: DiscoveryNode): Draft {
  const { schemas } = node.context;
  const name = node.string('$ref');
  if (name === undefined) return {};
  if (schemas.has(name)) return { $ref: componentReference('schemas', name) };
  const message = `no schema is called ${JSON.stringify(name)}${didYouMean(name, schemas)}`;
  node.repaired('$ref', 'unknown-reference', message, 'any value is valid there');
  return {};
}

/** The `$ref` to a component of the converted document; references are percent-decoded when they are followed. */
export function componentReference(section: 'schemas' | 'parameters', name: string): string {
  return `#${printPointer(['components', section, name]).replaceAll('%', '%25')}`;
}

const types: readonly string[] = ['any', 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Formats whose name in OpenAPI is another. */
const formats: Readonly<Record<string, string>> = { 'google-datetime': 'date-time' };

/** The keywords about a value itself that parameters and schemas share. */
function convertType(node: DiscoveryNode): Draft {
  const type = readType(node);
  return {
    type,
    format: convertFormat(node, type),
    ...convertEnum(node, type),
    pattern: convertPattern(node),
    minimum: convertBound(node, 'minimum'),
    maximum: convertBound(node, 'maximum'),
    default: convertDefault(node, type),
  };
}

/** The JSON type: as stated, else what the other keywords imply; `undefined` for any. */
function readType(node: DiscoveryNode): string | undefined {
  const type = node.string('type');
  if (type === undefined) return impliedType(node.json);
  if (types.includes(type)) return type === 'any' ? undefined : type;
  const hint = didYouMean(type, types) || `; it must be one of ${types.join(', ')}`;
  node.repaired('type', 'invalid-value', `"type" cannot be ${JSON.stringify(type)}${hint}`);
  return undefined;
}

function impliedType({ properties, additionalProperties, items }: JsonObject): string | undefined {
  if (properties !== undefined || additionalProperties !== undefined) return 'object';
  return items === undefined ? undefined : 'array';
}

/** Objects have formats, too, which name a message type and say nothing about the JSON. */
function convertFormat(node: DiscoveryNode, type: string | undefined): string | undefined {
  const format = node.string('format');
  if (format === undefined || !['string', 'integer', 'number'].includes(type ?? '')) return undefined;
  return Object.hasOwn(formats, format) ? formats[format] : format;
}

/** Discovery patterns are those of other languages: one that JavaScript does not know is left out. */
function convertPattern(node: DiscoveryNode): string | undefined {
  const pattern = node.string('pattern');
  if (pattern === undefined || isRegex(pattern)) return pattern;
  const message = '"pattern" is not a regular expression that JavaScript understands; it is left out';
  node.warning('pattern', 'unsupported-pattern', message);
  return undefined;
}

/** A value of an enum with its index in the Discovery document. */
interface EnumValue {
  readonly value: Json;
  readonly text: string;
  readonly index: number;
}

/** The values of an enum, each once, and what is said about each: its meaning, and whether it is deprecated. */
function convertEnum(node: DiscoveryNode, type: string | undefined): Draft {
  const values = readEnumValues(node, type);
  if (values.length === 0) return {};
  const descriptions = node.strings('enumDescriptions');
  const flags = node.items('enumDeprecated');
  const described = values.filter(({ index }) => (descriptions[index] ?? '').trim() !== '');
  const meanings = described.map(({ text, index }) => [text, descriptions[index]] as const);
  const deprecated = values.filter(({ index }) => flags[index] === true);
  return {
    enum: makeEnumList(node, 'enum', values),
    ...(described.length > 0 && { 'x-enum-descriptions': node.map('enumDescriptions', meanings) }),
    ...(deprecated.length > 0 && { 'x-enum-deprecated': makeEnumList(node, 'enumDeprecated', deprecated) }),
  };
}

function makeEnumList(node: DiscoveryNode, key: string, values: readonly EnumValue[]): Json {
  const [items, indexes] = [values.map(({ value }) => value), values.map(({ index }) => index)];
  return node.list(key, items, indexes);
}

function readEnumValues(node: DiscoveryNode, type: string | undefined): readonly EnumValue[] {
  const texts = node.strings('enum');
  return texts.flatMap((text, index) => {
    const value = texts.indexOf(text) === index ? convertString(text, type) : undefined;
    return value === undefined ? [] : [{ value, text, index }];
  });
}

const integer = /^[+-]?\d+$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A value that Discovery writes as a string, as a value of a JSON type; `undefined` where it is none. */
function convertString(text: string, type: string | undefined): Json | undefined {
  switch (type) {
    case 'boolean':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
    case 'integer':
      return integer.test(text) ? finite(Number(text)) : undefined;
    case 'number':
      return decimal.test(text) ? finite(Number(text)) : undefined;
    case 'string':
    case undefined:
      return text;
    default:
      return undefined;
  }
}

/** The `default` of a parameter or schema by its type; one that is not of the type is reported and left out. */
function convertDefault(node: DiscoveryNode, type: string | undefined): Json | undefined {
  const { default: value } = node.json;
  if (value === undefined) return undefined;
  const converted = typeof value === 'string' ? convertString(value, type) : ofType(value, type);
  if (converted !== undefined) return converted;
  const message = `the default ${JSON.stringify(value)} is not of the type ${JSON.stringify(type)}; it is left out`;
  node.warning('default', 'invalid-default', message);
  return undefined;
}

function ofType(value: Json, type: string | undefined): Json | undefined {
  const isRight = type === 'integer' ? Number.isInteger(value) : typeof value === type;
  return isRight ? value : undefined;
}

/** A bound, which Discovery writes as a string; one that a number cannot hold is left to the format. */
function convertBound(node: DiscoveryNode, key: 'minimum' | 'maximum'): number | undefined {
  const value = node.json[key];
  if (value === undefined || typeof value === 'number') return value;
  if (typeof value !== 'string' || !decimal.test(value.trim())) return node.wrongType(key, 'a number');
  const number = Number(value);
  return integer.test(value.trim()) && !Number.isSafeInteger(number) ? undefined : finite(number);
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
