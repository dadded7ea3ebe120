import { compact } from '../../../api/tools/compact.js';
import type { Schema } from '../../../api/types/schema.js';
import { keywords } from '../../../keywords/keywords.js';
import type { Json, JsonObject } from '../../../spec/read/json.js';

/** What a `$ref` to a schema of an id is written as. */
export type WriteReference = (id: string) => string;

/** A schema as JSON Schema 2020-12, for parts of operations, which the document does not hold in one position. */
function schemaJson(schema: Schema, refer: WriteReference): Json {
  return schema.boolean ?? objectJson(schema, refer);
}

/** The same as an object: `false` is `{not: {}}`. */
export function objectJson(schema: Schema, refer: WriteReference): JsonObject {
  if (schema.boolean !== undefined) return schema.boolean ? {} : { not: {} };
  const {
    ref,
    title,
    doc,
    types = [],
    const: constant,
    default: value,
    string,
    number,
    array,
    object,
    ...others
  } = schema;
  const [type, ...further] = types;
  const { properties = [], requiredOnly = [] } = object ?? {};
  const required = [...properties.filter((one) => one.required).map(({ name }) => name), ...requiredOnly];
  return compact({
    $ref: ref === undefined ? undefined : refer(ref),
    title,
    description: doc.description ?? doc.summary,
    deprecated: doc.deprecated,
    type: further.length === 0 ? type : types,
    const: constant?.value,
    required: required.length === 0 ? undefined : required,
    ...rulesJson({ ...string, ...number, ...array, ...object, ...others }, refer),
    default: value?.value,
  }) as JsonObject;
}

/** The keywords of the table, each as JSON has what it takes. */
function rulesJson(rules: object, refer: WriteReference): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, value]: [string, unknown]) => {
      const keyword = keywords.get(name);
      // An example of OpenAPI's is among the examples; how branches are told apart asserts nothing.
      if (keyword === undefined || keyword.vocabulary === 'openapi') return [];
      // The table says what a keyword has as its value.
      switch (keyword.takes) {
        case 'schema':
          return [[name, schemaJson(value as Schema, refer)]];
        case 'schemas':
          return [[name, (value as readonly Schema[]).map((one) => schemaJson(one, refer))]];
        case 'namedSchemas':
        case 'namedProperties':
        case 'textLists':
          return [[name, Object.fromEntries((value as readonly Named[]).map((one) => entryJson(one, refer)))]];
        default:
          return [[name, value as Json]];
      }
    }),
  );
}

/** What is under a name: a schema, or a list of names. */
interface Named {
  readonly name?: string;
  readonly pattern?: string;
  readonly property?: string;
  readonly schema?: Schema;
  readonly required?: Json;
}

function entryJson({ name, pattern, property, schema, required }: Named, refer: WriteReference): [string, Json] {
  return [name ?? pattern ?? property ?? '', schema === undefined ? (required ?? true) : schemaJson(schema, refer)];
}
