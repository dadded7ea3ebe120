import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { memberAt, withMember } from '@speccast/runtime/requests';

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
