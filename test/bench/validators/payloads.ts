import { createDice, type Dice } from '../../conformance/sample-value.js';
import { readYaml } from '../../rows.js';

/** A value as JSON has it. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A row of the table: payloads of one kind, either valid or with one mistake. */
export interface Row {
  readonly name: string;
  readonly title: string;
  /** File of the schema below `schemas`. */
  readonly schema: string;
  /** Path of a date, `items.$.at`, if the formats of the schema are asserted. Without it, formats are removed from the schema. */
  readonly dates?: string;
  /** Template of a payload: see `rows.yaml`. */
  readonly payload: Json;
  /** The mistake: the value at this path is replaced. */
  readonly wrong?: { readonly at: string; readonly value: Json };
}

/** Number of payloads of a row. */
export const INSTANCES = 64;

/** The rows of the table. */
export const rows: readonly Row[] = readYaml<{ readonly rows: readonly Row[] }>(
  new URL('rows.yaml', import.meta.url),
).rows;

function pick(items: readonly Json[], draw: Dice): Json {
  return items[draw(items.length)] ?? null;
}

function expand(template: Json, draw: Dice): Json {
  if (typeof template === 'string') return expandText(template, draw);
  if (typeof template !== 'object' || template === null) return template;
  if (Array.isArray(template)) return template.flatMap((element) => repeat(element, draw));
  const { $oneOf } = template;
  if (Array.isArray($oneOf)) return expand(pick($oneOf, draw), draw);
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, expand(value, draw)]));
}

/** Expands an element of a list: one element, or `$times` elements for `{ $times, $each }`. */
function repeat(element: Json, draw: Dice): Json[] {
  const { $times = 0, $each = [element] } = Object(element);
  return Array.from({ length: $times || 1 }, (_, index) => expand($each[index % $each.length], draw));
}

function expandText(template: string, draw: Dice): string {
  const digit = (_: unknown, index: number): string => String(index === 0 ? 1 + draw(9) : draw(10));
  const letter = (): string => String.fromCharCode(97 + draw(26));
  return template
    .replace(/<(letters|digits) (\d+)>/g, (_, kind: string, length: string) =>
      Array.from({ length: Number(length) }, kind === 'digits' ? digit : letter).join(''),
    )
    .replace(/<(\d+)-(\d+)>/g, (_, from: string, to: string) =>
      String(Number(from) + draw(Number(to) - Number(from) + 1)),
    )
    .replace(/<([\w|-]+)>/g, (_, words: string) => String(pick(words.split('|'), draw)));
}

/** Sets the value at a path, in which `*` matches all elements: `items.*.title`. */
function set(holder: Json, [key = '', ...rest]: readonly string[], value: Json): void {
  if (typeof holder !== 'object' || holder === null) throw new Error(`There is no object or array with the key ${key}`);
  // `as`: an array is an object whose keys are indices.
  const members = holder as Record<string, Json>;
  for (const one of key === '*' ? Object.keys(members) : [key])
    if (rest.length === 0) members[one] = value;
    else set(members[one] ?? null, rest, value);
}

function create({ payload, wrong }: Row, draw: Dice): Json {
  const value = expand(payload, draw);
  if (wrong !== undefined) set(value, wrong.at.split('.'), wrong.value);
  return value;
}

/** Writes the payloads of a row as JSON. Every fourth has the properties of its objects in another order. */
export function writePayloads(row: Row): readonly string[] {
  return Array.from({ length: INSTANCES }, (_, index) => {
    const draw = createDice(index + 1);
    const value = create(row, draw);
    const isMixed = index % 4 === 3;
    return JSON.stringify(value, (_key, one: Json) => {
      if (!isMixed || typeof one !== 'object' || one === null || Array.isArray(one)) return one;
      const entries = Object.entries(one).map((entry) => [draw(1e6), entry] as const);
      return Object.fromEntries(entries.toSorted((left, right) => left[0] - right[0]).map(([, entry]) => entry));
    });
  });
}

const noDateTimes = ['2024-07-01', '2024-02-30T10:00:00Z', '2024-07-01T25:00:00Z', '2024-07-01T10:00:00', 'today'];

/** Writes payloads in which one value is replaced at random. All libraries must agree whether they are valid. */
export function writeMutants(row: Row): readonly string[] {
  return Array.from({ length: INSTANCES }, (_, index) => {
    const draw = createDice(1000 + index);
    const value = create(row, draw);
    if (row.dates !== undefined && index % 2 === 0)
      set(value, row.dates.replace('$', String(index % 50)).split('.'), pick(noDateTimes, draw));
    else mutate(value, draw);
    return JSON.stringify(value);
  });
}

function mutate(holder: Json, draw: Dice): void {
  const keys = Object.keys(Object(holder));
  const key = keys[draw(keys.length)];
  if (key === undefined) return;
  // `as`: an array is an object whose keys are indices.
  const members = holder as Record<string, Json>;
  const member = members[key] ?? null;
  if (typeof member === 'object' && member !== null && draw(8) > 0) mutate(member, draw);
  else members[key] = pick([null, 7, 0.5, 'other', true, [], {}, [7], { other: 7 }], draw);
}
