import type { Location, IssueContext } from './context.js';
import { reject, add, sayTooDeep } from './issues.js';
import type { NamedSchema, Reference, Schema, RecursiveSchema } from './schema.js';
import { isArray, isBoolean, isInteger, isNumber, isObject, isString } from '../values/types.js';

/** A keyword: its check, and the further arguments of the check. */
type KnownKeyword = readonly [
  check: (at: Location, ...args: readonly unknown[]) => boolean,
  ...args: readonly unknown[],
];

/**
 * Collects the issues of a value by a schema. Returns true if collecting is over, as all collectors do. Not split into several functions,
 * because the stack has a frame of each of them for each level of a nested value.
 */
export function collect(stated: Schema | NamedSchema, from: Location): boolean {
  const { context, value } = from;
  let schema = stated;
  let at = from;
  for (;;) {
    if (typeof schema === 'function') schema = schema();
    else if (typeof schema === 'object' && 'pointer' in schema) {
      // A lenient check also collects notes about values that match.
      if (!context.lenience && schema.is?.(value)) return false;
      if (schema.enter) return schema.enter(context, value, schema);
      at = { ...from, schema: schema.pointer };
      schema = schema.schema;
    } else break;
  }
  const types = typeof schema === 'string' ? schema : schema[0];
  if (!isOfType(value, types)) return rejectType(at, types);
  if (typeof schema === 'string') return false;
  context.lenience?.noteObject(at);
  for (let index = 1; index < schema.length; index += 1) {
    // `as`: keywords follow the types, and generated code has the right arguments for each check.
    const keyword = schema[index] as Reference | KnownKeyword;
    const isOver =
      typeof keyword === 'function' ? collect(keyword, at) : keyword[0](at, keyword[1], keyword[2], keyword[3]);
    if (isOver) return true;
  }
  return false;
}

/** Collects the issues of a member, and adds its key to the ends of their paths, which are reversed when the check is over. */
export function collectMember(
  at: Location,
  schema: Schema,
  step: string,
  { key, value }: { readonly key: string | number; readonly value: unknown },
): boolean {
  // Most members match by their type alone.
  if (typeof schema === 'string' && isOfType(value, schema)) return false;
  const { context } = at;
  const { found } = context;
  let index = found.length;
  const isOver = collect(schema, { context, value, schema: at.schema + step });
  for (; index < found.length; index += 1) found[index]?.path.push(key);
  return isOver;
}

/** Writes the steps of a JSON pointer to a named schema: `properties` and `a/b` → `/properties/a~1b`. */
export function stepTo(keyword: string, name: string): string {
  // Tested first, because few names have to be escaped.
  return `/${keyword}/${/[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name}`;
}

/** The test and the words in messages for each type, by its name in schemas. */
const typesByName: Readonly<Record<string, readonly [test: (value: unknown) => boolean, words: string]>> = {
  string: [isString, 'a string'],
  boolean: [isBoolean, 'a boolean'],
  null: [(value) => value === null, 'null'],
  number: [isNumber, 'a number'],
  integer: [isInteger, 'a whole number'],
  object: [isObject, 'an object'],
  array: [isArray, 'an array'],
};

function isOfType(value: unknown, types: string) {
  return (
    types === '' || (typesByName[types]?.[0](value) ?? types.split(' ').some((type) => typesByName[type]?.[0](value)))
  );
}

function rejectType(at: Location, types: string) {
  const words = types.split(' ').map((type) => typesByName[type]?.[1]);
  const last = words.pop();
  return reject(at, 'type', `must be ${words.length ? `${words.join(', ')} or ${last}` : last}`);
}

/** Collects the issues of a value one level deeper, or reports that it is nested too deeply. Returns true if collecting is over. */
export function descend(context: IssueContext, value: unknown, { pointer, schema }: RecursiveSchema): boolean {
  if (context.depth === 0) return add(context, sayTooDeep(pointer));
  context.depth -= 1;
  const isOver = collect(schema, { context, value, schema: pointer });
  context.depth += 1;
  return isOver;
}
