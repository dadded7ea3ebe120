import { readMember, type Json } from './json.js';
import type { AnyCodec } from './codec.js';

/** The types of JSON. */
export type WireType = 'null' | 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object';

/** A schema, or a function that returns one, for models that are declared later or contain themselves. */
export type WirePart = WireSchema | (() => WireSchema);

/** The parts of a schema with values to convert or properties to rename. Names are those on the wire. */
export interface WireSchema {
  /** Converts the value itself. */
  readonly codec?: AnyCodec;
  /** Properties with other names in the program: `{ page_size: 'pageSize' }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Properties with values to convert; with `additional` or `patterns`, all declared properties. */
  readonly properties?: Readonly<Record<string, WirePart>>;
  /** Schema of properties that are neither declared nor match a pattern. */
  readonly additional?: WirePart;
  readonly patterns?: readonly (readonly [RegExp, WirePart])[];
  readonly items?: WirePart;
  readonly prefix?: readonly WirePart[];
  /** Schemas that all apply to the value (`allOf`). The first codec for a value converts it. */
  readonly all?: readonly WirePart[];
  /** Unions (`oneOf`, `anyOf`). Of each, the first branch that fits the value applies. */
  readonly one?: readonly (readonly WireChoice[])[];
}

/** A branch of a union, and the facts that distinguish it from the others. */
export interface WireChoice {
  /** `{}` if nothing is to be converted. */
  readonly part: WirePart;
  readonly types?: readonly WireType[];
  /** The values that a property has in this branch. */
  readonly tags?: Readonly<Record<string, readonly Json[]>>;
  /** Properties that every value of this branch has. */
  readonly required?: readonly string[];
}

/**
 * Merges the schemas of `all`, and the branches of `one` that the value fits, into one schema. Stops after `steps` levels, because
 * references can form a circle.
 */
export function flatten(part: WirePart, value: unknown, encodes: boolean, steps = 50): WireSchema {
  const schema = typeof part === 'function' ? part() : part;
  const { all = [], one = [], ...own } = schema;
  if ((!all.length && !one.length) || !steps) return schema;
  const flat = (other: WirePart) => flatten(other, value, encodes, steps - 1);
  const base = all.map(flat).reduce<WireSchema>(merge, own);
  const chosen = one.flatMap((choices) => {
    if (!encodes) return choices.find((choice) => fits(choice, value))?.part ?? [];
    const branches = choices.map((choice) => ({ choice, schema: flatten(choice.part, value, encodes) }));
    const found =
      // Codecs first: a `Date` would also fit a branch of type `object`.
      branches.find((branch) => branch.schema.codec?.is(value)) ??
      branches.find(
        (branch) => !branch.schema.codec && fits(branch.choice, value, { ...base.names, ...branch.schema.names }),
      );
    return found?.choice.part ?? [];
  });
  return chosen.map(flat).reduce<WireSchema>(merge, base);
}

function merge(first: WireSchema, second: WireSchema): WireSchema {
  const both = Object.entries(second.properties ?? {}).map(([name, part]): [string, WirePart] => {
    const own = readMember(first.properties, name);
    return [name, own ? { all: [own, part] } : part];
  });
  const merged = {
    ...second,
    ...first,
    names: { ...second.names, ...first.names },
    properties: { ...first.properties, ...Object.fromEntries(both) },
    patterns: [...(first.patterns ?? []), ...(second.patterns ?? [])],
    items: first.items && second.items ? { all: [first.items, second.items] } : (first.items ?? second.items),
    all: undefined,
    one: undefined,
  };
  // Merging sets members to `undefined` that neither schema has.
  return Object.fromEntries(Object.entries(merged).filter(([, item]) => item !== undefined));
}

function fits({ types, tags = {}, required = [] }: WireChoice, value: unknown, names: WireSchema['names'] = {}) {
  const isBigint = typeof value === 'bigint';
  const isOfType = (type: WireType) => {
    if (type === 'null') return value === null;
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return isRecord(value);
    return type === 'integer'
      ? isBigint || Number.isInteger(value)
      : typeof value === type || (type === 'number' && isBigint);
  };
  if (types && !types.some(isOfType)) return false;
  const read = (name: string) => (isRecord(value) ? readMember(value, readMember(names, name) ?? name) : undefined);
  if (required.some((name) => read(name) === undefined)) return false;
  return Object.entries(tags).every(([name, values]) => values.some((one) => one === read(name)));
}

/** Returns whether a value is a plain object, and no instance of a class such as `Date`. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !/^\[object (?:Date|U?int|Temporal|Blob|File|FormData|URLSearchParams|ReadableStream)/i.test(
    Object.prototype.toString.call(value),
  );
}
