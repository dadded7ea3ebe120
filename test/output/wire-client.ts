/**
 * Wraps a client that was generated with snake_case properties, `Date` and `bigint`, so that it is called like one without these
 * options: `{ publishedAt: '2026-…' }` → `{ published_at: new Date('2026-…') }`, and back in results. The conversion is independent of
 * the generated code and knows no schema.
 */
export function toWireClient<Client>(client: object): Client {
  // as: the result has the members of a client without the options.
  return wrap(client) as Client;
}

/** Methods of a call that return data, which is converted. */
const DATA_METHODS = new Set(['result', 'withResponse', 'toArray']);

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
  const promise = method(toDomain(params), options);
  return new Proxy(promise, {
    get: (_, name) => {
      const member: unknown = Reflect.get(promise, name);
      if (typeof member !== 'function') return member;
      // as: it is a method of the call; its arguments are passed on unchanged.
      const own = member.bind(promise) as (...args: readonly unknown[]) => unknown;
      if (name === 'then')
        return (done: (value: unknown) => unknown, failed: unknown) =>
          own((data: unknown) => done(toWire(data)), failed);
      if (typeof name === 'string' && DATA_METHODS.has(name))
        return async (...args: readonly unknown[]) => toWire(await own(...args));
      return own;
    },
  });
}

/** Converts arguments of a client without the options to those with them. */
function toDomain(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return new Date(value);
  // The only `bigint` that is passed. Other texts of digits may be ids, so they cannot be told by their form.
  const { offsetMs } = Object(value);
  if (typeof offsetMs === 'string') return toDomain({ ...Object(value), offsetMs: BigInt(offsetMs) });
  return convert(value, toDomain, (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** Converts results of a client with the options to those without them. */
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
