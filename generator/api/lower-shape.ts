import type { Json } from '../spec/json.js';
import { isBytes } from './bytes.js';
import { intersectionOf, neverShape, unionOf, unknownShape } from './combine-shapes.js';
import { describe } from './describe.js';
import { findProperty } from './find-property.js';
import { lowerNotes } from './notes.js';
import { releaseOneWay } from './release-one-way.js';
import { shapeOfTemplate, templateOfPattern } from './resource-template.js';
import type { ArrayRules, JsonType, ObjectRules, Property, Schema } from './schema.js';
import type { Member, ObjectShape, Shape, TupleShape } from './shape.js';
import type { Travel } from './walk-schema.js';
import { isLeftOut } from './walk-schema.js';

/** What the shape of a schema depends on besides the schema: enums are closed in a request and open in a response. */
export interface ShapeContext extends Travel {
  /** Whether strings that hold raw bytes are bytes: in the parts of a multipart body. */
  readonly bytes: boolean;
}

/** The context of a schema among those that judge the same value: the ones around it, the nearest first. */
interface BranchContext extends ShapeContext {
  readonly around: readonly Schema[];
}

/** What a TypeScript type says about a schema. */
export function lowerShape(schema: Schema, context: ShapeContext): Shape {
  return lowerBranch(schema, { ...context, around: [] });
}

function lowerBranch(schema: Schema, context: BranchContext): Shape {
  const released = releaseOneWay(schema, context);
  return closeBareObject(released, lowerOpenShape(released, context));
}

/** All keywords of a schema apply together, so each that speaks about types is one part of an intersection. */
function lowerOpenShape(schema: Schema, context: BranchContext): Shape {
  if (schema.boolean !== undefined) return schema.boolean ? unknownShape : neverShape;
  if (schema.not !== undefined && acceptsAnything(schema.not)) return neverShape;
  const inner = { ...context, around: [schema, ...context.around] };
  return intersectionOf([
    ...(schema.ref === undefined ? [] : [{ kind: 'reference', model: schema.ref } as const]),
    ...(schema.allOf ?? []).map((one) => lowerOpenShape(one, inner)),
    lowerOwnShape(schema, context),
    lowerUnion(schema.oneOf, inner),
    lowerUnion(schema.anyOf, inner),
  ]);
}

/** An object of which no member is known holds anything, or nothing where the schema says so. */
function closeBareObject(schema: Schema, shape: Shape): Shape {
  if (shape.kind !== 'object' || shape.members.length > 0 || shape.rest !== undefined) return shape;
  return { ...shape, rest: schema.object?.additionalProperties?.boolean === false ? neverShape : unknownShape };
}

function acceptsAnything(schema: Schema): boolean {
  return schema.boolean === true || Object.keys(schema).every((key) => key === 'at' || key === 'doc');
}

function lowerUnion(branches: readonly Schema[] | undefined, context: BranchContext): Shape {
  return branches === undefined ? unknownShape : unionOf(branches.map((branch) => lowerBranch(branch, context)));
}

/** The part of a shape that `const`, `enum` and `type` give. */
function lowerOwnShape(schema: Schema, context: BranchContext): Shape {
  if (schema.const !== undefined) return { kind: 'literals', values: [schema.const.value], open: false };
  if (schema.enum !== undefined) return lowerEnum(schema.enum, schema.types, context);
  const types = schema.types ?? impliedTypes(schema);
  if (types === undefined) return unknownShape;
  const shapes = types.map((type) => lowerType(type, schema, context));
  return shapes.length === 1 ? unionOf(shapes) : unionOf(shapes.map((shape) => closeBareObject(schema, shape)));
}

/** Schemas that list properties or items but no type are meant as objects and arrays. */
function impliedTypes({ object, array }: Schema): readonly JsonType[] | undefined {
  if (object?.properties ?? object?.requiredOnly ?? object?.additionalProperties ?? object?.patternProperties)
    return ['object'];
  return (array?.items ?? array?.prefixItems) ? ['array'] : undefined;
}

function lowerType(type: JsonType, schema: Schema, context: BranchContext): Shape {
  switch (type) {
    case 'object':
      return lowerObjectShape(schema, context);
    case 'array':
      return lowerArrayShape(schema.array ?? {}, context);
    case 'string':
      return context.bytes && isBytes(schema) ? { kind: 'binary' } : lowerString(schema);
    case 'integer':
      return { kind: 'number' };
    default:
      return { kind: type };
  }
}

/** A pattern that only spells out the segments of a resource name can be said by a type. */
function lowerString({ string: rules }: Schema): Shape {
  const template = rules?.pattern === undefined ? undefined : templateOfPattern(rules.pattern);
  return template === undefined ? { kind: 'string' } : shapeOfTemplate(template);
}

/** A single string is a tag that tells union members apart, so it stays closed in both directions. */
function lowerEnum(
  values: readonly Json[],
  types: readonly JsonType[] | undefined,
  { direction }: ShapeContext,
): Shape {
  const possible = types === undefined ? values : values.filter((value) => types.some((type) => isOfType(value, type)));
  if (possible.length === 0) return neverShape;
  const strings = possible.filter((value) => typeof value === 'string');
  return { kind: 'literals', values: possible, open: direction === 'response' && strings.length > 1 };
}

function isOfType(value: Json, type: JsonType): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** The known members of an object and what may stand beside them; absent `additionalProperties` say nothing about the rest. */
function lowerObjectShape(schema: Schema, context: BranchContext): ObjectShape {
  const { properties = [], requiredOnly = [] } = schema.object ?? {};
  const rest = lowerRest(schema.object ?? {}, context);
  const required = requiredOnly.flatMap((name) => lowerRequired(name, [schema, ...context.around], context));
  const members = [...properties.flatMap((property) => lowerMember(property, context)), ...required];
  return { kind: 'object', members, ...(rest !== undefined && { rest }) };
}

function lowerMember({ name, required, schema }: Property, context: ShapeContext): readonly Member[] {
  if (isLeftOut(schema, context)) return [];
  const doc = describe(schema.doc, schema, context.schemas);
  return [{ name, required, shape: lowerShape(schema, context), doc, notes: lowerNotes(schema) }];
}

/** A name that is required where another schema of the same value declares the property has the type of that one. */
function lowerRequired(name: string, candidates: readonly Schema[], context: ShapeContext): readonly Member[] {
  const declared = candidates
    .map((one) => findProperty(name, one, (id) => context.schemas.get(id)))
    .find((one) => one !== undefined);
  if (declared !== undefined) return lowerMember({ ...declared, required: true }, context);
  return [{ name, required: true, shape: unknownShape, doc: {}, notes: [] }];
}

function lowerRest(rules: ObjectRules, context: ShapeContext): Shape | undefined {
  const further = rules.additionalProperties ?? rules.unevaluatedProperties;
  const schemas = (rules.patternProperties ?? []).map(({ schema }) => schema);
  if (further !== undefined && further.boolean !== false) schemas.push(further);
  return schemas.length === 0 ? undefined : unionOf(schemas.map((schema) => lowerShape(schema, context)));
}

/** An array, or a tuple where leading items are told apart. */
function lowerArrayShape(rules: ArrayRules, context: ShapeContext): Shape {
  if (rules.prefixItems !== undefined && rules.prefixItems.length > 0)
    return lowerTuple(rules.prefixItems, rules, context);
  return { kind: 'array', items: lowerFurtherItems(rules, context) };
}

function lowerTuple(prefix: readonly Schema[], rules: ArrayRules, context: ShapeContext): TupleShape {
  const items = prefix.map((schema) => lowerShape(schema, context));
  const required = Math.min(rules.minItems ?? 0, items.length);
  const rest = lowerFurtherItems(rules, context);
  const ends = rest.kind === 'never' || (rules.maxItems !== undefined && rules.maxItems <= items.length);
  return { kind: 'tuple', items, required, ...(!ends && { rest }) };
}

function lowerFurtherItems({ items, unevaluatedItems }: ArrayRules, context: ShapeContext): Shape {
  const schema = items ?? unevaluatedItems;
  return schema === undefined ? unknownShape : lowerShape(schema, context);
}
