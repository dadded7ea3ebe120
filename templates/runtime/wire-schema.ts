import type { Json } from './json.js';
import type { AnyCodec } from './codec.js';

/** The types of JSON. */
export type WireType = 'null' | 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object';

/** A schema, or a function that gives one: models may follow later, or hold themselves. */
export type WirePart = WireSchema | (() => WireSchema);

/** Where in a schema values are converted and properties have other names. Names of properties are those on the wire. */
export interface WireSchema {
  /** Converts the value itself. */
  readonly codec?: AnyCodec;
  /** Properties that callers know by other names. */
  readonly names?: Readonly<Record<string, string>>;
  /** Those that hold something to convert; where there are `additional` or `patterns`, all that are declared. */
  readonly properties?: Readonly<Record<string, WirePart>>;
  /** Of properties that are neither declared nor matched by a pattern. */
  readonly additional?: WirePart;
  readonly patterns?: readonly (readonly [RegExp, WirePart])[];
  readonly items?: WirePart;
  readonly prefix?: readonly WirePart[];
  /** Schemas of the same value, all of which apply; where two convert the same, the first does. */
  readonly all?: readonly WirePart[];
  /** Unions, of each of which the first branch applies that fits the value. */
  readonly one?: readonly (readonly WireChoice[])[];
}

/** A branch of a union, and what tells it apart. */
export interface WireChoice {
  /** Empty where it converts nothing. */
  readonly part: WirePart;
  readonly types?: readonly WireType[];
  /** The values that a property has in this branch. */
  readonly tags?: Readonly<Record<string, readonly Json[]>>;
  /** Properties that are always there. */
  readonly required?: readonly string[];
}

/** Most steps from a schema to those that it combines, for references can lead round in a circle. */
const mostSteps = 50;

/** The schema of one value without combinations: those that apply are merged into it. */
export function flatten(part: WirePart, value: unknown, encodes: boolean, steps: number = mostSteps): WireSchema {
  const schema = typeof part === 'function' ? part() : part;
  const { all = [], one = [], ...own } = schema;
  if ((all.length === 0 && one.length === 0) || steps === 0) return schema;
  const flat = (other: WirePart): WireSchema => flatten(other, value, encodes, steps - 1);
  const base = all.map(flat).reduce<WireSchema>(merge, own);
  const chosen = one.flatMap((choices) => choose(choices, value, encodes, base.names) ?? []);
  return chosen.map(({ part: other }) => flat(other)).reduce<WireSchema>(merge, base);
}

function merge(first: WireSchema, second: WireSchema): WireSchema {
  const { properties = {} } = first;
  const both = Object.entries(second.properties ?? {}).map(([name, part]): [string, WirePart] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, own === undefined ? part : { all: [own, part] }];
  });
  const merged: Readonly<Record<string, unknown>> = {
    ...second,
    ...first,
    names: { ...second.names, ...first.names },
    properties: { ...properties, ...Object.fromEntries(both) },
    patterns: [...(first.patterns ?? []), ...(second.patterns ?? [])],
    items: first.items && second.items ? { all: [first.items, second.items] } : (first.items ?? second.items),
    all: undefined,
    one: undefined,
  };
  // What neither has is absent.
  return Object.fromEntries(Object.entries(merged).filter(([, item]) => item !== undefined));
}

/** Where callers pass values, what a codec takes for its own comes first: a date is no other object. */
function choose(
  choices: readonly WireChoice[],
  value: unknown,
  encodes: boolean,
  names: WireSchema['names'],
): WireChoice | undefined {
  if (!encodes) return choices.find((choice) => fits(choice, value, {}));
  const schemas = choices.map(({ part }) => flatten(part, value, encodes));
  const own = choices.find((_, index) => schemas[index]?.codec?.is(value));
  return (
    own ??
    choices.find(
      (choice, index) => !schemas[index]?.codec && fits(choice, value, { ...names, ...schemas[index]?.names }),
    )
  );
}

function fits(
  { types, tags = {}, required = [] }: WireChoice,
  value: unknown,
  names: WireSchema['names'] = {},
): boolean {
  if (types !== undefined && !types.some((type) => isOfType(value, type))) return false;
  const read = (name: string): unknown => {
    const own = Object.hasOwn(names, name) ? (names[name] ?? name) : name;
    return isRecord(value) && Object.hasOwn(value, own) ? value[own] : undefined;
  };
  if (required.some((name) => read(name) === undefined)) return false;
  return Object.entries(tags).every(([name, values]) => values.some((one) => one === read(name)));
}

function isOfType(value: unknown, type: WireType): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'integer') return Number.isInteger(value) || typeof value === 'bigint';
  return typeof value === type || (type === 'number' && typeof value === 'bigint');
}

/** Whether a value is an object of JSON: of no class, such as `Date`. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !/^\[object (?:Date|U?int|Temporal|Blob|File|FormData|URLSearchParams|ReadableStream)/i.test(
    Object.prototype.toString.call(value),
  );
}
