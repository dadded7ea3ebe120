import { isJsonObject, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { valueAt, withoutValue, withValue } from '../../values/json-path.js';

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
    const told = valueAt(list.told, path);
    const isTold = told !== undefined && !isJsonObject(told);
    if (path === list.items || path.startsWith(`${list.items}.`) || isTold) continue;
    const name = snakeCase(path.slice(path.lastIndexOf('.') + 1));
    const value = valueAt(result, path);
    if (value === undefined) continue;
    const isTotal = total.test(name) && typeof value === 'number';
    const values = further.test(name) ? [undefined, null, '', false, 0] : isTotal ? [list.count] : [];
    const before = result;
    const changed = values.map((one) =>
      one === undefined ? withoutValue(before, path) : withValue(before, path, one),
    );
    result = changed.find((one) => list.declared.is(one)) ?? before;
  }
  return result;
}

function pathsIn(object: JsonObject, depth: number): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const inner = isJsonObject(value) && depth > 1 ? pathsIn(value, depth - 1) : [];
    return name.includes('.') ? [] : [name, ...inner.map((path) => `${name}.${path}`)];
  });
}

function snakeCase(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
}
