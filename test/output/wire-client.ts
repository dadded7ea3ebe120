/**
 * A client of a package whose properties are in snake_case, dates are `Date` and integers of 64 bits are `bigint`, as its
 * callers know it from one without these options: what they pass is converted for it, and what it gives is converted back.
 * Written apart from what is tested, and simpler: it knows no schema.
 */
export function withNamesOfWire<Client>(client: object): Client {
  // What the package without options has, by its names.
  return wrap(client) as Client;
}

/** What gives a value of a call, which is converted. */
const GIVES_DATA = new Set(['result', 'withResponse', 'toArray']);

function wrap(resource: object): unknown {
  return new Proxy(resource, {
    get: (_, name) => {
      const member: unknown = Reflect.get(resource, name);
      if (typeof member === 'function') return call.bind(undefined, member.bind(resource));
      return typeof member === 'object' && member !== null ? wrap(member) : member;
    },
  });
}

function call(method: (params: unknown, options?: unknown) => object, params?: unknown, options?: unknown): object {
  const made = method(toDomain(params), options);
  return new Proxy(made, {
    get: (_, name) => {
      const member: unknown = Reflect.get(made, name);
      if (typeof member !== 'function') return member;
      // Promises and functions of a call, which take what they took before.
      const own = member.bind(made) as (...args: readonly unknown[]) => unknown;
      if (name === 'then')
        return (done: (value: unknown) => unknown, failed: unknown) =>
          own((data: unknown) => done(toWire(data)), failed);
      if (typeof name === 'string' && GIVES_DATA.has(name))
        return async (...args: readonly unknown[]) => toWire(await own(...args));
      return own;
    },
  });
}

/** What callers without the options pass, as those with them do. */
function toDomain(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return new Date(value);
  // The one integer of 64 bits that is passed: a text of digits may be an id, too.
  const { offsetMs } = Object(value);
  if (typeof offsetMs === 'string') return toDomain({ ...Object(value), offsetMs: BigInt(offsetMs) });
  return convert(value, toDomain, (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** What callers with the options get, as those without do. */
function toWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  return convert(value, toWire, (name) =>
    name.replaceAll(/(?<=[a-z\d])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

function convert(value: unknown, each: (value: unknown) => unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map(each);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [rename(name), name === 'media' ? item : each(item)]),
  );
}
