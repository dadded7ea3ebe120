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
  isTime,
  isUri,
  isUriReference,
  isUuid,
  type Keyword,
  numberLimits,
  stringLimits,
  validator,
} from '@speccast/runtime/validators';
import { type DocumentPart, memberOf, partAt } from './document-parts.js';

/** Finds what the schema of a header does not take about its text. */
export function headerIssue(document: JsonObject, header: DocumentPart, text: string): HeaderIssue | undefined {
  const schema = memberOf(document, header, 'schema');
  return schema && issueOf({ document, depth: 0 }, schema, text);
}
/** Names of headers. */
export const isToken: RegExp = /^[\w!#$%&'*+.^`|~-]+$/;
/** Deeper schemas are not looked at. */
const deepest = 20;
interface Walk {
  readonly document: JsonObject;
  readonly depth: number;
}
interface HeaderIssue {
  readonly message: string;
  readonly pointer: string;
}
/** What a schema does not take about the text of a header; undefined where it takes it, and for objects. */
function issueOf(walk: Walk, schema: DocumentPart, text: string): HeaderIssue | undefined {
  if (walk.depth > deepest) return undefined;
  const inner = { ...walk, depth: walk.depth + 1 };
  const below = (keyword: string): readonly DocumentPart[] => {
    const list = schema.value[keyword];
    const pointers = (Array.isArray(list) ? list : []).map((_, index) => `${schema.pointer}/${keyword}/${index}`);
    return pointers.flatMap((pointer) => partAt(walk.document, pointer) ?? []);
  };
  for (const part of below('allOf')) {
    const issue = issueOf(inner, part, text);
    if (issue !== undefined) return issue;
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = below(keyword);
    if (parts.length > 0 && parts.every((part) => issueOf(inner, part, text) !== undefined))
      return { message: 'Must match one of the schemas', pointer: `${schema.pointer}/${keyword}` };
  }
  const items = typesOf(schema).includes('array') ? memberOf(walk.document, schema, 'items') : undefined;
  if (items !== undefined) {
    const values = text === '' ? [] : text.split(',').map((one) => one.trim());
    return values.map((one) => issueOf(inner, items, one)).find((issue) => issue !== undefined);
  }
  return valueIssue(schema, text);
}
function typesOf({ value: { type } }: DocumentPart): readonly unknown[] {
  return type === undefined ? [] : [type].flat();
}
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Reads a string as a value of a type; undefined where it is none. */
const readers: Readonly<Record<string, (text: string) => Json | undefined>> = {
  string: (text) => text,
  number: (text) => (number.test(text) ? Number(text) : undefined),
  integer: (text) => (number.test(text) && Number.isInteger(Number(text)) ? Number(text) : undefined),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  null: (text) => (text === '' || text === 'null' ? null : undefined),
};
/** The value that a header has is validated as any other: by the checks of the runtime. */
function valueIssue(schema: DocumentPart, text: string): HeaderIssue | undefined {
  const types = typesOf(schema).map(String);
  // Other types have no one way to be written.
  if (types.some((type) => readers[type] === undefined)) return undefined;
  const inOrder = types.toSorted((one, other) => Number(one === 'string') - Number(other === 'string'));
  const value = inOrder.map((type) => readers[type]?.(text)).find((one) => one !== undefined) ?? text;
  const keywords = Object.entries(schema.value).flatMap(([name, said]) => keywordOf(name, said, value));
  const named = { pointer: schema.pointer, schema: [types.join(' '), ...keywords] as const };
  // No header has this value, so each is looked into.
  const is = (one: unknown): one is undefined => one === undefined;
  const [issue] = validator({ is, schema: named }).check(value);
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
/** How a keyword is checked: not at all where it says nothing about a value of a header. */
function keywordOf(name: string, said: Json, value: Json): readonly Keyword[] {
  const limit = limits[name];
  if (limit !== undefined) return typeof said === 'number' ? [[limit, said]] : [];
  // Without a type, the values of the schema are compared as strings.
  const likeValue = (one: Json): Json => (typeof value === 'string' ? String(one) : one);
  switch (name) {
    case 'pattern': {
      const pattern = patternOf(said);
      return pattern === undefined ? [] : [[checkPattern, pattern]];
    }
    case 'format': {
      const isFormatted = formats[String(said)];
      return isFormatted === undefined ? [] : [[checkFormat, isFormatted, `must have the format ${String(said)}`]];
    }
    case 'const':
      return [[checkEnum, [likeValue(said)], 'const', isOneOf]];
    case 'enum':
      return Array.isArray(said) ? [[checkEnum, said.map(likeValue), 'enum', isOneOf]] : [];
    default:
      return [];
  }
}
function patternOf(source: Json): RegExp | undefined {
  try {
    return new RegExp(String(source), 'u');
  } catch {
    // It is one of another language, which the validators know more of.
    return undefined;
  }
}
