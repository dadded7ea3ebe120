import type { Json, JsonObject } from '../read/json.js';
import { isRegex } from '../regex.js';
import { didYouMean } from '../suggest.js';
import type { DiscoveryNode, Draft } from './discovery-node.js';

const types: readonly string[] = ['any', 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Formats whose name in OpenAPI is another. */
const formats: Readonly<Record<string, string>> = { 'google-datetime': 'date-time' };

/** The keywords about a value itself that parameters and schemas share. */
export function convertType(node: DiscoveryNode): Draft {
  const type = typeOf(node);
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
function typeOf(node: DiscoveryNode): string | undefined {
  const type = node.string('type');
  if (type === undefined) return impliedType(node.json);
  if (types.includes(type)) return type === 'any' ? undefined : type;
  const hint = didYouMean(type, types) || `; it must be one of ${types.join(', ')}`;
  node.error('type', 'invalid-value', `"type" cannot be ${JSON.stringify(type)}${hint}`);
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
  const values = valuesOf(node, type);
  if (values.length === 0) return {};
  const descriptions = node.strings('enumDescriptions');
  const flags = node.items('enumDeprecated');
  const described = values.filter(({ index }) => (descriptions[index] ?? '').trim() !== '');
  const meanings = described.map(({ text, index }) => [text, descriptions[index]] as const);
  const deprecated = values.filter(({ index }) => flags[index] === true);
  return {
    enum: listOf(node, 'enum', values),
    ...(described.length > 0 && { 'x-enum-descriptions': node.map('enumDescriptions', meanings) }),
    ...(deprecated.length > 0 && { 'x-enum-deprecated': listOf(node, 'enumDeprecated', deprecated) }),
  };
}

function listOf(node: DiscoveryNode, key: string, values: readonly EnumValue[]): Json {
  const [items, indexes] = [values.map(({ value }) => value), values.map(({ index }) => index)];
  return node.list(key, items, indexes);
}

function valuesOf(node: DiscoveryNode, type: string | undefined): readonly EnumValue[] {
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
