import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import {
  isAtLeast,
  isAtMost,
  isDate,
  isDateTime,
  isEmail,
  isHostname,
  isHttpDate,
  isIpv4,
  isIpv6,
  isMultipleExactly,
  isTime,
  isUri,
  isUriReference,
  isUuid,
} from '@speccast/runtime/validators';
import { type DocumentPart, memberOf, partAt, pointerStep } from './document-parts.js';
import type { Violation } from './violation.js';

/** Validates the headers of a response that the document declares: whether they are there, and their values. */
export function headerViolations(document: JsonObject, response: DocumentPart, headers: Headers): readonly Violation[] {
  const declared = memberOf(document, response, 'headers');
  if (declared === undefined) return [];
  return Object.keys(declared.value).flatMap((name): readonly Violation[] => {
    const header = memberOf(document, declared, name);
    // The media type is validated with the body, and cookies are no list of values.
    if (header === undefined || /^(?:content-type|set-cookie)$/i.test(name)) return [];
    const about = { severity: 'error', of: 'response', location: `header ${name}` } as const;
    const text = isToken.test(name) ? headers.get(name) : null;
    if (text === null) {
      if (header.value['required'] !== true) return [];
      const message = 'The document requires this header';
      return [{ ...about, code: 'missing-header', message, pointer: declared.pointer + pointerStep(name) }];
    }
    const schema = memberOf(document, header, 'schema');
    const issue = schema && issueOf({ document, depth: 0 }, schema, text);
    if (issue === undefined) return [];
    return [{ ...about, code: 'invalid-header', message: issue.message, pointer: issue.pointer }];
  });
}

const isToken = /^[\w!#$%&'*+.^`|~-]+$/;

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

const shapes: Readonly<Record<string, (text: string) => boolean>> = {
  string: () => true,
  number: (text) => number.test(text),
  integer: (text) => number.test(text) && Number.isInteger(Number(text)),
  boolean: (text) => text === 'true' || text === 'false',
  null: (text) => text === '' || text === 'null',
};

const typeNames: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

function valueIssue(schema: DocumentPart, text: string): HeaderIssue | undefined {
  const types = typesOf(schema).map(String);
  const at = (keyword: string): string => `${schema.pointer}/${keyword}`;
  // Other types have no one way to be written.
  if (types.some((type) => shapes[type] === undefined)) return undefined;
  const type = types.find((one) => one !== 'string' && shapes[one]?.(text) === true);
  if (type === undefined && types.length > 0 && !types.includes('string'))
    return { message: `Must be ${types.map((one) => typeNames[one] ?? one).join(' or ')}`, pointer: at('type') };
  const isNumber = type === 'number' || type === 'integer';
  const found = Object.entries(schema.value).find(([keyword, limit]) => {
    const test = (isNumber ? numberRules : textRules)[keyword] ?? anyRules[keyword];
    return test?.(text, limit) === false;
  });
  return found && { message: messageOf(...found), pointer: at(found[0]) };
}

/** Whether a text is within a limit; anything is within one that is none. */
type Rule = (text: string, limit: Json) => boolean;

function compared(isWithin: (value: number, limit: number) => boolean): Rule {
  return (text, limit) => typeof limit !== 'number' || isWithin(Number(text), limit);
}

const numberRules: Readonly<Record<string, Rule>> = {
  minimum: compared((value, limit) => value >= limit),
  maximum: compared((value, limit) => value <= limit),
  exclusiveMinimum: compared((value, limit) => value > limit),
  exclusiveMaximum: compared((value, limit) => value < limit),
  multipleOf: compared((value, limit) => limit <= 0 || isMultipleExactly(value, limit)),
};

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

const textRules: Readonly<Record<string, Rule>> = {
  minLength: (text, limit) => typeof limit !== 'number' || isAtLeast(text, limit),
  maxLength: (text, limit) => typeof limit !== 'number' || isAtMost(text, limit),
  pattern: (text, source) => patternOf(source)?.test(text) ?? true,
  format: (text, name) => formats[String(name)]?.(text) ?? true,
};

const anyRules: Readonly<Record<string, Rule>> = {
  const: (text, value) => String(value) === text,
  enum: (text, values) => !Array.isArray(values) || values.some((value) => String(value) === text),
};

function patternOf(source: Json): RegExp | undefined {
  try {
    return new RegExp(String(source), 'u');
  } catch {
    // It is one of another language, which the validators know more of.
    return undefined;
  }
}

function messageOf(keyword: string, limit: Json): string {
  const shown = JSON.stringify(limit);
  const texts: Readonly<Record<string, string>> = {
    minimum: `Must be at least ${shown}`,
    maximum: `Must be at most ${shown}`,
    exclusiveMinimum: `Must be greater than ${shown}`,
    exclusiveMaximum: `Must be less than ${shown}`,
    multipleOf: `Must be a multiple of ${shown}`,
    minLength: `Must have at least ${shown} characters`,
    maxLength: `Must have at most ${shown} characters`,
    pattern: `Must match the pattern ${String(limit)}`,
    format: `Must have the format ${String(limit)}`,
    const: `Must be ${shown}`,
    enum: `Must be one of ${isJsonObject(limit) ? shown : shown.slice(1, -1).replaceAll(',', ', ')}`,
  };
  return (texts[keyword] ?? 'Is not what the schema says').slice(0, longestMessage);
}

const longestMessage = 300;
