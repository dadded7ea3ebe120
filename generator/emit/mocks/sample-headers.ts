import type { Api, Operation } from '../../api/api.js';
import { limitsOf } from '../../keywords/limits.js';
import type { Schema } from '../../api/schemas/schema.js';
import type { Json } from '../../spec/read/json.js';
import { responseHeaders } from '../code/operations/operation-result.js';

/** Headers that say something about the answer they come with, which no sample could. */
const meaningful =
  /^(?:content-(?:type|length|encoding|range|location)|transfer-encoding|connection|date|etag|link|location|set-cookie)$/i;

const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Most references that are followed to find out what a header holds. */
const DEEPEST = 8;

/** A value of each header that the answers of an operation always have, so that they are what the client's types say. */
export function sampleHeaders(api: Api, operation: Operation): Readonly<Record<string, string>> | undefined {
  const entries = responseHeaders(operation).flatMap(({ name, required, contentType, schema }) => {
    const isSampled = required && contentType === undefined && token.test(name) && !meaningful.test(name);
    const text = isSampled ? sampleText(api, schema) : undefined;
    const fits = text !== undefined && /^[!-~]([ -~]*[!-~])?$/.test(text);
    return fits ? [[name, text] as const] : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function sampleText(api: Api, schema: Schema, depth: number = 0): string | undefined {
  if (depth > DEEPEST) return undefined;
  const target = schema.ref === undefined ? undefined : api.schemas[schema.ref];
  if (target !== undefined) return sampleText(api, target, depth + 1);
  const stated = [schema.const?.value, schema.default?.value, ...(schema.examples ?? []), ...(schema.enum ?? [])];
  const found = stated.find(isPlain);
  if (found !== undefined) return String(found);
  switch (schema.types?.find((type) => type !== 'null')) {
    case 'integer':
    case 'number':
      return sampleNumber(schema.number);
    case 'boolean':
      return 'true';
    case 'string':
      return sampleString(schema.string);
    case 'array':
      return schema.array?.items && sampleText(api, schema.array.items, depth + 1);
    default:
      return undefined;
  }
}

function isPlain(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The number nearest to 1 that the limits leave; none where they leave no whole one. */
function sampleNumber(rules: Schema['number'] = {}): string | undefined {
  const { multipleOf = 1 } = rules;
  const limits = limitsOf('number', rules);
  const least = Math.max(limits.least ?? -Infinity, (limits.above ?? -Infinity) + multipleOf);
  const most = Math.min(limits.most ?? Infinity, (limits.below ?? Infinity) - multipleOf);
  const value = Math.ceil(Math.max(least, Math.min(multipleOf, most)) / multipleOf) * multipleOf;
  return value >= least && value <= most ? String(value) : undefined;
}

const samplesOfFormats: Readonly<Record<string, string>> = {
  date: '2025-01-01',
  'date-time': '2025-01-01T00:00:00Z',
  email: 'a@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function sampleString(rules: Schema['string'] = {}): string | undefined {
  const { pattern, format = '' } = rules;
  const { least = 0, most = Infinity } = limitsOf('string', rules);
  const known = Object.hasOwn(samplesOfFormats, format) ? samplesOfFormats[format] : undefined;
  if (pattern !== undefined || least > 100) return undefined;
  return known ?? 'sample'.padEnd(least, '-').slice(0, most);
}
