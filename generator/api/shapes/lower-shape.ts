import { type Json, isOfType, isSameJson } from '../../json.js';
import { isBytes } from '../schemas/media-type.js';
import { chooseShape, intersectShapes, neverShape, joinShapes, unknownShape } from './combine-shapes.js';
import type { Conversions, UnionKey } from '../conversions/conversions.js';
import { describe, lowerNotes } from '../schemas/doc.js';
import { listEnumValues, type Enums } from '../naming/enums.js';
import {
  findProperty,
  isExtending,
  requiresUndeclared,
  takesOtherTags,
  allowedNames,
  findReferred,
  isLeftOut,
  type Schemas,
  type Travel,
} from '../schemas/target-schema.js';
import { isEmptied, releaseOneWay } from '../schemas/release-one-way.js';
import { shapeOfTemplate, templateOfPattern } from '../tools/paths.js';
import type { JsonType, Property, Schema } from '../types/schema.js';
import type { Member, ObjectShape, Shape } from '../types/shape.js';

/** The facts about a document that all its shapes depend on. */
export interface Shaping extends Pick<Travel, 'schemas'> {
  /** The values that are converted. */
  readonly conversions: Conversions;
  /** Enums whose values have names. Default: none. */
  readonly enums?: Enums;
}

/** The surroundings of a schema that its shape depends on. */
interface ShapeContext extends Shaping, Travel {
  /** Strings that hold raw bytes are bytes, as in the parts of a multipart body. */
  readonly isMultipart?: true;
}

/** The context of a schema among those that validate the same value: the ones around it, the nearest first. */
interface BranchContext extends ShapeContext {
  readonly around: readonly Schema[];
  /** Other parts speak of the same value, so that this one alone does not say which members there are. */
  readonly isPart: boolean;
}

/** Lowers a schema to a shape: what a TypeScript type says about it. */
export function lowerShape(schema: Schema, context: ShapeContext): Shape {
  return lowerBranch(schema, { ...context, around: [], isPart: false });
}

function lowerBranch(schema: Schema, context: BranchContext): Shape {
  const released = releaseOneWay(schema, context);
  return keepWhole(schema, closeBareObject(released, lowerOpenShape(released, context), context), context);
}

/** Marks the shape of a schema all of which stays as it is on the wire. */
function keepWhole(schema: Schema, shape: Shape, { conversions }: BranchContext): Shape {
  return conversions.staysWhole(schema) ? { kind: 'wire', of: shape } : shape;
}

/** Lowers a schema to the intersection of what its keywords say, since all of them apply together. */
function lowerOpenShape(schema: Schema, context: BranchContext): Shape {
  if (schema.boolean !== undefined) return schema.boolean ? unknownShape : neverShape;
  const { not } = schema;
  if (not && (not.boolean === true || Object.keys(not).every((key) => key === 'at' || key === 'doc')))
    return neverShape;
  const { ref, allOf = [], oneOf, anyOf } = schema;
  const own = schema.const ?? schema.enum ?? schema.types ?? impliedTypes(schema);
  const isCombination = [ref, ...allOf, oneOf, anyOf, own].filter((one) => one !== undefined).length > 1;
  const isPart = context.isPart || isCombination;
  const inner = { ...context, isPart, around: [schema, ...context.around] };
  const kept = spelledOut(schema, context.schemas);
  const { conversions } = context;
  const lowerKept = (key: UnionKey): Shape => {
    const branches = schema[key];
    if (branches !== undefined && branches.length > 0 && !kept.has(branches)) return unknownShape;
    if (branches !== undefined && schema.enum === undefined && context.enums?.has(schema) === true)
      return lowerEnum(schema, listEnumValues(schema), context, false);
    const union =
      branches === undefined
        ? unknownShape
        : joinShapes(listKnown(schema, branches, context.schemas).map((one) => lowerBranch(one, inner)));
    return conversions.staysWire(schema, key) ? { kind: 'wire', of: union } : union;
  };
  const parts = [
    ...(ref === undefined ? [] : [lowerReference(ref, inner)]),
    ...allOf.map((one) => (kept.has(one) ? keepWhole(one, lowerOpenShape(one, inner), inner) : unknownShape)),
    lowerOwnShape(schema, { ...context, isPart }),
    lowerKept('oneOf'),
    lowerKept('anyOf'),
  ];
  // What the wire has beside a reference to a value that a codec converts is no part of what callers have.
  const shape = intersectShapes(
    conversions.refersToCoded(schema) ? parts.filter(({ kind }) => !PLAIN_KINDS.includes(kind)) : parts,
  );
  return schema.codec?.any === undefined ? shape : codeAll(schema.codec.any, shape);
}

const PLAIN_KINDS: readonly Shape['kind'][] = ['string', 'number', 'template', 'literals'];

/** Converts every value of a shape but null: `string | null` → `Date | null`. */
function codeAll(codec: string, shape: Shape): Shape {
  const parts = shape.kind === 'union' ? shape.of : [shape];
  const others = parts.filter(({ kind }) => kind === 'null');
  const coded = parts.filter(({ kind }) => kind !== 'null');
  return joinShapes([
    ...(coded.length === 0 ? [] : [{ kind: 'coded', codec, wire: chooseShape(coded) } as const]),
    ...others,
  ]);
}

/**
 * Lowers a `$ref`: to the name of a model, but for three. An enum with named values is the same type both ways, so that each
 * position says whether it is open there. An object whose properties all go the other way has nothing to say beside others.
 * Where the names of properties are listed, no part may have further ones.
 */
function lowerReference(ref: string, context: BranchContext): Shape {
  const { schemas, around, isPart } = context;
  const target = schemas.get(ref);
  const isInPlace =
    target !== undefined &&
    (context.enums?.has(target) === true ||
      (isPart &&
        !around.includes(target) &&
        (isEmptied(target, context) || allowedNames(schemas, around) !== undefined)));
  return isInPlace ? lowerOpenShape(target, context) : { kind: 'reference', model: ref };
}

/**
 * Closes an object of which no member is known where the schema says so, where no name is allowed, and where all its properties
 * are `writeOnly`. Any other one holds anything, as does one whose properties are all `readOnly` in a request: `{ id, madeAt }`
 * may be what was received, and none of it is sent.
 */
function closeBareObject(schema: Schema, shape: Shape, context: BranchContext): Shape {
  if (shape.kind !== 'object' || shape.members.length > 0 || shape.rest !== undefined) return shape;
  const isEmpty = isEmptied(schema, context);
  const isClosed =
    (context.direction === 'response' || !isEmpty) &&
    (schema.object?.additionalProperties?.boolean === false ||
      (!context.isPart && (isEmpty || allowedNames(context.schemas, [schema]) !== undefined)));
  return { ...shape, rest: isClosed ? neverShape : unknownShape };
}

/**
 * Leaves out the alternative for unknown tags where all others extend it: beside a `kind` that is any string, `Cat | Dog` would
 * not narrow.
 */
function listKnown(schema: Schema, branches: readonly Schema[], schemas: ShapeContext['schemas']): readonly Schema[] {
  const base = branches.find((one) => takesOtherTags(schema, one));
  const others = branches.filter((one) => one !== base);
  const { ref } = base ?? {};
  if (ref === undefined || others.length === 0) return branches;
  const isExtended = others.every((one) => one.types?.join() === 'null' || isExtending(schemas, one, ref));
  return isExtended ? others : branches;
}

/** Lowers the part of a shape that `const`, `enum` and `type` give. */
function lowerOwnShape(schema: Schema, context: BranchContext): Shape {
  if (schema.const !== undefined) {
    const { value } = schema.const;
    // A constant of another type, or one that an `enum` beside it does not list, is no value at all.
    const isPossible =
      (schema.types?.some((type) => isOfType(value, type)) ?? true) &&
      (schema.enum?.some((one) => isSameJson(one, value)) ?? true);
    return isPossible ? { kind: 'literals', values: [value], open: false } : neverShape;
  }
  if (schema.enum !== undefined) return lowerEnum(schema, schema.enum, context);
  const types = schema.types ?? impliedTypes(schema);
  if (types === undefined) return unknownShape;
  const shapes = types.map((type) => lowerType(type, schema, context));
  return shapes.length === 1
    ? joinShapes(shapes)
    : joinShapes(shapes.map((shape) => closeBareObject(schema, shape, context)));
}

/** Schemas that list properties or items but no type are meant as objects and arrays. */
function impliedTypes({ object, array }: Schema): readonly JsonType[] | undefined {
  const { properties, requiredOnly, additionalProperties, patternProperties, propertyNames } = object ?? {};
  if (properties ?? requiredOnly ?? additionalProperties ?? patternProperties ?? propertyNames) return ['object'];
  return (array?.items ?? array?.prefixItems) ? ['array'] : undefined;
}

function lowerType(type: JsonType, schema: Schema, context: BranchContext): Shape {
  switch (type) {
    case 'object':
      return lowerObjectShape(schema, context);
    case 'array':
      return lowerArrayShape(schema, context);
    case 'string': {
      if (context.isMultipart === true && isBytes(schema)) return { kind: 'binary' };
      // A pattern that only spells out the segments of a resource name can be said by a type.
      const template = schema.string?.pattern === undefined ? undefined : templateOfPattern(schema.string.pattern);
      return coded(schema.codec?.string, template === undefined ? { kind: 'string' } : shapeOfTemplate(template));
    }
    case 'integer':
    case 'number':
      return coded(schema.codec?.number, { kind: 'number' });
    default:
      return { kind: type };
  }
}

function coded(codec: string | undefined, wire: Shape): Shape {
  return codec === undefined ? wire : { kind: 'coded', codec, wire };
}

/**
 * Lowers an enum. Several strings are open: a service that is newer than the spec sends further ones, which can be sent back.
 * A single one stays closed: it is a tag that tells members of a union apart.
 */
function lowerEnum(schema: Schema, values: readonly Json[], { enums }: ShapeContext, canBeOpen: boolean = true): Shape {
  const { types } = schema;
  const possible = types === undefined ? values : values.filter((value) => types.some((type) => isOfType(value, type)));
  if (possible.length === 0) return neverShape;
  const strings = possible.filter((value) => typeof value === 'string');
  const named = enums?.get(schema);
  const isNamed = named !== undefined && named.values.every(({ value }) => possible.includes(value));
  return {
    kind: 'literals',
    values: possible,
    open: canBeOpen && strings.length > 1 && 'unrecognized',
    ...(isNamed && { constants: { name: named.name, style: named.style } }),
  };
}

/**
 * Lowers the known members of an object and what may stand beside them; absent `additionalProperties` say nothing about the rest.
 * Where `propertyNames` lists all names, there is no rest: `{ propertyNames: { enum: [a, b] }, additionalProperties: { type:
 * boolean } }` is `{ a?: boolean, b?: boolean }`.
 */
function lowerObjectShape(schema: Schema, context: BranchContext): ObjectShape {
  const { properties = [], requiredOnly = [], additionalProperties, unevaluatedProperties } = schema.object ?? {};
  const same = [schema, ...context.around];
  const rest = lowerRest(schema, context);
  const required = requiredOnly.flatMap((name) => lowerRequired({ name, rest }, same, context));
  // A property that another schema of the same value requires without declaring it is required.
  const isDemanded = (name: string): boolean =>
    context.around.some((one) => requiresUndeclared(context.schemas, one, name));
  const declared = properties.map((one) => (one.required || !isDemanded(one.name) ? one : { ...one, required: true }));
  const members = [...declared.flatMap((property) => lowerMember(property, context)), ...required];
  const names = allowedNames(context.schemas, same);
  if (names === undefined) return { kind: 'object', members, ...(rest !== undefined && { rest }) };
  const isClosed = rest === undefined && (additionalProperties ?? unevaluatedProperties) !== undefined;
  const known = new Set([...members, ...properties].map(({ name }) => name));
  const further = isClosed ? [] : names.filter((name) => !known.has(name));
  const listed = further.map((name) => ({ name, required: false, shape: rest ?? unknownShape, doc: {}, notes: [] }));
  const possible = members.filter((member) => member.required || names.includes(member.name));
  return { kind: 'object', members: [...possible, ...listed] };
}

function lowerMember(property: Property, context: ShapeContext): readonly Member[] {
  const { name, callersName, required, schema } = property;
  if (isLeftOut(schema, context)) return [];
  const doc = describe(schema.doc, schema, context.schemas);
  const named = callersName === undefined ? { name } : { name, callersName };
  return [{ ...named, required, shape: lowerShape(schema, context), doc, notes: lowerNotes(schema) }];
}

/** Gives a name that is only required the type of a schema of the same value that declares it, else that of further properties. */
function lowerRequired(
  { name, rest = unknownShape }: { readonly name: string; readonly rest: Shape | undefined },
  candidates: readonly Schema[],
  context: ShapeContext,
): readonly Member[] {
  const declared = candidates.map((one) => findProperty(context.schemas, one, name)).find((one) => one !== undefined);
  if (declared !== undefined) return lowerMember({ ...declared, required: true }, context);
  // Whoever declares it says what callers know it by.
  if (candidates[0]?.object?.unnamed?.includes(name) === true) return [];
  return [{ name, required: true, shape: rest, doc: {}, notes: [] }];
}

/** Patterns that match every name, but for the empty one at most: `.*`, `^(.+)$`. */
const MATCHES_ANY = /^\^?(?:\(?\.[*+]\)?)?\$?$/;

function lowerRest(schema: Schema, context: ShapeContext): Shape | undefined {
  const { additionalProperties, unevaluatedProperties, patternProperties = [] } = schema.object ?? {};
  const further = additionalProperties ?? unevaluatedProperties;
  const isOther = additionalProperties === undefined && isCombined(schema);
  // Names that no pattern matches are free where nothing is said about them.
  const isOpen = further === undefined && !patternProperties.some(({ pattern }) => MATCHES_ANY.test(pattern));
  const schemas = patternProperties.map((one) => one.schema);
  if (further !== undefined && further.boolean !== false) schemas.push(further);
  if (schemas.length === 0) return undefined;
  return isOpen || isOther ? unknownShape : joinShapes(schemas.map((one) => lowerShape(one, context)));
}

/** Returns true if other schemas validate the same value: they may speak of what is unevaluated here. */
function isCombined({ ref, allOf, anyOf, oneOf, if: condition, object = {}, array = {} }: Schema): boolean {
  const others = ref ?? allOf ?? anyOf ?? oneOf ?? condition ?? object.dependentSchemas ?? array.contains;
  return others !== undefined;
}

/** Lowers an array, or a tuple where leading items are told apart. */
function lowerArrayShape(schema: Schema, context: ShapeContext): Shape {
  const { items: stated, unevaluatedItems, prefixItems = [], minItems = 0, maxItems = Infinity } = schema.array ?? {};
  const further = stated ?? (isCombined(schema) ? undefined : unevaluatedItems);
  const rest = further === undefined ? unknownShape : lowerShape(further, context);
  if (prefixItems.length === 0) return { kind: 'array', items: rest };
  const items = prefixItems.map((one) => lowerShape(one, context));
  const ends = rest.kind === 'never' || maxItems <= items.length;
  return { kind: 'tuple', items, required: Math.min(minItems, items.length), ...(!ends && { rest }) };
}

/** Most combinations of alternatives in a type: TypeScript gives up at 100,000 (TS2590). */
const most = 10_000;

/** Levels of schemas that combine schemas which are counted. */
const deepest = 100;

/** A part of a combination: the schema itself for its `$ref`, a schema of `allOf`, or the list of `oneOf` or `anyOf`. */
type Part = Schema | readonly Schema[];

/** Parts, each with the schemas of which one must hold. */
type Parts = readonly (readonly [Part, readonly Schema[]])[];

/**
 * Returns the parts of a schema that its type spells out. An `allOf` of many unions has as many combinations as the product of their
 * alternatives; those that would make too many are left out, so that the type says less than the validators.
 */
function spelledOut(schema: Schema, schemas: Schemas): ReadonlySet<Part> {
  const parts = listCombinedParts(schema, schemas);
  if (parts.length < 2) return new Set(parts.map(([part]) => part));
  return combine(parts, { schemas, counted: new Map() }, 0).kept;
}

/** Returns true if the type of a schema leaves parts out, since it would have too many combinations of alternatives. */
export function isTooBroad(schema: Schema, schemas: Schemas): boolean {
  return spelledOut(schema, schemas).size < listCombinedParts(schema, schemas).length;
}

interface Counting {
  readonly schemas: Schemas;
  /** Combinations by schema; one for a schema that is still being counted. */
  readonly counted: Map<Schema, number>;
}

function combine(
  parts: Parts,
  counting: Counting,
  depth: number,
): { readonly kept: Set<Part>; readonly count: number } {
  const kept = new Set<Part>();
  let count = 1;
  for (const [part, alternatives] of parts) {
    const own = alternatives.reduce((sum, one) => sum + countCombinations(one, counting, depth + 1), 0);
    if (own > 1 && count > 1 && count * own > most) continue;
    count *= own;
    kept.add(part);
  }
  return { kept, count };
}

function countCombinations(schema: Schema, counting: Counting, depth: number): number {
  const known = counting.counted.get(schema);
  if (known !== undefined) return known;
  counting.counted.set(schema, 1);
  if (depth > deepest) return 1;
  const { count } = combine(listCombinedParts(schema, counting.schemas), counting, depth);
  counting.counted.set(schema, count);
  return count;
}

function listCombinedParts(schema: Schema, schemas: Schemas): Parts {
  const { allOf = [], oneOf, anyOf } = schema;
  const target = findReferred(schemas, schema);
  return [
    ...(target === undefined ? [] : [[schema, [target]] as const]),
    ...allOf.map((one) => [one, [one]] as const),
    ...[oneOf, anyOf].flatMap((list) => (list === undefined || list.length === 0 ? [] : [[list, list] as const])),
  ];
}
