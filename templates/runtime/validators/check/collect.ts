import type { Location } from './context.js';
import { isFull, reject } from './issues.js';
import type { NamedSchema, Schema } from './schema.js';
import { isArray, isBoolean, isInteger, isNumber, isObject, isString } from '../values/types.js';

/**
 * Collects the issues of a value by a schema. Returns true if collecting is over, as all collectors do. One function does the
 * work of several, because the stack holds it once for each level of a nested value.
 */
export function collect(stated: Schema | NamedSchema, from: Location): boolean {
  let schema = stated;
  let at = from;
  for (;;) {
    if (typeof schema === 'function') schema = schema();
    else if (typeof schema === 'object' && 'pointer' in schema) {
      // A lenient check takes note of values that match, too.
      if (!at.context.lenience && schema.is?.(at.value) === true) return false;
      if (schema.enter !== undefined) return schema.enter(at.context, at.value, schema);
      at = { ...at, schema: schema.pointer };
      schema = schema.schema;
    } else break;
  }
  if (typeof schema === 'string') return !isOfType(at.value, schema) && rejectType(at, schema);
  const types = schema[0];
  if (!isOfType(at.value, types)) return rejectType(at, types);
  if (isObject(at.value)) at.context.lenience?.noteObject(at);
  for (let index = 1; index < schema.length; index += 1) {
    const keyword = schema[index];
    if (typeof keyword === 'function') {
      if (collect(keyword, at)) return true;
    } else if (typeof keyword === 'object') {
      // The generator passes each check the arguments that it takes.
      const check = keyword[0] as (at: Location, ...says: readonly unknown[]) => boolean;
      if (check(at, keyword[1], keyword[2], keyword[3], keyword[4])) return true;
    }
  }
  return false;
}

/** Collects the issues of a member, and adds its key to their paths: paths grow on the way out, so that they cost nothing where nothing is found. */
export function collectMember(schema: Schema, member: Location, key: string | number): boolean {
  // Most members match by their type alone.
  if (typeof schema === 'string' && isOfType(member.value, schema)) return false;
  const { context } = member;
  let index = context.found.length;
  collect(schema, member);
  if (index === context.found.length) return false;
  for (; index < context.found.length; index += 1) context.found[index]?.path.push(key);
  return isFull(context);
}

/** Writes the steps of a JSON pointer to a schema that has a name: `/properties/a~1b`. */
export function stepTo(keyword: string, name: string): string {
  // Few names have to be escaped, and looking for these characters is faster.
  const isPlain = !name.includes('~') && !name.includes('/');
  return `/${keyword}/${isPlain ? name : name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Types by their names in schemas: the test, and the words of messages. */
const typesByName: Readonly<Record<string, readonly [test: (value: unknown) => boolean, words: string]>> = {
  string: [isString, 'a string'],
  boolean: [isBoolean, 'a boolean'],
  null: [(value) => value === null, 'null'],
  number: [isNumber, 'a number'],
  integer: [isInteger, 'a whole number'],
  object: [isObject, 'an object'],
  array: [isArray, 'an array'],
};

function isOfType(value: unknown, types: string): boolean {
  return (
    types === '' || (typesByName[types]?.[0](value) ?? types.split(' ').some((type) => typesByName[type]?.[0](value)))
  );
}

function rejectType(at: Location, types: string): boolean {
  const words = types.split(' ').map((type) => typesByName[type]?.[1] ?? type);
  const last = words.pop() ?? '';
  return reject(at, 'type', `must be ${words.length === 0 ? last : `${words.join(', ')} or ${last}`}`);
}
