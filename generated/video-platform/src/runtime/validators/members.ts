import { isFull, nest, report } from './issues.js';
import { isArray, isInteger, isNumber, isObject } from './types.js';
import type { Collect, IssueContext } from './validator.js';

/** An object or array whose members are being judged; `schema` is the JSON pointer of its schema. */
export interface Place<T> {
  readonly context: IssueContext;
  readonly value: T;
  readonly schema: string;
}

/** An object whose properties are being judged. */
export type Members = Place<Readonly<Record<string, unknown>>>;

/** Starts to judge the properties of an object, or reports that the value is none. */
export function openObject(value: unknown, context: IssueContext, schema: string): Members | undefined {
  if (isObject(value)) return { context, value, schema };
  refuse({ context, value, schema }, undefined, 'type', 'must be an object');
  return undefined;
}

/** Starts to judge the items of an array, or reports that the value is none. */
export function openArray(
  value: unknown,
  context: IssueContext,
  schema: string,
): Place<readonly unknown[]> | undefined {
  if (isArray(value)) return { context, value, schema };
  refuse({ context, value, schema }, undefined, 'type', 'must be an array');
  return undefined;
}

/** Adds one issue about the value, a property or an item of it: the keyword of its schema that failed, and what to say. */
export function refuse(
  { context, schema }: Place<unknown>,
  key: string | number | undefined,
  keyword: string,
  message: string,
): void {
  if (isFull(context)) return;
  const path = context.path.concat(key ?? []);
  context.issues.push({ message, path, keyword, schema: `${schema}${stepTo(key)}/${keyword}` });
}

/** Way from the schema of a value to that of a member, as part of a JSON pointer. */
function stepTo(key: string | number | undefined): string {
  if (typeof key !== 'string') return key === undefined ? '' : '/items';
  return `/properties/${key.replace(/[~/]/g, (found) => (found === '~' ? '~0' : '~1'))}`;
}

/** Refuses the absence of a property. */
export function checkRequired(at: Members, key: string): void {
  if (at.value[key] === undefined) report(at.context, `${at.schema}/required`, 'is required', key);
}

/** Refuses a property that is there and of another type. */
export function checkType(at: Members, key: string, type: 'string' | 'boolean'): void {
  const value = at.value[key];
  if (value !== undefined && typeof value !== type) refuse(at, key, 'type', `must be a ${type}`);
}

/** Refuses a property that is there and no number. */
export function checkNumber(at: Members, key: string): void {
  const value = at.value[key];
  if (value !== undefined && !isNumber(value)) refuse(at, key, 'type', 'must be a number');
}

/** Refuses a property that is there and no whole number. */
export function checkInteger(at: Members, key: string): void {
  const value = at.value[key];
  if (value !== undefined && !isInteger(value)) refuse(at, key, 'type', 'must be a whole number');
}

/** Collects the issues of a property that is there. */
export function checkMember(at: Members, key: string, collect: Collect): void {
  const value = at.value[key];
  if (value !== undefined) nest(at.context, key, value, collect);
}

/** Refuses a property that is there and none of a set; `keyword` is the one that lists its values. */
export function checkEnum(at: Members, key: string, values: Values, keyword: string = 'enum'): void {
  const value = at.value[key];
  if (value !== undefined && !values.has(value)) refuse(at, key, keyword, sayConstants([...values]));
}

/** Values that a property may have. */
interface Values extends Iterable<unknown> {
  has(value: unknown): boolean;
}

/** Refuses a property that is there and none of a few constants; `keyword` is the one that lists them. */
export function checkOneOf(at: Members, key: string, values: readonly unknown[], keyword: string = 'enum'): void {
  const value = at.value[key];
  if (value !== undefined && !values.includes(value)) refuse(at, key, keyword, sayConstants(values));
}

/** Longest list of constants that a message quotes. */
const longestList = 120;

function sayConstants(values: readonly unknown[]): string {
  const [plural, article] = values.length === 1 ? ['', ''] : ['s', 'one of '];
  const list = values.map((value) => JSON.stringify(value)).join(', ');
  return `must be ${article}${list.length > longestList ? `the allowed value${plural}` : list}`;
}

/** Refuses a property that is there and no text, or a text that a format's predicate does not accept. */
export function checkFormat(at: Members, key: string, is: (text: string) => boolean, message: string): void {
  const value = at.value[key];
  if (typeof value !== 'string') checkType(at, key, 'string');
  else if (!is(value)) refuse(at, key, 'format', message);
}
