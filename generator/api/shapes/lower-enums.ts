import type { Doc, Schema } from '../types/schema.js';
import type { Diagnostics } from '../../diagnostics.js';
import { describeValue, ENUM_LISTS } from '../schemas/notes.js';
import { listEnumBranches, listConstants, type FoundEnum, listEnumValues } from './find-enums.js';
import type { EnumStyle, EnumType } from '../types/enum-type.js';
import { nameValues } from './name-values.js';

/** The enums of a document whose values have names, by the schemas that are one. */
export type Enums = ReadonlyMap<Schema, EnumType>;

/** Makes the types of enums that were found and named. */
export function lowerEnums(
  found: readonly FoundEnum[],
  nameOf: (one: FoundEnum) => string,
  style: Exclude<EnumStyle, 'union'>,
): Enums {
  return new Map(
    found.flatMap((one) => {
      const [schema] = one.schemas;
      if (schema === undefined) return [];
      const type = lowerEnum(schema, { ...one, name: nameOf(one), style });
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
  { name, style, module, model }: Pick<EnumType, 'name' | 'style'> & Pick<FoundEnum, 'module' | 'model'>,
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
      doc: toValueDoc(meaning, isDeprecated),
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

function toValueDoc(meaning: string, isDeprecated: boolean): Doc {
  return { ...(meaning !== '' && { summary: meaning }), ...(isDeprecated && { deprecated: true }) };
}
