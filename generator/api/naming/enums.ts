import { compact, isCompound, type Json } from '../../json.js';
import { typedParts } from '../conversions/tell-apart.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import { readOwnName } from '../tools/name-options.js';
import { readLastStep, NameScope, pascalCase, isIdentifierText } from '../tools/names.js';
import type { Schema } from '../types/schema.js';
import { type OperationNames, SHARED } from './name-operations.js';
import { compareStrings } from '../../iterables.js';
import type { Diagnostics } from '../../diagnostics.js';
import { describeValue, ENUM_LISTS } from '../schemas/doc.js';
import type { EnumStyle, EnumType } from '../types/shape.js';

/** A schema that is searched for enums, and the first words of the names of the enums inside. */
interface EnumOwner {
  readonly schema: Schema;
  readonly words: readonly string[];
  /** Id of the model, if the schema is one. */
  readonly holder?: string;
  /** File stem of the operation that the schema belongs to. Absent: that of `holder`, or the shared one. */
  readonly module?: string;
}

/** An enum whose values have names. */
export interface FoundEnum extends Omit<EnumOwner, 'schema'> {
  /** Equal enums with the same words: they share one type. */
  readonly schemas: readonly Schema[];
  /** Id of the model, if the enum itself is one; absent for an enum inside a model or an operation. */
  readonly model?: string;
}

/**
 * Finds the enums whose values get names: those of models, and those of properties, items and parameters with more than one
 * value. The words of a name are the steps to the enum, `['Book', 'genre']`, or the name that the spec states (`x-speccast-name`).
 */
export function findEnums(
  schemas: ReadonlyMap<string, Schema>,
  names: {
    readonly models: ReadonlyMap<string, string>;
    readonly operations: ReadonlyMap<OperationDraft, OperationNames>;
  },
): readonly FoundEnum[] {
  const owners: readonly EnumOwner[] = [
    ...Array.from(schemas, ([holder, schema]) => ({ schema, holder, words: [names.models.get(holder) ?? ''] })),
    ...[...names.operations].flatMap(([draft, one]) => listOwners(draft, one)),
  ];
  const found = new Map<string, FoundEnum & { readonly schemas: Schema[] }>();
  const seen = new Set<Schema>();
  for (const { schema: owner, ...place } of owners) {
    visit(owner, place.words, (schema, path, isNamed) => {
      if (seen.has(schema)) return;
      const model = schema === owner ? place.holder : undefined;
      const constants = listConstants(schema);
      if (constants.length < (model ? 1 : 2) || schema.enum?.some(isCompound)) return;
      seen.add(schema);
      const own = model || isNamed ? undefined : readOwnName(schema.extensions, 'type');
      const words = own ? [own] : path;
      const key = JSON.stringify([words, constants, model]);
      const known = found.get(key);
      if (known && !model) known.schemas.push(schema);
      else found.set(key, compact({ ...place, schemas: [schema], model, words }));
    });
  }
  return [...found.values()];
}

function listOwners(
  { parameters, body, responses, parts }: OperationDraft,
  { typeName, group: { module } }: OperationNames,
): readonly EnumOwner[] {
  const own = (schema: Schema, ...words: readonly string[]): EnumOwner => ({ schema, words, module });
  const { contents = [], media } = body ?? {};
  return [
    // The parameter for parts has its own type, `…Part`.
    ...parameters
      .filter(({ name }) => name !== parts?.parameter)
      .map(({ name, schema, reference }) =>
        reference ? { schema, words: [readLastStep(reference), 'Parameter'] } : own(schema, typeName, name),
      ),
    ...[...contents.map(({ schema }) => schema), media?.metadata ?? []].flat().map((one) => own(one, typeName, 'Body')),
    ...responses.flatMap(({ status, contents: all, typedHeaders = [] }) => [
      ...all.map(({ schema }) => own(schema, typeName, 'Response', ...(status.startsWith('2') ? [] : [status]))),
      ...typedHeaders.map(({ name, schema }) => own(schema, typeName, name)),
    ]),
  ];
}

/** Lists the values of an enum that get constants, each once: strings and numbers, not `null` and booleans. */
function listConstants(schema: Schema): readonly (string | number)[] {
  return schema.const ? [] : [...new Set(listEnumValues(schema))].filter(isConstant);
}

/** Lists the values of an enum, or of a union that is one. */
export function listEnumValues(schema: Schema): readonly Json[] {
  return schema.enum ?? listEnumBranches(schema).map((one) => one.const?.value ?? null);
}

/**
 * Lists the alternatives of a union that is an enum: each is a constant or null, at most with a title and a description, as in
 * `oneOf: [{ const: 1, title: Low }, { const: 2, title: High }]`. Empty for any other union.
 */
function listEnumBranches({ enum: values, oneOf, anyOf }: Schema): readonly Schema[] {
  const branches = oneOf ?? anyOf ?? [];
  const isEnum = branches.every(
    ({ const: constant, types, at: _at, doc: _doc, title: _title, extensions: _extensions, ...others }) => {
      if (Object.keys(others).length > 0) return false;
      return constant ? constant.value === null || isConstant(constant.value) : types?.join() === 'null';
    },
  );
  return isEnum && !values && !(oneOf && anyOf) ? branches : [];
}

/** Returns true if a value of an enum can be a constant: a string or a number. */
export function isConstant(value: Json): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * Visits every enum in a schema, without following references, with the words of the steps to it. `isNamed`: the enum is a property,
 * so its `x-speccast-name` is the name of the property.
 */
function visit(
  schema: Schema,
  path: readonly string[],
  visitor: (schema: Schema, path: readonly string[], isNamed: boolean) => void,
  isNamed = false,
): void {
  if (listEnumValues(schema).length > 0) visitor(schema, path, isNamed);
  const { properties = [], ...object } = schema.object ?? {};
  for (const { name, schema: inner } of properties)
    visit(inner, [...path, readOwnName(inner.extensions, 'property') ?? name], visitor, true);
  for (const inner of typedParts({ ...schema, object })) visit(inner, path, visitor);
}

/** The enums of a document whose values have names, by their schemas. */
export type Enums = ReadonlyMap<Schema, EnumType>;

/** Lowers the enums whose values have names; `modules` has the file stems of models that a single group uses. */
export function lowerEnums(
  found: ReadonlyMap<FoundEnum, string>,
  style: Exclude<EnumStyle, 'union'>,
  modules: ReadonlyMap<string, string | undefined>,
): Enums {
  return new Map(
    [...found].flatMap(([{ schemas, model, holder = '', module = modules.get(holder) ?? SHARED }, name]) => {
      const [first] = schemas;
      const type = first && compact({ name, style, module, model, ...lowerValues(first) });
      return type ? schemas.map((each) => [each, type] as const) : [];
    }),
  );
}

/** Reports lists of names that do not fit the values. */
export function reportEnums(enums: Enums, diagnostics: Diagnostics): void {
  for (const schema of enums.keys()) {
    const { enum: values = [], extensions = {} } = schema;
    for (const [key, names] of Object.entries(extensions)) {
      if (!ENUM_LISTS.includes(key) || !Array.isArray(names) || names.length === values.length) continue;
      const message = `${key} has ${names.length} entries, but the enum has ${values.length} values`;
      diagnostics.warning('mismatched-enum', message, schema.at);
    }
  }
}

function lowerValues(schema: Schema): Pick<EnumType, 'values' | 'doc'> {
  const alternatives = listEnumBranches(schema);
  const described = new Map<string | number, ReturnType<typeof describeValue>>();
  for (const [index, value] of listEnumValues(schema).entries()) {
    // The first of equal values counts.
    if (!isConstant(value) || described.has(value)) continue;
    const { title: given = '', doc } = alternatives[index] ?? {};
    const meaning = doc?.description ?? doc?.summary;
    const summary = meaning === given ? undefined : meaning;
    described.set(
      value,
      doc ? { given, doc: compact({ summary, deprecated: doc.deprecated }) } : describeValue(schema, value, index),
    );
  }
  const values = Array.from(described, ([value, description]) => ({ value, ...description }));
  const names = nameValues(values);
  return { values: values.map(({ value, doc }, index) => ({ name: names[index] ?? '', value, doc })), doc: schema.doc };
}

/** A value of an enum, and its name if the spec states one. */
interface NamelessValue {
  readonly value: string | number;
  readonly given?: string;
}

/**
 * Names the constants of an enum: valid identifiers, all of them different. A name that the spec states is kept if it is an
 * identifier. The order of the values changes no name.
 */
export function nameValues(values: readonly NamelessValue[]): readonly string[] {
  const isShouted = values.every(({ value }) => typeof value !== 'string' || !/\p{Ll}/u.test(value));
  const scope = new NameScope({ reserved: RESERVED });
  // Names that the spec states are claimed before names that are built from values.
  const ordered = values.toSorted(
    (left, right) =>
      Number(!left.given) - Number(!right.given) ||
      compareStrings(JSON.stringify(left.value), JSON.stringify(right.value)),
  );
  const names = new Map(scope.claimAll(ordered, (one) => [preferName(one, isShouted)]));
  return values.map((one) => names.get(one) ?? '');
}

/** Names that no member of an enum or object may have: TypeScript rejects them, or they set the prototype. */
const RESERVED = ['__proto__', 'NaN', 'Infinity'];

/** Returns the preferred name of a constant: `in_stock` → `InStock`, `SOLD_OUT` (all values in capitals) → `SoldOut`, `+1` → `Plus1`. */
function preferName({ value, given }: NamelessValue, isShouted: boolean): string {
  if (given) {
    const isKept = given.length <= 128 && !RESERVED.includes(given) && isIdentifierText(given);
    return isKept ? given : pascalCase(given, 'value');
  }
  if (value === '') return 'Empty';
  const text = isShouted && typeof value === 'string' ? value.toLowerCase() : String(value);
  const spell = (sign: string): string => SIGNS[sign] ?? 'sign';
  // A leading sign becomes a word (`-created`, `+1`), and so does each sign of a string without letters and digits (`>=`).
  const spelled = /^[\p{P}\p{S}\s]+$/u.test(text)
    ? Array.from(text, spell).join(' ')
    : text.replace(/^[+-](?=.)|(?<=\de)[+-](?=\d)/g, (sign) => ` ${spell(sign)} `);
  return pascalCase(spelled, 'value');
}

const SIGNS: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'star',
  '/': 'slash',
  '%': 'percent',
  '=': 'equal',
  '!': 'not',
  '<': 'less',
  '>': 'greater',
  '&': 'and',
  '|': 'or',
  '^': 'caret',
  '~': 'tilde',
  '#': 'hash',
  '@': 'at',
  $: 'dollar',
  '?': 'question',
  '.': 'dot',
  ',': 'comma',
  ':': 'colon',
  ';': 'semicolon',
  _: 'underscore',
  ' ': 'space',
};
