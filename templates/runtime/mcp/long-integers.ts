import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { parseExact, stringifyExact } from '../codecs/exact-json.js';
import { resolveSchema, type Tool } from '../tools/catalogue.js';

// JSON of agents is read into doubles, which hold no integer of 64 bits beyond 2^53: such a number travels as a string of digits.

const digits = /^-?\d{1,40}$/;

/** A schema that takes integers of 64 bits as strings of digits, too. */
export function takingDigits(schema: JsonObject): JsonObject {
  if (!isLongInteger(schema)) return schema;
  return { ...schema, type: [schema['type'] ?? [], 'string'].flat(), pattern: digits.source };
}

function isLongInteger(schema: JsonObject): boolean {
  const { type, format } = schema;
  const types = [type].flat();
  const isPlain = ['enum', 'const', 'pattern'].every((name) => schema[name] === undefined);
  return types.includes('integer') && !types.includes('string') && /^u?int64$/.test(String(format)) && isPlain;
}

/** Schemas that are looked at for one call at most: combined ones can be many. */
const mostVisits = 20_000;

/** What arguments are read by, and what was found of them. */
interface Reading {
  readonly tool: Tool;
  /** Pointers of integers that have lost digits already. */
  readonly lost: Set<string>;
  visits: number;
}

/**
 * Arguments with numbers in place of these strings; they keep all of their digits when they are sent. Throws a
 * `LostDigitsError` for integers that are too large for a number.
 */
export function withLongIntegers(tool: Tool, args: object): object {
  if (!/"-?\d{1,40}"|\d{16}|\de/.test(JSON.stringify(args))) return args;
  const known = new Map<string, Json>(tool.parameters.map(({ property, schema }) => [property, schema]));
  if (tool.body !== undefined) known.set('body', tool.body.schema);
  const reading = { tool, lost: new Set<string>(), visits: 0 };
  const read = Object.entries(args).map(([name, value]) => [name, readValue(reading, known.get(name), value, name)]);
  if (reading.lost.size > 0) throw new LostDigitsError([...reading.lost]);
  const { body, ...params }: { readonly body?: unknown } = Object.fromEntries(read);
  const text = stringifyExact(body);
  return text === undefined ? params : { ...params, body: parseExact(text) };
}

/** Integers among arguments are too large for a number, and are not what was meant any more. Nothing was sent. */
export class LostDigitsError extends Error {
  override readonly name: string = 'LostDigitsError';

  constructor(pointers: readonly string[]) {
    const all = pointers.slice(0, 20).map((pointer) => `/${pointer.slice(0, 200)}`);
    super(`${all.join(', ')}: beyond 2^53 an integer loses digits as a number; give it as a string of digits`);
  }
}

function readValue(reading: Reading, schema: Json | undefined, value: unknown, pointer: string): unknown {
  reading.visits += 1;
  const own = reading.visits > mostVisits ? undefined : resolveSchema(reading.tool, schema);
  if (own === undefined) return value;
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => own[name] ?? []);
  const read = readOwn(reading, own, value, pointer);
  return parts.reduce((all: unknown, part) => readValue(reading, part, all, pointer), read);
}

/** A value as a schema has it, without what is combined in it. */
function readOwn(reading: Reading, own: JsonObject, value: unknown, pointer: string): unknown {
  if (typeof value === 'string') return isLongInteger(own) && digits.test(value) ? BigInt(value) : value;
  if (typeof value === 'number') {
    if (isLongInteger(own) && Number.isInteger(value) && !Number.isSafeInteger(value)) reading.lost.add(pointer);
    return value;
  }
  if (Array.isArray(value))
    return value.map((item: unknown, index) => readValue(reading, own['items'], item, `${pointer}/${index}`));
  if (!isJsonObject(value)) return value;
  const { properties, additionalProperties } = own;
  const stated = isJsonObject(properties) ? properties : {};
  const schemaOf = (name: string): Json | undefined =>
    Object.hasOwn(stated, name) ? stated[name] : additionalProperties;
  const read = Object.entries(value).map(([name, item]: readonly [string, unknown]) => [
    name,
    readValue(reading, schemaOf(name), item, `${pointer}/${name}`),
  ]);
  return Object.fromEntries(read);
}
