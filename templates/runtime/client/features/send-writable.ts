import type { ReadOnlyMembers } from '../../operation-wire.js';
import { readOwn } from '../params/values.js';
import type { CallFeature } from '../options/options.js';

/** Removes members that only the service sets from request bodies, so that a received value can be changed and sent back. */
export const sendWritable: CallFeature = {
  around: (call, next) => {
    const { operation, params } = call;
    const body = withoutReadOnly(readOwn(params, 'body'), operation.wire?.readOnly ?? {});
    return next({ ...call, params: body === undefined ? params : { ...params, body } });
  },
};

function withoutReadOnly(value: unknown, members: ReadOnlyMembers, depth = 0): unknown {
  // Circular values are reported when they are written.
  if (depth > 100) return value;
  if (Array.isArray(value)) return value.map((item) => withoutReadOnly(item, members, depth + 1));
  // Only plain objects: forms, bytes and instances of classes are not copied.
  if (Object(value) !== value || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  const entries = Object.entries(Object(value)).flatMap(([name, item]): [string, unknown][] => {
    const inner = Object.hasOwn(members, name) ? members[name] : members['*'];
    if (inner === true) return [];
    return [[name, inner ? withoutReadOnly(item, typeof inner === 'function' ? inner() : inner, depth + 1) : item]];
  });
  return Object.fromEntries(entries);
}
