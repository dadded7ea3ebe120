import type { Json, JsonObject } from '../read/json.js';
import { isRegex } from '../regex.js';
import { didYouMean } from '../suggest.js';
import { type DiscoveryContext, itemsAt, reject, stringAt, stringsAt } from './fields.js';
import { type Draft, makeList, makeMap } from './make-value.js';

const types: readonly string[] = ['any', 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Formats whose name in OpenAPI is another. */
const formats: Readonly<Record<string, string>> = { 'google-datetime': 'date-time' };

/** The keywords about a value itself that parameters and schemas share. */
export function convertType(context: DiscoveryContext, node: JsonObject): Draft {
  const type = typeOf(context, node);
  return {
    type,
    format: convertFormat(context, node, type),
    ...convertEnum(context, node, type),
    pattern: convertPattern(context, node),
    minimum: convertBound(context, node, 'minimum'),
    maximum: convertBound(context, node, 'maximum'),
    default: convertDefault(context, node, type),
  };
}

/** The JSON type: as stated, else what the other keywords imply; `undefined` for any. */
function typeOf(context: DiscoveryContext, node: JsonObject): string | undefined {
  const type = stringAt(context, node, 'type');
  if (type === undefined) return impliedType(node);
  if (types.includes(type)) return type === 'any' ? undefined : type;
  const hint = didYouMean(type, types) || `; it must be one of ${types.join(', ')}`;
  const message = `"type" cannot be ${JSON.stringify(type)}${hint}`;
  context.diagnostics.error('invalid-value', message, context.positions.ofValue(node, 'type'));
  return undefined;
}

function impliedType({ properties, additionalProperties, items }: JsonObject): string | undefined {
  if (properties !== undefined || additionalProperties !== undefined) return 'object';
  return items === undefined ? undefined : 'array';
}

/** Objects have formats, too, which name a message type and say nothing about the JSON. */
function convertFormat(context: DiscoveryContext, node: JsonObject, type: string | undefined): string | undefined {
  const format = stringAt(context, node, 'format');
  if (format === undefined || !['string', 'integer', 'number'].includes(type ?? '')) return undefined;
  return Object.hasOwn(formats, format) ? formats[format] : format;
}

/** Discovery patterns are those of other languages: one that JavaScript does not know is left out. */
function convertPattern(context: DiscoveryContext, node: JsonObject): string | undefined {
  const pattern = stringAt(context, node, 'pattern');
  if (pattern === undefined || isRegex(pattern)) return pattern;
  const message = '"pattern" is not a regular expression that JavaScript understands; it is left out';
  context.diagnostics.warning('unsupported-pattern', message, context.positions.ofValue(node, 'pattern'));
  return undefined;
}

/** A value of an enum with its index in the Discovery document. */
interface Value {
  readonly value: Json;
  readonly text: string;
  readonly index: number;
}

/** The values of an enum, each once, and what is said about each: its meaning, and whether it is deprecated. */
function convertEnum(context: DiscoveryContext, node: JsonObject, type: string | undefined): Draft {
  const values = valuesOf(context, node, type);
  if (values.length === 0) return {};
  const descriptions = stringsAt(context, node, 'enumDescriptions');
  const flags = itemsAt(context, node, 'enumDeprecated');
  const described = values.filter(({ index }) => (descriptions[index] ?? '').trim() !== '');
  const deprecated = values.filter(({ index }) => flags[index] === true);
  return {
    enum: makeList(
      context,
      { node, key: 'enum' },
      values.map(({ value }) => value),
      indexesOf(values),
    ),
    ...(described.length > 0 && {
      'x-enum-descriptions': makeMap(
        context,
        { node, key: 'enumDescriptions' },
        described.map(({ text, index }) => [text, descriptions[index]]),
      ),
    }),
    ...(deprecated.length > 0 && {
      'x-enum-deprecated': makeList(
        context,
        { node, key: 'enumDeprecated' },
        deprecated.map(({ value }) => value),
        indexesOf(deprecated),
      ),
    }),
  };
}

function valuesOf(context: DiscoveryContext, node: JsonObject, type: string | undefined): readonly Value[] {
  const texts = stringsAt(context, node, 'enum');
  return texts.flatMap((text, index) => {
    const value = texts.indexOf(text) === index ? convertString(text, type) : undefined;
    return value === undefined ? [] : [{ value, text, index }];
  });
}

function indexesOf(values: readonly Value[]): readonly number[] {
  return values.map(({ index }) => index);
}

const whole = /^[+-]?\d+$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A value that Discovery writes as text, as a value of a JSON type; `undefined` where it is none. */
function convertString(text: string, type: string | undefined): Json | undefined {
  switch (type) {
    case 'boolean':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
    case 'integer':
      return whole.test(text) ? finite(Number(text)) : undefined;
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
function convertDefault(context: DiscoveryContext, node: JsonObject, type: string | undefined): Json | undefined {
  const value = node['default'];
  if (value === undefined) return undefined;
  const converted = typeof value === 'string' ? convertString(value, type) : ofType(value, type);
  if (converted !== undefined) return converted;
  const message = `the default ${JSON.stringify(value)} is not of the type ${JSON.stringify(type)}; it is left out`;
  context.diagnostics.warning('invalid-default', message, context.positions.ofValue(node, 'default'));
  return undefined;
}

function ofType(value: Json, type: string | undefined): Json | undefined {
  if (type === 'integer') return Number.isInteger(value) ? value : undefined;
  return typeof value === type ? value : undefined;
}

/** A bound, which Discovery writes as text; one that a number cannot hold is left to the format. */
function convertBound(context: DiscoveryContext, node: JsonObject, key: 'minimum' | 'maximum'): number | undefined {
  const value = node[key];
  if (value === undefined || typeof value === 'number') return value;
  if (typeof value !== 'string' || !decimal.test(value.trim())) return reject(context, node, key, 'a number');
  const number = Number(value);
  return whole.test(value.trim()) && !Number.isSafeInteger(number) ? undefined : finite(number);
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
