import type { Json } from '../../spec/read/json.js';
import { ownName } from '../tools/name-options.js';
import type { Schema } from '../types/schema.js';

/** A schema whose values have names, and the words that its own name is made of. */
export interface FoundEnum {
  readonly schemas: readonly Schema[];
  /** The model that it is; absent where it is inside one, or inside an operation. */
  readonly model?: string;
  /** `['Book', 'genre']`; the name of its own that the spec gives it (`x-speccast-name`) is alone. */
  readonly words: readonly string[];
  readonly module: string;
}

/** Where enums are looked for: a schema, what it belongs to, and the file stem of that. */
export interface EnumOwner {
  readonly schema: Schema;
  readonly words: readonly string[];
  readonly module: string;
  readonly model?: string;
}

/**
 * Finds the enums whose values get names: those of models, and those of properties, items and parameters with more than one
 * value. Equal ones in the same position are one.
 */
export function findEnums(owners: readonly EnumOwner[]): readonly FoundEnum[] {
  const found = new Map<string, FoundEnum & { readonly schemas: Schema[] }>();
  const seen = new Set<Schema>();
  for (const owner of owners) {
    visit(owner.schema, owner.words, (schema, path, isNamed = false) => {
      if (seen.has(schema)) return;
      const isModel = schema === owner.schema && owner.model !== undefined;
      const constants = listConstants(schema);
      if (constants.length < (isModel ? 1 : 2) || holdsObjects(schema.enum ?? [])) return;
      seen.add(schema);
      const own = isModel || isNamed ? undefined : ownName(schema.extensions, 'type');
      const words = own === undefined ? path : [own];
      const key = JSON.stringify([words, constants]);
      const known = found.get(key);
      if (known !== undefined && !isModel) known.schemas.push(schema);
      else
        found.set(isModel ? `${key} ${owner.model}` : key, {
          schemas: [schema],
          ...(isModel && owner.model !== undefined && { model: owner.model }),
          words,
          module: owner.module,
        });
    });
  }
  return [...found.values()];
}

/** The values of an enum that are constants: null and booleans stay what they are. */
export function listConstants(schema: Schema): readonly (string | number)[] {
  return schema.const === undefined ? [...new Set(listEnumValues(schema))].filter(isConstant) : [];
}

/** The values of an enum, or of a union that is one. */
export function listEnumValues(schema: Schema): readonly Json[] {
  return schema.enum ?? listEnumBranches(schema).map((one) => one.const?.value ?? null);
}

/**
 * The alternatives of a union that is an enum, since each of them is a constant, or null, and says at most what that means:
 * `oneOf: [{ const: 1, title: Low }, { const: 2, title: High }]`.
 */
export function listEnumBranches({ enum: values, oneOf, anyOf }: Schema): readonly Schema[] {
  const [branches = [], other] = [oneOf, anyOf].filter((one) => one !== undefined);
  return values === undefined && other === undefined && branches.every(isAlternative) ? branches : [];
}

function isAlternative(schema: Schema): boolean {
  const { const: constant, types, at: _at, doc: _doc, title: _title, extensions: _extensions, ...others } = schema;
  if (Object.keys(others).length > 0) return false;
  if (constant === undefined) return types?.join() === 'null';
  return constant.value === null || isConstant(constant.value);
}

/** Whether a value of an enum can be a constant: a string or a number. */
export function isConstant(value: Json): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function holdsObjects(values: readonly Json[]): boolean {
  return values.some((value) => typeof value === 'object' && value !== null);
}

/** Told of a schema, of the words of the way to it, and whether a name of its own is that of a property. */
type Visitor = (schema: Schema, path: readonly string[], isNamed?: boolean) => void;

/** Every schema that the type of a schema spells out, with the words of the way to it. */
function visit(schema: Schema, path: readonly string[], visitor: Visitor, isNamed: boolean = false): void {
  if (listEnumValues(schema).length > 0) visitor(schema, path, isNamed);
  const { properties = [], patternProperties = [], additionalProperties } = schema.object ?? {};
  for (const { name, schema: inner } of properties)
    visit(inner, [...path, ownName(inner.extensions, 'property') ?? name], visitor, true);
  const { prefixItems = [], items } = schema.array ?? {};
  const others = [
    ...patternProperties.map((one) => one.schema),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
    ...prefixItems,
    ...(items === undefined ? [] : [items]),
    ...(schema.allOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
  ];
  for (const inner of others) visit(inner, path, visitor);
}
