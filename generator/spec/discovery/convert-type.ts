import type { JsonObject } from '../read/json.js';
import { isRegex } from '../regex.js';
import { didYouMean } from '../suggest.js';
import { convertEnum } from './convert-enum.js';
import { convertBound, convertDefault } from './convert-value.js';
import type { DiscoveryContext } from './discovery-context.js';
import { textAt } from './fields.js';
import type { Draft } from './make-value.js';

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
  const type = textAt(context, node, 'type');
  if (type === undefined) return impliedType(node);
  if (types.includes(type)) return type === 'any' ? undefined : type;
  const hint = didYouMean(type, types) || `; it must be one of ${types.join(', ')}`;
  const message = `"type" cannot be ${JSON.stringify(type)}${hint}`;
  context.diagnostics.error('invalid-value', message, context.places.ofValue(node, 'type'));
  return undefined;
}

function impliedType({ properties, additionalProperties, items }: JsonObject): string | undefined {
  if (properties !== undefined || additionalProperties !== undefined) return 'object';
  return items === undefined ? undefined : 'array';
}

/** Objects have formats, too, which name a message type and say nothing about the JSON. */
function convertFormat(context: DiscoveryContext, node: JsonObject, type: string | undefined): string | undefined {
  const format = textAt(context, node, 'format');
  if (format === undefined || !['string', 'integer', 'number'].includes(type ?? '')) return undefined;
  return Object.hasOwn(formats, format) ? formats[format] : format;
}

/** Discovery patterns are those of other languages: one that JavaScript does not know is left out. */
function convertPattern(context: DiscoveryContext, node: JsonObject): string | undefined {
  const pattern = textAt(context, node, 'pattern');
  if (pattern === undefined || isRegex(pattern)) return pattern;
  const message = '"pattern" is not a regular expression that JavaScript understands; it is left out';
  context.diagnostics.warning('unsupported-pattern', message, context.places.ofValue(node, 'pattern'));
  return undefined;
}
