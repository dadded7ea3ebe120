import { add, put, report } from './issues.js';
import type { IssueContext } from './validator.js';
import type { Words } from './words.js';

/** An object or array whose members are being judged; `schema` is the JSON pointer of its schema. */
export interface Place<T> {
  readonly context: IssueContext;
  readonly value: T;
  readonly schema: string;
}

/** An object whose properties are being judged. */
export type Members = Place<Readonly<Record<string, unknown>>>;

/** A property's name, an item's index, or nothing for the value itself. */
type Key = string | number | undefined;

/** Takes note, for a lenient check, that a schema says something of the names of an object's properties. */
export function noteObject({ context, value, schema }: Members): void {
  put(context, { message: '', path: [], keyword: 'properties', schema, note: value });
}

/** Refuses a value that is no object; `schema` is the JSON pointer of its schema. */
export function refuseNoObject(context: IssueContext, schema: string): void {
  report(context, `${schema}/type`, 'must be an object');
}

/** Refuses a value that is no array; `schema` is the JSON pointer of its schema. */
export function refuseNoArray(context: IssueContext, schema: string): void {
  report(context, `${schema}/type`, 'must be an array');
}

/**
 * Adds one issue about the value, a property or an item of it: the keyword of its schema that failed, and what to say.
 * Like all that follow, it tells whether collecting is over.
 */
export function refuse({ context, schema }: Place<unknown>, key: Key, keyword: string, message: string): boolean {
  const path = key === undefined ? [] : [key];
  return add(context, { message, path, keyword, schema: `${schema}${stepTo(key)}/${keyword}` });
}

/** Way from the schema of a value to that of a member, as part of a JSON pointer. */
function stepTo(key: Key): string {
  if (typeof key !== 'string') return key === undefined ? '' : '/items';
  return `/properties/${/[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`;
}

/** Refuses a property as absent. */
export function refuseAbsent({ context, schema }: Members, key: string): boolean {
  return add(context, { message: 'is required', path: [key], keyword: 'required', schema: `${schema}/required` });
}

/** Refuses a value that a list does not hold; `keyword` is the one that lists. */
export function refuseUnlisted(at: Place<unknown>, key: Key, keyword: string, values: Iterable<unknown>): boolean {
  // What is refused by its key is a member of the value.
  const value = key === undefined ? at.value : (at.value as Record<string | number, unknown>)[key];
  return reportUnlisted(at.context, `${at.schema}${stepTo(key)}/${keyword}`, { value, values }, key);
}

/** The same where the schema is not that of the value or of a declared member; `schema` points at the keyword. */
export function reportUnlisted(
  context: IssueContext,
  schema: string,
  { value, values }: { readonly value: unknown; readonly values: Iterable<unknown> },
  key?: Key,
): boolean {
  if (!context.lenient || !isNewText(value, values)) return report(context, schema, sayConstants(values), key);
  return drift(context, schema, sayConstants(values), key);
}

/** Whether a text is of the kind that a list holds, and may have come to it lately. */
function isNewText(value: unknown, values: Iterable<unknown>): boolean {
  return typeof value === 'string' && [...values].some((one) => typeof one === 'string');
}

/** Refuses a property that is not declared, by the keyword that closes the object. */
export function reportUnknown(context: IssueContext, schema: string, key: string): boolean {
  return context.lenient
    ? drift(context, schema, 'is not declared', key)
    : report(context, schema, 'is not allowed', key);
}

/** Takes down what a lenient check lets pass. */
function drift(context: IssueContext, schema: string, message: string, key: Key): boolean {
  const keyword = schema.slice(schema.lastIndexOf('/') + 1);
  put(context, { message, path: key === undefined ? [] : [key], keyword, schema, note: 'drift' });
  return false;
}

/** Longest list of constants that a message quotes. */
const longestList = 120;

/** What an issue says of a value that is none of some constants. */
export function sayConstants(values: Iterable<unknown>): string {
  let list = '';
  let count = 0;
  for (const value of values) {
    if (list.length > longestList) return 'must be one of the allowed values';
    list += `${count === 0 ? '' : ', '}${JSON.stringify(value)}`;
    count += 1;
  }
  const isShort = list.length <= longestList;
  if (count === 1) return `must be ${isShort ? list : 'the allowed value'}`;
  return `must be one of ${isShort ? list : 'the allowed values'}`;
}

/** Refuses a property that is of another type. */
export function refuseType(at: Members, key: string, type: keyof typeof typeWords): boolean {
  return refuse(at, key, 'type', `must be ${typeWords[type]}`);
}

const typeWords = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a number',
  integer: 'a whole number',
};

/** Refuses a property that is absent or of another type. */
export function requireType(at: Members, key: string, type: keyof typeof typeWords): boolean {
  return at.value[key] === undefined ? refuseAbsent(at, key) : refuseType(at, key, type);
}

/** Refuses a property that is not what it must be; `step` leads from the object's schema to the keyword. */
export function refuseConst({ context, schema }: Members, key: string, message: string, step: string): boolean {
  return add(context, { message, path: [key], keyword: 'const', schema: schema + step });
}

/** Refuses a property that is no text, or not in a format. */
export function refuseFormat(at: Members, key: string, message: string): boolean {
  return typeof at.value[key] === 'string' ? refuse(at, key, 'format', message) : refuseType(at, key, 'string');
}

/** Refuses a property that is there and none of a set. */
export function checkEnum(at: Members, key: string, value: unknown, values: Values): boolean {
  return value !== undefined && !values.has(value) && refuseUnlisted(at, key, 'enum', values);
}

/** Values that a property may have. */
type Values = Words | ReadonlySet<unknown>;
