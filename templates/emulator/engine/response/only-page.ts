import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { valueAt, withoutValue, withValue } from '../values/json-path.js';

/** What is known of a list whose other members were sampled. */
interface KnownList {
  readonly declared: Validator<unknown>;
  /** Path of the items. */
  readonly items: string;
  /** Members that were not sampled. */
  readonly told: JsonObject;
  /** Number of items. */
  readonly count: number;
}

const further =
  /(?:^|_)(?:next|prev|previous|after|before|cursors?|more|last)(?:_|$)|(?:next|more|cursor|marker|continuation|offset)|page_?token/i;

const total =
  /^(?:total|count|size|length)(?:_?(?:count|results|items|size|records|elements|entries))?$|(?:_|^)(?:count|total)$/i;

/** Levels of objects around the items that are looked into. */
const deepest = 3;

/** A list whose sampled members would name further pages, so that they name none: absent, null, empty or false. */
export function asOnlyPage(body: JsonObject, list: KnownList): JsonObject {
  let result = body;
  for (const path of pathsIn(body, deepest)) {
    if (path === list.items || path.startsWith(`${list.items}.`) || isTold(list.told, path)) continue;
    const name = path.slice(path.lastIndexOf('.') + 1);
    const value = valueAt(result, path);
    if (value === undefined) continue;
    if (further.test(snakeCase(name))) result = firstValid(result, path, [undefined, null, '', false, 0], list);
    else if (total.test(snakeCase(name)) && typeof value === 'number')
      result = firstValid(result, path, [list.count], list);
  }
  return result;
}

function isTold(told: JsonObject, path: string): boolean {
  const value = valueAt(told, path);
  return value !== undefined && !isJsonObject(value);
}

function pathsIn(object: JsonObject, depth: number): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const inner = isJsonObject(value) && depth > 1 ? pathsIn(value, depth - 1) : [];
    return name.includes('.') ? [] : [name, ...inner.map((path) => `${name}.${path}`)];
  });
}

function firstValid(
  body: JsonObject,
  path: string,
  values: readonly (Json | undefined)[],
  { declared }: KnownList,
): JsonObject {
  const changed = values.map((value) =>
    value === undefined ? withoutValue(body, path) : withValue(body, path, value),
  );
  return changed.find((one) => declared.is(one)) ?? body;
}

function snakeCase(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
}
