import type { EnumStyle } from '../api/types/shape.js';
import {
  changeCase,
  changeMemberCase,
  type NameCase,
  type Named,
  type NameOptions,
} from '../api/tools/name-options.js';
import { camelCase, readLastStep } from '../api/tools/names.js';
import { reachable } from '../iterables.js';
import { isCompound, isJsonObject, listOwnKeys, toArray, toObjects, type Json, type JsonObject } from '../json.js';
import { hasRef } from '../spec/openapi/rules.js';
import type { Keys } from './migration.js';
import { findSchemas, nameSchemaType } from './names.js';
import { selectedBy } from './output-keys.js';
import type { FoundOperation, SpecFacts } from './spec-facts.js';

/** Reports why an option has no counterpart. */
export type Leave = (message: string) => void;

/** The case in which the old configuration spells one kind of names. */
export interface NameWish {
  readonly named: Named;
  readonly style: NameCase;
  /** Set if parameters kept their names; in speccast, they follow the properties. */
  readonly keepsParameters?: boolean;
  readonly leave?: Leave | undefined;
}

/** Types of values and spellings of names in an old configuration. A setting without `leave` is a default of the old tool. */
export interface ValueWishes {
  /** Set if dates are objects. */
  readonly dates?: Leave | undefined;
  /** The formats of integers that are of type `bigint`. */
  readonly bigints?: { readonly formats: readonly string[]; readonly leave?: Leave | undefined } | undefined;
  readonly enums?: { readonly style: EnumStyle; readonly leave?: Leave | undefined } | undefined;
  readonly names?: readonly NameWish[] | undefined;
}

/** Adds the keys `types`, `enums` and `names`, as far as they change something in the document, to the keys of a service. */
export function withValueKeys(keys: Keys, wishes: ValueWishes, facts: SpecFacts): ReadonlyMap<string, Json> {
  const stated = Object.entries(keys).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  const all = new Map(stated);
  const found = findValues(facts, selectedBy(all.get('operations'), facts));
  const types = migrateTypes(wishes, found);
  if (types.length > 0) all.set('types', Object.fromEntries(types));
  const names = migrateNames(wishes, found);
  if (Object.keys(names).length > 0) all.set('names', { ...names });
  const { style = 'union', leave } = wishes.enums ?? {};
  if (style === 'union') return all;
  if (found.hasEnums) all.set('enums', style);
  else leave?.('no enum of the document has several strings or numbers');
  return all;
}

function migrateTypes(
  { dates, bigints }: ValueWishes,
  { formats }: FoundValues,
): readonly (readonly [format: string, type: string])[] {
  const hasMoments = formats.has('date-time');
  if (formats.has('date'))
    dates?.('days stay text, since a Date is a moment; `types: { date: Temporal.PlainDate }` makes them dates');
  else if (!hasMoments) dates?.('no schema of the document has the format `date-time`');
  const large = bigints?.formats.filter((format) => formats.has(format)) ?? [];
  if (large.length === 0) bigints?.leave?.('no schema of the document has the format `int64`');
  const moments = dates && hasMoments ? [['date-time', 'Date'] as const] : [];
  return [...moments, ...large.map((format) => [format, 'bigint'] as const)];
}

/** Spells a name in a case, and as speccast spells it by default: `petId` in snake_case → `['pet_id', 'petId']`. */
const casings: Readonly<Record<Named, (name: string, style: NameCase) => readonly [string, string]>> = {
  properties: spellMember,
  parameters: spellMember,
  operations: (id, style) => {
    const name = camelCase(id.split('.').at(-1) ?? id, 'call');
    return [changeCase(name, style), name];
  },
  types: (schema, style) => [changeCase(nameSchemaType(schema), style), nameSchemaType(schema)],
};

function spellMember(name: string, style: NameCase): readonly [string, string] {
  return [changeMemberCase(name, style), name];
}

function migrateNames({ names = [] }: ValueWishes, found: FoundValues): NameOptions {
  const all: Partial<Record<Named, NameCase>> = {};
  const changes = (named: Named, style: NameCase): boolean =>
    [...found.names[named]].some((name) => {
      const [cased, plain] = casings[named](name, style);
      return cased !== plain;
    });
  for (const { named, style, keepsParameters, leave } of names) {
    if (changes(named, style)) {
      all[named] = style;
      if (keepsParameters && changes('parameters', style)) all.parameters = 'unchanged';
    } else leave?.(`no name of the document changes in ${style}`);
  }
  return all;
}

/** Formats, enums and names of a document, on which the options `types`, `enums` and `names` have an effect. */
interface FoundValues {
  /** Formats of strings and numbers. */
  readonly formats: ReadonlySet<string>;
  /** Set if there is an enum of several strings or numbers. */
  readonly hasEnums: boolean;
  /** Names of properties, parameters and schemas, and ids of operations. */
  readonly names: Readonly<Record<Named, ReadonlySet<string>>>;
}

/** Finds the values in a document, or in some of its operations with all that they refer to. */
function findValues(facts: SpecFacts, operations: readonly FoundOperation[] | undefined): FoundValues {
  const formats = new Set<string>();
  const [properties, parameters] = [new Set<string>(), new Set<string>()];
  const types = new Set(operations === undefined ? findSchemas(facts).keys() : []);
  let hasEnums = false;
  const used = operations?.flatMap(({ node, parameters: own }): readonly Json[] => [node, ...own]);
  const roots = used ? [facts.root['webhooks'] ?? null, ...used] : [facts.root];
  const listInner = (value: Json): readonly Json[] => {
    if (!isCompound(value)) return [];
    return hasRef(value) && used ? [...Object.values(value), facts.object(value)] : Object.values(value);
  };
  for (const value of reachable<Json>(roots, listInner)) {
    if (!isJsonObject(value)) continue;
    const { format, in: location, name } = value;
    if (typeof format === 'string' && isFormatted(value)) formats.add(format);
    // An enum is `enum: [a, b]`, or `oneOf: [{ const: a }, { const: b }]`.
    const constants = [value['oneOf'], value['anyOf']].map((list) => toObjects(list).map((one) => one['const']));
    hasEnums ||= [toArray(value['enum']), ...constants].some(
      (list) => list.filter((one) => typeof one === 'string' || typeof one === 'number').length > 1,
    );
    for (const key of listOwnKeys(value['properties'])) properties.add(key);
    if (typeof location === 'string' && typeof name === 'string') parameters.add(name);
    if (hasRef(value) && used) types.add(readLastStep(value.$ref));
  }
  const ids = (operations ?? facts.operations).map(({ node }) => node['operationId']);
  const names = { properties, parameters, types, operations: new Set(ids.filter((id) => typeof id === 'string')) };
  return { formats, hasEnums, names };
}

/** Returns whether the format of a schema decides the type of its values; `enum` and `const` take precedence over it. */
function isFormatted({ type, enum: values, const: constant }: JsonObject): boolean {
  const types = Array.isArray(type) ? type : [type];
  const isScalar = types.some((one: Json | undefined) => one === 'string' || one === 'integer' || one === 'number');
  return isScalar && values === undefined && constant === undefined;
}
