import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { integerIn, memberAt, readMember, toJsonObject, withMember } from '@speccast/runtime/requests';
import type { OperationPlan } from '../plan.js';

/**
 * Converts numbers to strings where the schema has a 64-bit integer, which is a string in JSON: services accept both. The
 * validator must accept the digits, and report the format for any other string.
 */
export function withWrittenNumbers(
  validator: Validator<unknown> | undefined,
  body: Json | undefined,
): Json | undefined {
  if (!validator || body === undefined || validator.is(body)) return body;
  let result: Json = body;
  for (const { path, keyword } of validator.check(body)) {
    const value = keyword === 'type' ? memberAt(result, path) : undefined;
    if (!Number.isSafeInteger(value)) continue;
    const listIssues = (text: string) =>
      validator
        .check(withMember(body, path, text))
        .filter((issue) => JSON.stringify(issue.path) === JSON.stringify(path));
    const isFormat = listIssues('text').some((issue) => issue.keyword === 'format');
    if (isFormat && listIssues(String(value)).length === 0) result = withMember(result, path, String(value));
  }
  return result;
}

/** Adds the required members that may be empty objects or lists: no form can write these. */
export function withEmptyMembers(validator: Validator<unknown> | undefined, body: Json | undefined): Json | undefined {
  if (!validator || !isJsonObject(body) || validator.is(body)) return body;
  let result: JsonObject = body;
  for (const { path, keyword } of validator.check(body)) {
    const [name, ...inner] = path;
    if (keyword !== 'required' || inner.length > 0) continue;
    const whole = [{}, []].map((empty): JsonObject => ({ ...result, [String(name)]: empty }));
    result = whole.find((one) => validator.check(one).every((issue) => issue.path[0] !== name)) ?? result;
  }
  return result;
}

/** Converts a form to the types of a schema: `address[city]` becomes a member of an object, strings become numbers and booleans. */
export function formValues({ operation }: OperationPlan, body: JsonObject, model: Validator<unknown>): JsonObject {
  if (operation.body?.some(({ kind }) => kind === 'form') !== true) return body;
  let result: JsonObject = {};
  for (const [name, value] of Object.entries(body)) {
    const [, outer, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) result = { ...result, [name]: value };
    else result = { ...result, [outer]: { ...toJsonObject(readMember(result, outer)), [inner]: value } };
  }
  for (const { path } of model.check(result)) {
    const [name = ''] = path;
    const text = path.length === 1 ? result[name] : undefined;
    if (typeof text !== 'string') continue;
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
    if (!isNumber && text !== 'true' && text !== 'false') continue;
    result = { ...result, [name]: isNumber ? (integerIn(text) ?? Number(text)) : text === 'true' };
  }
  return result;
}
