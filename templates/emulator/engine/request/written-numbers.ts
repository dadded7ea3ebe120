import { isJsonObject, type Json } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';

type Path = readonly (string | number)[];

/**
 * Whole numbers of 64 bits are texts in JSON, and services take numbers for them too: a safe integer becomes text where
 * the validator takes its digits, and misses the format in any other text.
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

/** Keywords that refuse the value at a path. */
function keywordsAt(validator: Validator<unknown>, body: Json, path: Path): readonly string[] {
  const place = JSON.stringify(path);
  return validator.check(body).flatMap((issue) => (JSON.stringify(issue.path) === place ? [issue.keyword] : []));
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
