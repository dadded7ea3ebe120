import { readYaml } from '../../rows.js';
import { flatten, isObject, type Json, type JsonObject, listAt, objectAt, readType } from './document.js';

/** Deepest nesting of sampled objects. */
const deepest = 6;

/** Samples a value of a schema as a caller would write it: with required members and with plain strings. `text` begins its strings. */
export function sampleValue(document: JsonObject, schema: Json | undefined, text: string, depth = 0): Json | undefined {
  const flat = flatten(document, schema);
  const [example] = listAt(flat, 'examples');
  const stated = flat['const'] ?? listAt(flat, 'enum').find((one) => one !== null) ?? flat['default'];
  if (stated !== undefined && stated !== null) return stated;
  switch (readType(flat)) {
    case 'object':
      return depth > deepest ? {} : sampleObject(document, flat, text, depth);
    case 'array': {
      const least = Math.max(1, Number(flat['minItems'] ?? 0));
      const item = sampleValue(document, flat['items'], text, depth + 1);
      return item === undefined ? [] : Array.from({ length: least }, () => item);
    }
    case 'integer':
    case 'number':
      return sampleNumber(flat, text);
    case 'boolean':
      return true;
    case 'string':
      return sampleString(flat, text, example ?? flat['example']);
    default:
      return example ?? flat['example'] ?? text;
  }
}

function sampleObject(document: JsonObject, schema: JsonObject, text: string, depth: number): JsonObject {
  const required = new Set(listAt(schema, 'required'));
  const names = Object.keys(objectAt(schema, 'properties'));
  const entries = Object.entries(objectAt(schema, 'properties')).flatMap(([name, property]): [string, Json][] => {
    const flat = flatten(document, property);
    if (flat['readOnly'] === true) return [];
    const isPlain =
      depth <= 1 && readType(flat) === 'string' && flat['pattern'] === undefined && flat['format'] === undefined;
    const isEnvelope = depth === 0 && names.length === 1;
    if (!required.has(name) && !isPlain && !isEnvelope) return [];
    const value = sampleValue(document, property, `${text} ${name}`, depth + 1);
    return value === undefined ? [] : [[name, value]];
  });
  // Some documents require members that they do not describe: without them a request is invalid.
  const others = [...required].filter((name) => typeof name === 'string' && !names.includes(name));
  return Object.fromEntries([...entries, ...others.map((name) => [String(name), `${text} ${String(name)}`])]);
}

function sampleNumber(schema: JsonObject, text: string): number {
  const bound = (name: string): number | undefined => (typeof schema[name] === 'number' ? schema[name] : undefined);
  const least =
    bound('minimum') ?? (bound('exclusiveMinimum') === undefined ? undefined : (bound('exclusiveMinimum') ?? 0) + 1);
  const most = bound('maximum');
  const step = bound('multipleOf') ?? 1;
  const own = 7 + Number(/\d+/.exec(text)?.[0] ?? 0);
  const nearest = Math.max(least ?? 1, Math.min(most ?? own, own));
  return Math.ceil(nearest / step) * step;
}

/** Values of formats, and texts that match the patterns of many documents. */
const stated: {
  readonly formats: Readonly<Record<string, string>>;
  readonly texts: readonly string[];
} = readYaml(new URL('sample-values.yaml', import.meta.url));

function sampleString(schema: JsonObject, text: string, example: Json | undefined): string {
  const { format, pattern, minLength, maxLength } = schema;
  const formatted = typeof format === 'string' ? stated.formats[format] : undefined;
  // Two items need different ids and email addresses.
  const number = /\d+/.exec(text)?.[0] ?? '';
  if (format === 'uuid') return `6f1c1d0a-7a3e-4a55-8c1b-${number.padStart(12, '2')}`;
  if (format === 'email') return `story${number}@example.com`;
  if (formatted !== undefined) return formatted;
  if (pattern !== undefined && typeof example === 'string') return varyDigits(example, text);
  const [, lead, count] = /^\^([\w:-]*)\[[^\]]*0-9[^\]]*\]\{(\d+)(?:,\d*)?\}\$$/.exec(String(pattern)) ?? [];
  if (count !== undefined) return `${lead}${'7'.repeat(Number(count))}`;
  if (typeof pattern === 'string') return findMatch(pattern, text);
  const most = typeof maxLength === 'number' ? maxLength : Infinity;
  const least = typeof minLength === 'number' ? minLength : 0;
  return text.padEnd(least, 'x').slice(-Math.min(most, Math.max(text.length, least)));
}

/** Replaces the last digits of an example by the number in a text, so that two items differ: `123456`, `Story 78` → `123478`. */
function varyDigits(example: string, text: string): string {
  const number = /\d+/.exec(text)?.[0] ?? '';
  return /^\d{6,}$/.test(example) ? example.slice(0, -number.length || undefined) + number : example;
}

/** Returns the first of several common strings that matches a pattern, or `text`. */
function findMatch(pattern: string, text: string): string {
  const word = text.replace(/[^A-Za-z\d]/g, '');
  const number = text.replace(/\D/g, '') || '7';
  const own = [text, word, word.toLowerCase(), word.slice(0, 12), number, number.padStart(8, '1')];
  const common = stated.texts.map((one) => one.replace('$word', word).replace('$number', number.padStart(7, '0')));
  return [...own, ...common].find((one) => isMatch(pattern, one)) ?? text;
}

function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

/** Samples a parameter, and writes it as text: `1,2` for a list. */
export function parameterText(document: JsonObject, parameter: JsonObject, text: string): string {
  const [content] = Object.values(objectAt(parameter, 'content'));
  const schema = parameter['schema'] ?? (isObject(content) ? content['schema'] : undefined);
  const stated = parameter['example'];
  const value = stated !== undefined && typeof stated !== 'object' ? stated : sampleValue(document, schema, text);
  if (content !== undefined) return JSON.stringify(value ?? text);
  if (Array.isArray(value)) return (value as readonly Json[]).map(String).join(',');
  return isObject(value) ? JSON.stringify(value) : String(value ?? text);
}
