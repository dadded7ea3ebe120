import type { Schema } from '../types/schema.js';
import { compareStrings } from '../../iterables.js';
import type { Diagnostics } from '../../diagnostics.js';
import { describeValue, ENUM_LISTS } from '../schemas/notes.js';
import { listEnumBranches, listConstants, type FoundEnum, listEnumValues } from '../naming/find-enums.js';
import { SHARED } from '../naming/name-groups.js';
import type { EnumStyle, EnumType } from '../types/enum-type.js';
import { isIdentifierText } from '../tools/identifiers.js';
import { NameScope, pascalCase } from '../tools/names.js';

/** The enums of a document whose values have names, by the schemas that are one. */
export type Enums = ReadonlyMap<Schema, EnumType>;

/** Makes the types of enums with names; `modules` has the file stems of models that a single group uses. */
export function lowerEnums(
  found: ReadonlyMap<FoundEnum, string>,
  style: Exclude<EnumStyle, 'union'>,
  modules: ReadonlyMap<string, string>,
): Enums {
  return new Map(
    [...found].flatMap(([one, name]) => {
      const [schema] = one.schemas;
      if (schema === undefined) return [];
      const { model, holder = '', module = modules.get(holder) ?? SHARED } = one;
      const type = lowerEnum(schema, { name, style, module, ...(model !== undefined && { model }) });
      return one.schemas.map((each) => [each, type] as const);
    }),
  );
}

/** Reports lists of names that do not fit the values. */
export function reportEnums(enums: Enums, diagnostics: Diagnostics): void {
  for (const schema of enums.keys()) {
    const { enum: values = [], extensions = {} } = schema;
    for (const [key, said] of Object.entries(extensions)) {
      if (!ENUM_LISTS.includes(key) || !Array.isArray(said) || said.length === values.length) continue;
      const message = `${key} has ${said.length} entries, and the enum ${values.length} values`;
      diagnostics.warning('mismatched-enum', message, schema.at);
    }
  }
}

function lowerEnum(
  schema: Schema,
  { name, style, module, model }: Pick<EnumType, 'name' | 'style' | 'module' | 'model'>,
): EnumType {
  const describe = describer(schema);
  const values = listConstants(schema).map((value) => ({ value, ...describe(value) }));
  const names = nameValues(values.map(({ value, given }) => ({ value, ...(given !== '' && { given }) })));
  return {
    name,
    style,
    module,
    ...(model !== undefined && { model }),
    values: values.map(({ value, meaning, isDeprecated }, index) => ({
      name: names[index] ?? '',
      value,
      doc: { ...(meaning !== '' && { summary: meaning }), ...(isDeprecated && { deprecated: true }) },
    })),
    doc: schema.doc,
  };
}

/** Finds what is said of a value: beside the list of values, or in the alternative that it is. */
function describer(schema: Schema): (value: string | number) => ReturnType<typeof describeValue> {
  const alternatives = listEnumBranches(schema);
  // The first of equal values counts.
  const indexes = new Map(
    listEnumValues(schema)
      .map((value, index) => [value, index] as const)
      .toReversed(),
  );
  return (value) => {
    const index = indexes.get(value) ?? 0;
    const alternative = alternatives[index];
    if (alternative === undefined) return describeValue(schema, value, index);
    const { title = '', doc } = alternative;
    const meaning = doc.description ?? doc.summary ?? '';
    return { given: title, meaning: meaning === title ? '' : meaning, isDeprecated: doc.deprecated === true };
  };
}

/** A value of an enum, and the name that the spec gives it, if it does. */
export interface NamelessValue {
  readonly value: string | number;
  readonly given?: string;
}

/**
 * Names the constants of an enum: valid identifiers, all of them different. A name that the spec gives stays as it is, where it
 * is one; the order of the spec decides nothing.
 */
export function nameValues(values: readonly NamelessValue[]): readonly string[] {
  const isShouted = values.every(({ value }) => typeof value !== 'string' || !/\p{Ll}/u.test(value));
  const scope = new NameScope({ reserved: RESERVED });
  const wanted = values.map((one, index) => ({ index, ...one, name: wantedName(one, isShouted) }));
  // Names that the spec gives come before those made of values.
  const ordered = wanted.toSorted(
    (left, right) =>
      Number(left.given === undefined) - Number(right.given === undefined) ||
      compareStrings(JSON.stringify(left.value), JSON.stringify(right.value)),
  );
  const names = new Map(scope.claimAll(ordered, ({ name }) => [name]).map(([{ index }, name]) => [index, name]));
  return values.map((_, index) => names.get(index) ?? '');
}

/** Names that an object or an enum of TypeScript cannot have, or that would be none of its own. */
const RESERVED = ['__proto__', 'NaN', 'Infinity'];

function wantedName({ value, given }: NamelessValue, isShouted: boolean): string {
  if (given !== undefined) {
    const isKept = given.length <= LONGEST && !RESERVED.includes(given) && isIdentifierText(given);
    return isKept ? given : pascalCase(given, 'value');
  }
  if (value === '') return 'Empty';
  const text = String(value);
  return pascalCase(spellSigns(isShouted && typeof value === 'string' ? text.toLowerCase() : text), 'value');
}

const LONGEST = 128;

/** A sign at the beginning is told, as in `-created` and `+1`; of a text of nothing but signs, each one is. */
function spellSigns(text: string): string {
  if (/^[\p{P}\p{S}\s]+$/u.test(text)) return Array.from(text, (sign) => SIGNS.get(sign) ?? 'sign').join(' ');
  return text.replace(/^[+-](?=.)|(?<=\de)[+-](?=\d)/g, (sign) => ` ${SIGNS.get(sign) ?? ''} `);
}

const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);
