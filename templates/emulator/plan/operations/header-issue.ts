import type { Json, JsonObject } from '@speccast/runtime';
import {
  checkEnum,
  checkFormat,
  checkPattern,
  isDate,
  isDateTime,
  isEmail,
  isHostname,
  isHttpDate,
  isIpv4,
  isIpv6,
  isOneOf,
  isRegex,
  isTime,
  isUri,
  isUriReference,
  isUuid,
  type Keyword,
  numberLimits,
  stringLimits,
  validator,
} from '@speccast/runtime/validators';
import { type DocumentPart, findMember, partAt } from './document-parts.js';

/** Matches names of headers. */
export const isToken: RegExp = /^[\w!#$%&'*+.^`|~-]+$/;

/** Deepest nesting of schemas that is checked. */
const deepest = 20;

interface HeaderIssue {
  readonly message: string;
  readonly pointer: string;
}

/** Checks the text of a header against its schema. Returns the first issue; undefined if it is valid, and for objects. */
export function findHeaderIssue(document: JsonObject, header: DocumentPart, text: string): HeaderIssue | undefined {
  const schema = findMember(document, header, 'schema');
  return schema && findIssue(document, schema, text);
}

function findIssue(document: JsonObject, schema: DocumentPart, text: string, depth = 0): HeaderIssue | undefined {
  if (depth > deepest) return undefined;
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const pointer = `${schema.pointer}/${keyword}`;
    const schemas = [schema.value[keyword] ?? []].flat();
    const parts = schemas.flatMap((_, index) => partAt(document, `${pointer}/${index}`) ?? []);
    const issues = parts.flatMap((part) => findIssue(document, part, text, depth + 1) ?? []);
    if (keyword === 'allOf' && issues[0]) return issues[0];
    if (parts.length > 0 && issues.length === parts.length)
      return { message: 'Must match one of the schemas', pointer };
  }
  const types = [schema.value['type'] ?? []].flat().map(String);
  const items = types.includes('array') ? findMember(document, schema, 'items') : undefined;
  if (!items) return findValueIssue(schema, types, text);
  const values = text === '' ? [] : text.split(',');
  return values.flatMap((one) => findIssue(document, items, one.trim(), depth + 1) ?? [])[0];
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Readers of texts by type; undefined if a text is not of the type. */
const readers: Readonly<Record<string, (text: string) => Json | undefined>> = {
  string: (text) => text,
  number: (text) => (number.test(text) ? Number(text) : undefined),
  integer: (text) => (number.test(text) && Number.isInteger(Number(text)) ? Number(text) : undefined),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  null: (text) => (text === '' || text === 'null' ? null : undefined),
};

/** Validates the value of a header with the checks of the runtime. */
function findValueIssue(schema: DocumentPart, types: readonly string[], text: string) {
  // There is more than one way to write objects and lists.
  if (types.some((type) => readers[type] === undefined)) return undefined;
  const inOrder = types.toSorted((one, other) => Number(one === 'string') - Number(other === 'string'));
  const value = inOrder.map((type) => readers[type]?.(text)).find((one) => one !== undefined) ?? text;
  const keywords = Object.entries(schema.value).flatMap(([name, argument]) => toKeywords(name, argument, value));
  // `check` skips values that `is` accepts. This `is` accepts undefined only, which is no value of a header.
  const is = (one: unknown): one is undefined => one === undefined;
  const [issue] = validator({ is, schema: { pointer: schema.pointer, schema: [types.join(' '), ...keywords] } }).check(
    value,
  );
  return issue && { message: issue.message.replace(/^m/, 'M'), pointer: issue.schema };
}

const limits = { ...stringLimits, ...numberLimits };

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': isDateTime,
  email: isEmail,
  hostname: isHostname,
  'http-date': isHttpDate,
  ipv4: isIpv4,
  ipv6: isIpv6,
  time: isTime,
  uri: isUri,
  'uri-reference': isUriReference,
  url: isUri,
  uuid: isUuid,
};

/** Returns the check of a keyword; none for keywords that do not apply to the value of a header. */
function toKeywords(name: string, argument: Json, value: Json): readonly Keyword[] {
  const limit = limits[name];
  if (limit) return typeof argument === 'number' ? [[limit, argument]] : [];
  // Without a type, the values of the schema are compared as strings.
  const likeValue = (one: Json) => (typeof value === 'string' ? String(one) : one);
  const text = String(argument);
  if (name === 'pattern' && isRegex(text)) return [[checkPattern, new RegExp(text, 'u')]];
  if (name === 'format' && formats[text] !== undefined)
    return [[checkFormat, formats[text], `must have the format ${text}`]];
  const values = name === 'const' ? [argument] : argument;
  const isListed = (name === 'const' || name === 'enum') && Array.isArray(values);
  return isListed ? [[checkEnum, values.map(likeValue), name, isOneOf]] : [];
}
