import type { Json, JsonObject } from '../read/json.js';
import type { DiscoveryContext } from './discovery-context.js';
import { refuse } from './fields.js';

const whole = /^[+-]?\d+$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A value that Discovery writes as text, as a value of a JSON type; `undefined` where it is none. */
export function convertText(text: string, type: string | undefined): Json | undefined {
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
export function convertDefault(
  context: DiscoveryContext,
  node: JsonObject,
  type: string | undefined,
): Json | undefined {
  const value = node['default'];
  if (value === undefined) return undefined;
  const converted = typeof value === 'string' ? convertText(value, type) : ofType(value, type);
  if (converted !== undefined) return converted;
  const message = `the default ${JSON.stringify(value)} is not of the type ${JSON.stringify(type)}; it is left out`;
  context.diagnostics.warning('invalid-default', message, context.places.ofValue(node, 'default'));
  return undefined;
}

function ofType(value: Json, type: string | undefined): Json | undefined {
  if (type === 'integer') return Number.isInteger(value) ? value : undefined;
  return typeof value === type ? value : undefined;
}

/** A bound, which Discovery writes as text; one that a number cannot hold is left to the format. */
export function convertBound(
  context: DiscoveryContext,
  node: JsonObject,
  key: 'minimum' | 'maximum',
): number | undefined {
  const value = node[key];
  if (value === undefined || typeof value === 'number') return value;
  if (typeof value !== 'string' || !decimal.test(value.trim())) return refuse(context, node, key, 'a number');
  const number = Number(value);
  return whole.test(value.trim()) && !Number.isSafeInteger(number) ? undefined : finite(number);
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
