import * as codecs from '@speccast/runtime/codecs';

/** Replaces names of codecs by codecs, anywhere in a value: `{ codec: 'int64AsBigint' }` → `{ codec: int64AsBigint }`. */
export function resolveCodecs<Value>(value: Value): Value {
  // `as`: only names of codecs are replaced, so the type stays the same.
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
