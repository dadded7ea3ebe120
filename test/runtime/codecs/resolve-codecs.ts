import * as codecs from '@speccast/runtime/codecs';

/** Puts codecs in the place of their names: `{ codec: int64AsBigint }`, anywhere in a value. */
export function resolveCodecs<Value>(value: Value): Value {
  // `as`: nothing but names of codecs is replaced.
  return resolve(value) as Value;
}

function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    key === 'codec' && typeof one === 'string' ? Reflect.get(codecs, one) : resolve(one),
  ]);
  return Object.fromEntries(entries);
}
