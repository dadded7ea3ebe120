import type { Json, JsonObject } from '../../json.js';
import type { FieldEncoding, OperationContent, OperationParameter, ValueType, ValueTypes } from '../../operation.js';
import { isDeepName } from '../../parameters/decode-deep-object.js';
import { decodeParameter, isSpread } from '../../parameters/decode-parameter.js';
import { typesOf } from '../../parameters/decode-string.js';
import type { QueryPair } from '../../parameters/query.js';
import { HttpError } from '../errors/http-error.js';
import { withIntegers } from '../values/exact-integers.js';

/**
 * The fields of a form by the types of its schema, written as the `encoding` of the spec says: the inverse of the client's
 * forms. Without an encoding, lists may repeat their name, with or without `[]`, and nested members are in brackets. Fields
 * that the schema does not declare are strings.
 */
export function readFields(pairs: readonly QueryPair[], content: OperationContent, types: ValueTypes): JsonObject {
  const { properties = {}, additional } = types;
  const declared = Object.entries(properties).map(([name, type]) => fieldOf(name, type, content, pairs));
  const names = new Set(pairs.map(({ name }) => name));
  const others = [...names].filter((name) => !declared.some((field) => reads(field, name)));
  const further = [...new Set(others.map((name) => name.replace(/\[[^]*$/, '')))];
  const fields = [
    ...declared,
    ...further.map((name) => fieldOf(name, additional ?? spelt(name, pairs), content, pairs)),
  ];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const isTaken = (name: string): boolean => fields.some((other) => other !== field && reads(other, name));
      const value = decode(field, pairs, isTaken);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** The type of an undeclared field: an object if its names have brackets. */
function spelt(name: string, pairs: readonly QueryPair[]): ValueType {
  const isObject = pairs.some((pair) => pair.name.startsWith(`${name}[`) && !pair.name.startsWith(`${name}[]`));
  return isObject ? { type: 'object', additional: 'string' } : 'string';
}

function fieldOf(
  name: string,
  type: ValueType,
  { encoding = {} }: OperationContent,
  pairs: readonly QueryPair[],
): OperationParameter {
  const own: ValueTypes = typeof type === 'object' && !('length' in type) ? type : { type };
  const rules = Object.hasOwn(encoding, name) ? encoding[name] : undefined;
  return { name, in: 'query', ...own, ...(rules === undefined ? usual(name, own, pairs) : stated(rules)) };
}

function stated({ style, explode, allowReserved, contentType }: FieldEncoding): Partial<OperationParameter> {
  if (contentType !== undefined && style === undefined) return { contentType };
  return {
    style: style ?? 'form',
    ...(explode !== undefined && { explode }),
    ...(allowReserved !== undefined && { allowReserved }),
  };
}

/** Lists may repeat their name; everything else has brackets. */
function usual(name: string, types: ValueTypes, pairs: readonly QueryPair[]): Partial<OperationParameter> {
  const isRepeated = typesOf(types).includes('array') && pairs.some((pair) => pair.name === name);
  return isRepeated ? { style: 'form', explode: true } : { style: 'deepObject' };
}

function reads(field: OperationParameter, name: string): boolean {
  if (field.style === 'deepObject') return isDeepName(field.name, name);
  return field.name === name || (isSpread(field) && Object.hasOwn(field.properties ?? {}, name));
}

function decode(
  field: OperationParameter,
  pairs: readonly QueryPair[],
  isTaken: (name: string) => boolean,
): Json | undefined {
  const { value, issues } = decodeParameter(field, { kind: 'pairs', pairs, isTaken });
  const [issue] = issues;
  if (issue === undefined) return value && withIntegers(value, field);
  const location = [field.name, ...issue.path].join('.');
  throw new HttpError(400, 'invalidValue', `The field ${location} ${issue.message}.`, {
    location,
    locationType: 'body',
  });
}
