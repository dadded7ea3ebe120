import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { integerIn } from '@speccast/runtime/requests';
import type { OperationPlan } from '../plan.js';
import { withValue } from '../../values/json-path.js';

type Path = readonly (string | number)[];

/**
 * Converts numbers to strings where the schema has a 64-bit integer, which is a string in JSON: services accept both. The
 * validator must accept the digits, and report the format for any other string.
 */
export function withWrittenNumbers(
  validator: Validator<unknown> | undefined,
  body: Json | undefined,
): Json | undefined {
  if (validator === undefined || body === undefined || isValid(validator, body)) return body;
  let result = body;
  for (const { path, keyword } of validator.check(body)) {
    const value = keyword === 'type' ? valueIn(result, path) : undefined;
    if (!Number.isSafeInteger(value)) continue;
    const faults = (text: string): readonly string[] => keywordsAt(validator, replaced(body, path, text), path);
    if (faults(String(value)).length === 0 && faults('text').includes('format'))
      result = replaced(result, path, String(value));
  }
  return result;
}

function isValid(validator: Validator<unknown>, body: Json): boolean {
  return validator.is(body);
}

/** Keywords that reject the value at a path. */
function keywordsAt(validator: Validator<unknown>, body: Json, path: Path): readonly string[] {
  const pointer = JSON.stringify(path);
  return validator.check(body).flatMap((issue) => (JSON.stringify(issue.path) === pointer ? [issue.keyword] : []));
}

function valueIn(value: Json | undefined, path: Path): Json | undefined {
  let current: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(current)) current = current[Number(key)];
    else current = isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }
  return current;
}

function replaced(value: Json, [key, ...rest]: Path, text: string): Json {
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? replaced(one, rest, text) : one));
  return isJsonObject(value) ? { ...value, [key]: replaced(value[key] ?? null, rest, text) } : value;
}

/** Adds the required members that may be empty objects or lists: no form can write these. */
export function withEmptyMembers(validator: Validator<unknown> | undefined, body: Json | undefined): Json | undefined {
  if (validator === undefined || !isJsonObject(body) || isValid(validator, body)) return body;
  let result = body;
  for (const { path, keyword } of validator.check(body)) {
    const [name, ...inner] = path;
    if (keyword !== 'required' || inner.length > 0) continue;
    const whole = [{}, []].map((empty): JsonObject => ({ ...result, [String(name)]: empty }));
    result = whole.find((one) => validator.check(one).every((issue) => issue.path[0] !== name)) ?? result;
  }
  return result;
}

/** Converts a form to what a schema expects: `address[city]` becomes a member of an object, strings become numbers and booleans. */
export function formValues({ operation }: OperationPlan, body: JsonObject, model: Validator<unknown>): JsonObject {
  if (operation.body?.some(({ kind }) => kind === 'form') !== true) return body;
  let result = nested(body);
  for (const { path } of model.check(result)) {
    const [name] = path;
    const value = path.length === 1 && typeof name === 'string' ? result[name] : undefined;
    const read = typeof value === 'string' ? scalarOf(value) : undefined;
    if (read !== undefined) result = { ...result, [String(name)]: read };
  }
  return result;
}

function nested(body: JsonObject): JsonObject {
  let result: JsonObject = {};
  for (const [name, value] of Object.entries(body)) {
    const [, outer, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) result = { ...result, [name]: value };
    else result = withMember(result, { outer, inner, value });
  }
  return result;
}

interface Member {
  readonly outer: string;
  readonly inner: string;
  readonly value: Json;
}

function withMember(body: JsonObject, { outer, inner, value }: Member): JsonObject {
  const before = Object.hasOwn(body, outer) ? body[outer] : undefined;
  return withValue(body, outer, { ...(isJsonObject(before) ? before : {}), [inner]: value });
}

function scalarOf(text: string): Json | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? (integerIn(text) ?? Number(text)) : undefined;
}
