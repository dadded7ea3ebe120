import { isJsonObject, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { valueAt, withoutValue, withValue } from '../../values/json-path.js';

const further =
  /(?:^|_)(?:next|prev|previous|after|before|cursors?|more|last)(?:_|$)|(?:next|more|cursor|marker|continuation|offset)|page_?token/i;

const total =
  /^(?:total|count|size|length)(?:_?(?:count|results|items|size|records|elements|entries))?$|(?:_|^)(?:count|total)$/i;

/** Most levels of objects around the items that are read. */
const deepest = 3;

/**
 * Changes the sampled members of a list that would name further pages so that they name none: absent, null, empty or false. `items` is
 * the path of the items, `count` their number, and `known` holds the members that were not sampled.
 */
export function asOnlyPage(
  body: JsonObject,
  {
    declared,
    items,
    known,
    count,
  }: {
    readonly declared: Validator<unknown>;
    readonly items: string;
    readonly known: JsonObject;
    readonly count: number;
  },
): JsonObject {
  let result = body;
  for (const path of listPaths(body, deepest)) {
    const value = valueAt(result, path);
    const own = valueAt(known, path);
    const isKnown = own !== undefined && !isJsonObject(own);
    if (value === undefined || isKnown || path === items || path.startsWith(`${items}.`)) continue;
    const name = path.slice(path.lastIndexOf('.') + 1).replace(/([a-z\d])([A-Z])/g, '$1_$2');
    const isTotal = total.test(name) && typeof value === 'number';
    const values = further.test(name) ? [undefined, null, '', false, 0] : isTotal ? [count] : [];
    const before = result;
    const changed = values.map((one) =>
      one === undefined ? withoutValue(before, path) : withValue(before, path, one),
    );
    result = changed.find((one) => declared.is(one)) ?? before;
  }
  return result;
}

function listPaths(object: JsonObject, depth: number): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const inner = isJsonObject(value) && depth > 1 ? listPaths(value, depth - 1) : [];
    return name.includes('.') ? [] : [name, ...inner.map((path) => `${name}.${path}`)];
  });
}
