import { isJsonObject, readMember, toJsonObject, type Json, type JsonObject } from '../json.js';
import { parseExact, stringifyExact } from '../codecs/exact-json.js';
import { resolveSchema, type Tool } from '../tools/catalogue.js';
import { listArguments } from './arguments.js';
import { RejectedCallError } from './explain-error.js';
import { toPlainText } from './plain-text.js';

// The MCP SDK parses JSON of agents into doubles, which cannot hold all integers beyond 2^53: agents send those as strings of digits.

const digits = /^-?\d{1,40}$/;

/** Returns a schema of an integer of 64 bits that also accepts a string of digits. */
export function acceptDigits(schema: JsonObject): JsonObject {
  if (!isLongInteger(schema)) return schema;
  return { ...schema, type: [schema['type'] ?? [], 'string'].flat(), pattern: digits.source };
}

function isLongInteger(schema: JsonObject) {
  const types = [schema['type']].flat();
  const isPlain = ['enum', 'const', 'pattern'].every((name) => schema[name] === undefined);
  return (
    types.includes('integer') && !types.includes('string') && /^u?int64$/.test(String(schema['format'])) && isPlain
  );
}

/**
 * Replaces strings of digits for integers of 64 bits by numbers that are sent with all digits. Throws a `RejectedCallError` for numbers
 * that have already lost digits.
 */
export function withLongIntegers(tool: Tool, args: object): Readonly<Record<string, unknown>> {
  const lost = new Set<string>();
  let visits = 0;
  const convert = (schema: Json | undefined, value: unknown, pointer: string): unknown => {
    visits += 1;
    // Limited, because a hostile spec can combine very many schemas.
    const own = visits > 20_000 ? undefined : resolveSchema(tool, schema);
    if (!own) return value;
    let result = value;
    if (isLongInteger(own)) {
      if (typeof value === 'string' && digits.test(value)) result = BigInt(value);
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) lost.add(pointer.slice(0, 200));
    }
    if (Array.isArray(value)) result = value.map((item, index) => convert(own['items'], item, `${pointer}/${index}`));
    if (isJsonObject(value)) {
      const properties = toJsonObject(own['properties']);
      const members = Object.entries<unknown>(value).map(([name, item]) => [
        name,
        convert(readMember(properties, name) ?? own['additionalProperties'], item, `${pointer}/${name}`),
      ]);
      result = Object.fromEntries(members);
    }
    for (const part of ['allOf', 'anyOf', 'oneOf'].flatMap((key) => own[key] ?? []))
      result = convert(part, result, pointer);
    return result;
  };
  const properties = Object.fromEntries(listArguments(tool).map(({ name, schema }) => [name, schema]));
  const { body, ...params } = Object(convert({ properties }, args, ''));
  if (lost.size)
    throw new RejectedCallError(
      `The arguments of ${tool.name} are not valid; nothing was sent:\n- ${toPlainText([...lost].slice(0, 20).join(', '), 1_000)}: integers beyond 2^53 lose digits as numbers; send them as strings of digits`,
    );
  const text = stringifyExact(body);
  return text === undefined ? params : { ...params, body: parseExact(text) };
}
