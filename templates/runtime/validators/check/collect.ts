import { add, isFull, put, report } from './issues.js';
import type { IssueContext } from './context.js';
import type { NamedSchema, Location, Schema } from './schema.js';
import { isArray, isInteger, isNumber, isObject } from '../values/types.js';

/**
 * Collects the issues of a value by a schema; like all that follow, it tells whether collecting is over. One function does
 * what could be several: as deep as values are nested, the stack holds all of them.
 */
export function collect(stated: Schema | NamedSchema, from: Location): boolean {
  let schema = stated;
  let at = from;
  for (;;) {
    if (typeof schema === 'function') schema = schema();
    else if (typeof schema === 'object' && 'pointer' in schema) {
      // A lenient check takes note of what matches, too.
      if (!at.context.lenient && schema.is?.(at.value) === true) return false;
      if (schema.enter !== undefined) return schema.enter(at.context, at.value, schema);
      at = { context: at.context, value: at.value, schema: schema.pointer };
      schema = schema.schema;
    } else break;
  }
  const types = typeof schema === 'string' ? schema : schema[0];
  if (!isOfType(at.value, types)) return rejectType(at, types);
  if (typeof schema === 'string') return false;
  if (at.context.lenient && isObject(at.value)) noteObject(at);
  for (let index = 1; index < schema.length; index += 1) {
    const keyword = schema[index];
    if (typeof keyword === 'function') {
      if (collect(keyword, at)) return true;
    } else if (typeof keyword === 'object') {
      // The generator hands each check what it takes.
      const check = keyword[0] as (at: Location, ...says: readonly unknown[]) => boolean;
      if (check(at, keyword[1], keyword[2], keyword[3], keyword[4])) return true;
    }
  }
  return false;
}

/** A member of a value: its key, and the way from the schema of the value to its own as part of a JSON pointer. */
export interface Member {
  readonly key: string | number;
  readonly value: unknown;
  readonly step: string;
}

/** Whether a value matches as far as its type alone, or a function, says so: most members do, and are not looked into. */
function isPlainMatch(schema: Schema, value: unknown, { lenient }: IssueContext): boolean {
  if (typeof schema === 'string') return isOfType(value, schema);
  if (lenient || typeof schema !== 'function') return false;
  const named = schema();
  return typeof named === 'object' && 'pointer' in named && named.is?.(value) === true;
}

/** Collects the issues of a member. Paths grow on the way out, so that they cost nothing where nothing is found. */
export function collectMember(schema: Schema, { context, schema: pointer }: Location, member: Member): boolean {
  if (isPlainMatch(schema, member.value, context)) return false;
  const before = context.found.length;
  collect(schema, { context, value: member.value, schema: pointer + member.step });
  if (context.found.length === before) return false;
  for (let index = before; index < context.found.length; index += 1) context.found[index]?.path.push(member.key);
  return isFull(context);
}

/** A step of a JSON pointer to what has a name. */
export function stepTo(keyword: string, name: string): string {
  return `/${keyword}/${/[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name}`;
}

/** Adds one issue about the value: the keyword that it breaks, and what to say. */
export function reject({ context, schema }: Location, keyword: string, message: string): boolean {
  return add(context, { message, path: [], keyword, schema: `${schema}/${keyword}` });
}

/** Takes note, for a lenient check, of an object and a schema that checks it: that may declare its properties. */
function noteObject({ context, value, schema }: Location): void {
  // Whoever calls has found out that it is an object.
  put(context, { message: '', path: [], keyword: 'properties', schema, note: value as object });
}

function isOfType(value: unknown, types: string): boolean {
  switch (types) {
    case '':
      return true;
    case 'string':
    case 'boolean':
      return typeof value === types;
    case 'null':
      return value === null;
    case 'number':
      return isNumber(value);
    case 'integer':
      return isInteger(value);
    case 'object':
      return isObject(value);
    case 'array':
      return isArray(value);
    default:
      return types !== 'never' && types.split(' ').some((type) => isOfType(value, type));
  }
}

const wordsOfTypes: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  null: 'null',
  number: 'a number',
  integer: 'a whole number',
  object: 'an object',
  array: 'an array',
};

function rejectType(at: Location, types: string): boolean {
  if (types === 'never') return rejectAny(at);
  const words = types.split(' ').map((type) => wordsOfTypes[type] ?? type);
  const last = words.pop() ?? '';
  return reject(at, 'type', `must be ${words.length === 0 ? last : `${words.join(', ')} or ${last}`}`);
}

/** Keywords that hold several schemas, under a name or an index. */
const listing =
  /\/(?:properties|patternProperties|dependentSchemas|\$defs|schemas|prefixItems|allOf|anyOf|oneOf)\/[^/]*$/;

/** A `false` schema has no keyword of its own: the one that holds it is named. */
function rejectAny({ context, schema }: Location): boolean {
  const end = listing.test(schema) ? schema.lastIndexOf('/') : schema.length;
  const pointer = schema.slice(0, end);
  const holder = schema.includes('/') && pointer !== '' ? pointer : `${schema}/false`;
  return report(context, holder, 'is not allowed');
}
