import type { Schema } from '../../api/schemas/schema.js';
import type { Shape } from '../../api/shapes/shape.js';
import { describeCodec } from '../../api/codecs/built-in-codecs.js';
import type { Json } from '../../spec/read/json.js';
import { literal } from '../code/syntax/literals.js';

/** Source text of a value that callers may pass for a schema; `undefined` where only a codec of the user's own makes one. */
export function exampleValue(schema: Schema, shape: Shape): string | undefined {
  if (shape.kind === 'coded') return codedValue(shape.codec, sampleOf(schema));
  const { items } = schema.array ?? {};
  if (shape.kind !== 'array' || shape.items.kind !== 'coded' || items === undefined) return literal(sampleOf(schema));
  const item = exampleValue(items, shape.items);
  return item && `[${item}]`;
}

function codedValue(codec: string, wire: Json): string | undefined {
  const { type, own } = describeCodec(codec);
  if (own === true) return undefined;
  if (type === 'bigint') return `${BigInt(typeof wire === 'number' ? Math.trunc(wire) : 1)}n`;
  if (type === 'Uint8Array') return 'new Uint8Array([1, 2, 3])';
  return type === 'Date' ? `new Date(${literal(wire)})` : `${type}.from(${literal(wire)})`;
}

/** A value of a schema on the wire: what the spec gives as one, else the simplest. */
function sampleOf(schema: Schema): Json {
  const given = schema.examples?.[0] ?? schema.default?.value ?? schema.const?.value ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const [type = 'string'] = schema.types ?? [];
  if (type === 'integer' || type === 'number') return schema.number?.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [schema.array?.items === undefined ? 'a' : sampleOf(schema.array.items)];
  return type === 'object' ? {} : (TEXTS.get(schema.string?.format ?? '') ?? 'an-id');
}

/** Texts of the formats that validators look at. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['google-datetime', '2026-01-31T12:00:00Z'],
  ['date', '2026-01-31'],
  ['time', '12:00:00Z'],
  ['duration', 'PT1H'],
  ['email', 'someone@example.com'],
  ['uri', 'https://example.com/'],
  ['uuid', '3f2b8c1e-6d4a-4b0f-9c7e-1a2b3c4d5e6f'],
]);
