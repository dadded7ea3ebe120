import type { Json, JsonObject } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { readYaml } from '../rows.js';
import { openDocument, type SchemaDocument, toList, toObject } from './schema-document.js';

/** Returns an integer from 0 to `limit - 1`; the sequence only depends on the seed. */
export type Dice = (limit: number) => number;

/** Creates a generator of pseudo-random integers (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const { names, formats, ...drawn } = readYaml<{
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly formats: Readonly<Record<string, string>>;
}>(new URL('values.yaml', import.meta.url));
const texts = [...drawn.texts, ...Object.values(formats)];

/** Builds a value that a schema probably accepts. */
export function sampleValue(schema: Json, dice: Dice): Json {
  const document = openDocument(schema);
  return new Sampler(document, dice).sample(document.root, 4);
}

/** Copies a value with one part changed. */
export function mutate(value: Json, dice: Dice): Json {
  const isInner = dice(3) > 0;
  if (Array.isArray(value)) return isInner && value.length > 0 ? mutateItem(value, dice) : mutateList(value, dice);
  if (!isJsonObject(value)) return mutateScalar(value, dice);
  const entries = Object.entries(value);
  const [key, inner] = pick(entries, dice) ?? [];
  if (key === undefined || inner === undefined) return Object.fromEntries([[pick(names, dice) ?? 'a', scalar(dice)]]);
  const others = entries.filter(([name]) => name !== key);
  if (isInner) return Object.fromEntries(entries.map(([name, one]) => [name, name === key ? mutate(one, dice) : one]));
  const added: [string, Json][] = [[pick(names, dice) ?? 'a', scalar(dice)]];
  return (
    pick<Json>([Object.fromEntries(others), Object.fromEntries([...entries, ...added]), [value], null], dice) ?? null
  );
}

function mutateItem(value: readonly Json[], dice: Dice): Json {
  const index = dice(value.length);
  return value.map((one, at) => (at === index ? mutate(one, dice) : one));
}

function mutateList(value: readonly Json[], dice: Dice): Json {
  return (
    pick<Json>([value.slice(1), [...value, scalar(dice)], [...value, ...value.slice(0, 1)], { a: value }], dice) ?? null
  );
}

function mutateScalar(value: Json, dice: Dice): Json {
  if (typeof value === 'number')
    return pick<Json>([value + 1, value - 1, value + 0.5, -value, value / 10, String(value)], dice) ?? 0;
  if (typeof value === 'string') return pick<Json>([`${value}a`, value.slice(1), value.toUpperCase(), 1], dice) ?? '';
  return scalar(dice);
}

function scalar(dice: Dice): Json {
  return pick<Json>([null, true, false, 0, 1, 3, 1.5, -4, 0.3, [], {}, pick(texts, dice) ?? ''], dice) ?? null;
}

function pick<T>(list: readonly T[], dice: Dice): T | undefined {
  return list[dice(Math.max(list.length, 1))];
}

class Sampler {
  readonly #document: SchemaDocument;
  readonly #dice: Dice;

  constructor(document: SchemaDocument, dice: Dice) {
    this.#document = document;
    this.#dice = dice;
  }

  /** Builds a value for a schema; `depth` limits its levels. */
  sample(schema: Json, depth: number): Json {
    if (!isJsonObject(schema) || depth === 0) return scalar(this.#dice);
    if (schema['const'] !== undefined) return schema['const'];
    const allowed = schema['enum'];
    if (Array.isArray(allowed) && allowed.length > 0) return pick(allowed, this.#dice) ?? null;
    const bases = this.#bases(schema).map((one) => this.sample(one, depth - 1));
    const base = bases.every(isJsonObject) ? Object.fromEntries(bases.flatMap(Object.entries)) : bases[0];
    return this.#shape(schema, bases.length === 0 ? undefined : base, depth);
  }

  /** Lists other schemas that the value has to match. */
  #bases(schema: JsonObject): readonly Json[] {
    const union = toList(schema['anyOf'] ?? schema['oneOf']);
    const branch = schema['if'] === undefined || this.#dice(2) === 0 ? schema['else'] : [schema['if'], schema['then']];
    return [
      ...this.#document.targets(schema, []),
      ...toList(schema['allOf']),
      ...(union.length === 0 ? [] : [pick(union, this.#dice) ?? true]),
      ...(Array.isArray(branch) ? branch : [branch]),
    ].filter((one): one is Json => one !== undefined && one !== true);
  }

  #shape(schema: JsonObject, base: Json | undefined, depth: number): Json {
    const type = this.#pickType(schema, base);
    if (type === 'object') return this.#object(schema, isJsonObject(base) ? base : {}, depth);
    if (type === 'array') return this.#array(schema, toList(base), depth);
    if (type === 'string') return this.#text(schema, base);
    if (type === 'number' || type === 'integer') return this.#number(schema, base, type === 'integer');
    if (type === 'null') return null;
    if (type === 'boolean') return this.#dice(2) === 0;
    return base ?? scalar(this.#dice);
  }

  #pickType(schema: JsonObject, base: Json | undefined): Json | undefined {
    const type = schema['type'];
    if (type !== undefined) return Array.isArray(type) ? pick(type, this.#dice) : type;
    const has = (pattern: RegExp): boolean => Object.keys(schema).some((key) => pattern.test(key));
    if (has(/ropert|required|dependent/)) return 'object';
    if (has(/tems|ontains/)) return 'array';
    if (has(/Length|pattern|format/)) return 'string';
    if (has(/imum|multipleOf/)) return 'number';
    return base === undefined ? pick(['object', 'array', 'string', 'number'], this.#dice) : undefined;
  }

  #object(schema: JsonObject, base: JsonObject, depth: number): Json {
    const properties = toObject(schema['properties']);
    const required = toList(schema['required']).map(String);
    const keys = [...Object.keys(properties).filter(() => this.#dice(3) > 0), ...required];
    if (schema['patternProperties'] !== undefined) keys.push('x1');
    const least = Number(schema['minProperties'] ?? this.#dice(2));
    while (new Set(keys).size < Math.min(least, names.length)) keys.push(pick(names, this.#dice) ?? 'a');
    const dependent = toObject(schema['dependentRequired']);
    keys.push(...keys.flatMap((name) => (Object.hasOwn(dependent, name) ? toList(dependent[name]).map(String) : [])));
    const most = Number(schema['maxProperties'] ?? 10);
    const members = [...new Set(keys)].slice(0, most).map((name): [string, Json] => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const pattern = name.startsWith('x') ? Object.values(toObject(schema['patternProperties']))[0] : undefined;
      const further = schema['additionalProperties'] ?? schema['unevaluatedProperties'];
      return [name, this.sample(own ?? pattern ?? further ?? true, depth - 1)];
    });
    return Object.fromEntries([...Object.entries(base), ...members]);
  }

  #array(schema: JsonObject, base: readonly Json[], depth: number): Json {
    const prefix = toList(schema['prefixItems']);
    const rest = schema['items'] ?? schema['unevaluatedItems'] ?? true;
    const contained = schema['contains'];
    const size = Math.max(Number(schema['minItems'] ?? 0), this.#dice(4), base.length);
    const most = Number(schema['maxItems'] ?? 6);
    const items = Array.from({ length: Math.min(size, most) }, (_, index) => {
      const own = base[index];
      return own !== undefined && prefix[index] === undefined && schema['items'] === undefined
        ? own
        : this.sample(prefix[index] ?? rest, depth - 1);
    });
    const matching = contained === undefined ? [] : [this.sample(contained, depth - 1)];
    return [...items, ...matching];
  }

  #text(schema: JsonObject, base: Json | undefined): Json {
    const format = formats[String(schema['format'])];
    if (format !== undefined) return format;
    const pattern = schema['pattern'];
    const matching = texts.filter((one) => {
      const size = [...one].length;
      const isLong = size >= Number(schema['minLength'] ?? 0) && size <= Number(schema['maxLength'] ?? 9);
      return isLong && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(one));
    });
    return typeof base === 'string' && matching.includes(base) ? base : (pick(matching, this.#dice) ?? '');
  }

  #number(schema: JsonObject, base: Json | undefined, isWhole: boolean): Json {
    const step = Number(schema['multipleOf'] ?? (isWhole ? 1 : 0.5));
    const low = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? Number(schema['maximum'] ?? 1) - 2);
    if (typeof base === 'number' && base >= low) return base;
    const steps = Math.ceil(low / step) + this.#dice(4);
    return Number((steps * step).toFixed(4));
  }
}
