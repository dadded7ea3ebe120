import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { printPointer } from '../read/pointer.js';
import { isRegex } from '../patterns/read-pattern.js';
import { didYouMean } from '../suggest.js';
import { DiscoveryNode, type Draft } from './discovery-node.js';
import { shortId } from './list-methods.js';

/** The keys of a Discovery schema by the keywords that come from them, if these differ; for positions. */
const keySources = { const: 'default', 'x-required-by': 'annotations' };

/** Converts a schema of the Discovery document to one of OpenAPI 3.1; nested schemas stay nested. */
export function convertSchema(node: DiscoveryNode): JsonObject {
  return node.make({ ...convertShape(node), ...convertNotes(node) }, keySources);
}

/** Converts the keywords of a schema about values, without descriptions; a repeated schema becomes an array. */
export function convertShape(node: DiscoveryNode): Draft {
  const one = node.json['$ref'] === undefined ? convertPlain(node) : convertReference(node);
  if (!node.flag('repeated')) return one;
  const { default: value, ...item } = one;
  const initial = value === undefined ? undefined : node.list('default', [value]);
  return { type: 'array', items: item, default: initial };
}

function convertPlain(node: DiscoveryNode): Draft {
  const items = node.object('items');
  const { additionalProperties: further } = node.json;
  const isBoolean = further === undefined || typeof further === 'boolean';
  return {
    ...convertType(node),
    ...convertProperties(node),
    additionalProperties: isJsonObject(further)
      ? convertSchema(new DiscoveryNode(node.context, further))
      : isBoolean
        ? further
        : node.wrongType('additionalProperties', 'a schema'),
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
  const properties = members.map(([name, member]): readonly [string, JsonObject] => {
    const schema = convertSchema(member);
    const { default: value, ...others } = schema;
    // The `kind` of a resource is always the same string, which Discovery writes as its default.
    if (name !== 'kind' || typeof value !== 'string' || schema['enum'] !== undefined) return [name, schema];
    return [name, member.make({ ...others, const: value }, keySources)];
  });
  return {
    properties: node.map('properties', properties),
    required: node.filledList('properties', required),
  };
}

/** Converts annotations of a schema. `annotations.required` lists the methods whose requests must have the property. */
function convertNotes(node: DiscoveryNode): Draft {
  const annotations = node.object('annotations');
  const requiredBy = annotations?.strings('required').map((id) => shortId(node, id)) ?? [];
  return {
    description: node.filled('description'),
    readOnly: node.flag('readOnly') || undefined,
    deprecated: node.flag('deprecated') || undefined,
    'x-required-by': annotations?.filledList('required', requiredBy),
  };
}

/** Converts a `variant`, which lists schemas by the value of one property, to a union with a discriminator. */
function convertVariant(node: DiscoveryNode): Draft {
  const variant = node.object('variant');
  const propertyName = variant?.string('discriminant');
  if (variant === undefined || propertyName === undefined) return {};
  const alternatives: Json[] = [];
  const mapping: [string, Draft[string]][] = [];
  for (const [index, item] of variant.items('map').entries()) {
    if (!isJsonObject(item)) {
      variant.wrongItem('map', index, 'must be an object');
      continue;
    }
    const branch = new DiscoveryNode(variant.context, item);
    const value = branch.string('type_value');
    const absent = ['type_value', '$ref'].find((key) => item[key] === undefined);
    if (absent !== undefined) branch.repaired(absent, 'missing-field', `an entry of "map" needs "${absent}"`);
    if (value === undefined || absent !== undefined) continue;
    const reference = convertReference(branch);
    alternatives.push(branch.make(reference));
    mapping.push([value, reference['$ref']]);
  }
  if (alternatives.length === 0) return {};
  return {
    oneOf: variant.list('map', alternatives),
    discriminator: variant.make({ propertyName, mapping: variant.map('map', mapping) }),
  };
}

/** Converts a reference by name to one by pointer: `Book` → `#/components/schemas/Book`. Reports an unknown name; any value is valid then. */
function convertReference(node: DiscoveryNode): Draft {
  const { schemas } = node.context;
  const name = node.string('$ref');
  if (name === undefined) return {};
  if (schemas.has(name)) return { $ref: componentReference('schemas', name) };
  const message = `there is no schema ${JSON.stringify(name)}${didYouMean(name, schemas)}`;
  node.repaired('$ref', 'unknown-reference', message, 'any value is valid there');
  return {};
}

/** Prints the `$ref` to a component of the converted document. `%` is encoded, as references are percent-decoded when they are followed. */
export function componentReference(section: 'schemas' | 'parameters', name: string): string {
  return `#${printPointer(['components', section, name]).replaceAll('%', '%25')}`;
}

const types: readonly string[] = ['any', 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Formats that have another name in OpenAPI. */
const formats: ReadonlyMap<string, string> = new Map([['google-datetime', 'date-time']]);

/** Converts the keywords about a value itself that parameters and schemas share. */
function convertType(node: DiscoveryNode): Draft {
  const type = readType(node);
  const [format, pattern] = [node.string('format'), node.string('pattern')];
  // The format of an object names a message type, and does not constrain the JSON.
  const hasFormat = format !== undefined && ['string', 'integer', 'number'].includes(type ?? '');
  // Patterns of Discovery documents may have the syntax of other languages.
  const isLost = pattern !== undefined && !isRegex(pattern);
  const message = '"pattern" is not a regular expression that JavaScript understands; it is left out';
  if (isLost) node.warning('pattern', 'unsupported-pattern', message);
  return {
    type,
    format: hasFormat ? (formats.get(format) ?? format) : undefined,
    ...convertEnum(node, type),
    pattern: isLost ? undefined : pattern,
    minimum: convertBound(node, 'minimum'),
    maximum: convertBound(node, 'maximum'),
    default: convertDefault(node, type),
  };
}

/** Reads the JSON type: the stated one, or else that which other keywords imply; `undefined` for any type. */
function readType(node: DiscoveryNode): string | undefined {
  const type = node.string('type');
  const { properties, additionalProperties, items } = node.json;
  if (type === undefined && (properties ?? additionalProperties) !== undefined) return 'object';
  if (type === undefined) return items === undefined ? undefined : 'array';
  if (types.includes(type)) return type === 'any' ? undefined : type;
  const hint = didYouMean(type, types) || `; it must be one of ${types.join(', ')}`;
  node.repaired('type', 'invalid-value', `"type" cannot be ${JSON.stringify(type)}${hint}`);
  return undefined;
}

/** Converts the values of an enum without repeats, their descriptions, and the list of deprecated values. */
function convertEnum(node: DiscoveryNode, type: string | undefined): Draft {
  const texts = node.strings('enum');
  const values = texts.flatMap((text, index) => {
    const value = texts.indexOf(text) === index ? convertString(text, type) : undefined;
    return value === undefined ? [] : [{ value, text, index }];
  });
  if (values.length === 0) return {};
  const makeList = (key: string, listed: typeof values): Json | undefined => {
    const indexes = listed.map(({ index }) => index);
    return node.filledList(
      key,
      listed.map(({ value }) => value),
      indexes,
    );
  };
  const descriptions = node.strings('enumDescriptions');
  const flags = node.items('enumDeprecated');
  const described = values.filter(({ index }) => (descriptions[index] ?? '').trim() !== '');
  const meanings = described.map(({ text, index }) => [text, descriptions[index]] as const);
  const deprecated = values.filter(({ index }) => flags[index] === true);
  return {
    enum: makeList('enum', values),
    'x-enum-descriptions': meanings.length > 0 ? node.map('enumDescriptions', meanings) : undefined,
    'x-enum-deprecated': makeList('enumDeprecated', deprecated),
  };
}

const integer = /^[+-]?\d+$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Reads a value that Discovery writes as a string; `undefined` if it is not of the JSON type. */
function convertString(text: string, type: string | undefined): Json | undefined {
  if (type === 'string' || type === undefined) return text;
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  const pattern = type === 'integer' ? integer : decimal;
  return (type === 'integer' || type === 'number') && pattern.test(text) ? finite(Number(text)) : undefined;
}

/** Converts the `default` of a parameter or schema. A default of another type is reported and left out. */
function convertDefault(node: DiscoveryNode, type: string | undefined): Json | undefined {
  const { default: value } = node.json;
  if (value === undefined) return undefined;
  const isRight = type === 'integer' ? Number.isInteger(value) : typeof value === type;
  const converted = typeof value === 'string' ? convertString(value, type) : isRight ? value : undefined;
  if (converted !== undefined) return converted;
  const message = `the default ${JSON.stringify(value)} is not of the type ${JSON.stringify(type)}; it is left out`;
  node.warning('default', 'invalid-default', message);
  return undefined;
}

/** Converts a bound, which Discovery writes as a string. A bound that a number cannot represent exactly is left out, as the format implies it. */
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
