import type { EnumStyle } from '../../api/types/shape.js';
import { inCase, memberInCase, type NameCase, type Named, type NameOptions } from '../../api/tools/name-options.js';
import { camelCase } from '../../api/tools/names.js';
import type { Json } from '../../json.js';
import type { SpecFacts } from '../spec-facts.js';
import { selectedBy } from '../subset.js';
import { findValues, type FoundValues } from './find-values.js';
import { nameSchemaType } from './type-names.js';

/** Says what has no counterpart of an option, in words. */
export type Leave = (message: string) => void;

/** Names of a kind are in a case. */
export interface NameWish {
  readonly named: Named;
  readonly style: NameCase;
  /** Parameters, which follow properties here, kept their names. */
  readonly keepsParameters?: boolean;
  readonly leave?: Leave | undefined;
}

/** Types of values and names that an old configuration asks for; without `leave`, by its defaults. */
export interface ValueWishes {
  /** Dates are objects. */
  readonly dates?: Leave | undefined;
  /** Integers of these formats are of type `bigint`. */
  readonly bigints?: { readonly formats: readonly string[]; readonly leave?: Leave } | undefined;
  /** Enums are written so. */
  readonly enums?: { readonly style: EnumStyle; readonly leave?: Leave | undefined } | undefined;
  readonly names?: readonly NameWish[] | undefined;
}

/** A service's keys with `types`, `enums` and `names`, which say of its document what the old configuration said. */
export function withValueKeys(
  keys: readonly (readonly [string, Json])[],
  wishes: ValueWishes,
  facts: SpecFacts,
): ReadonlyMap<string, Json> {
  const all = new Map(keys);
  const found = findValues(facts, selectedBy(all.get('operations'), facts));
  const types = migrateTypes(wishes, found);
  if (Object.keys(types).length > 0) all.set('types', types);
  const names = migrateNames(wishes, found);
  if (Object.keys(names).length > 0) all.set('names', { ...names });
  const { enums } = wishes;
  if (enums === undefined || enums.style === 'union') return all;
  if (found.hasEnums) all.set('enums', enums.style);
  else enums.leave?.('no enum of the document has several strings or numbers');
  return all;
}

function migrateTypes(
  { dates, bigints }: ValueWishes,
  { formats }: FoundValues,
): { readonly [format: string]: string } {
  const types: Record<string, string> = {};
  if (dates !== undefined) {
    if (formats.has('date-time')) types['date-time'] = 'Date';
    if (formats.has('date'))
      dates('days stay text, since a Date is a moment; `types: { date: Temporal.PlainDate }` makes them dates');
    else if (!formats.has('date-time')) dates('no schema of the document has the format `date-time`');
  }
  const large = bigints?.formats.filter((format) => formats.has(format)) ?? [];
  for (const format of large) types[format] = 'bigint';
  if (large.length === 0) bigints?.leave?.('no schema of the document has the format `int64`');
  return types;
}

/** Spells a name in a case, and without one: `petId` in snake_case -> `['pet_id', 'petId']`. */
const casings: Readonly<Record<Named, (name: string, style: NameCase) => readonly [string, string]>> = {
  properties: (name, style) => [memberInCase(name, style), name],
  parameters: (name, style) => [memberInCase(name, style), name],
  operations: (id, style) => [inCase(nameMethod(id), style), nameMethod(id)],
  types: (schema, style) => [inCase(nameSchemaType(schema), style), nameSchemaType(schema)],
};

function nameMethod(id: string): string {
  return camelCase(id.split('.').at(-1) ?? id, 'call');
}

function migrateNames({ names = [] }: ValueWishes, found: FoundValues): NameOptions {
  const all: Partial<Record<Named, NameCase>> = {};
  const changes = (named: Named, style: NameCase): boolean =>
    [...found.names[named]].some((name) => {
      const [cased, plain] = casings[named](name, style);
      return cased !== plain;
    });
  for (const { named, style, keepsParameters, leave } of names) {
    if (!changes(named, style)) leave?.(`no name of the document is another one in ${style}`);
    else all[named] = style;
    if (keepsParameters === true && all[named] !== undefined && changes('parameters', style))
      all.parameters = 'unchanged';
  }
  return all;
}
