import { compact, type Json, isOfType, isSameJson } from '../../json.js';
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
} from '../schemas/target-schema.js';
import { isEmptied, releaseOneWay } from '../schemas/release-one-way.js';
import { shapeOfTemplate, templateOfPattern } from '../tools/paths.js';
import type { Direction, JsonType, Property, Schema } from '../types/schema.js';
import type { Member, ObjectShape, Shape } from '../types/shape.js';

/** The facts about a document that all its shapes depend on. */
export interface Shaping {
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The values that are converted. */
  readonly conversions: Conversions;
  /** Enums whose values have names. Default: none. */
  readonly enums?: Enums;
}

/** The surroundings of a schema that its shape depends on. */
interface ShapeContext extends Shaping {
  readonly direction: Direction;
  /** Strings that hold raw bytes are bytes, as in the parts of a multipart body. */
  readonly isMultipart?: true;
  /** Schemas around it that validate the same value, the nearest first. */
  readonly around: readonly Schema[];
  /** Other parts speak of the same value, so that this one alone does not say which members there are. */
  readonly isPart: boolean;
}

/** Lowers a schema to a shape: what a TypeScript type says about it. */
export function lowerShape(
  schema: Schema,
  direction: Direction,
  shaping: Shaping & Pick<ShapeContext, 'isMultipart'>,
): Shape {
  return lowerBranch(schema, { ...shaping, direction, around: [], isPart: false });
}

/** Lowers a schema that validates a part of the value of another one. */
function lowerInner(schema: Schema, context: ShapeContext): Shape {
  return lowerShape(schema, context.direction, context);
}

function lowerBranch(schema: Schema, context: ShapeContext): Shape {
  const released = releaseOneWay(schema, context);
  return keepWhole(schema, closeBareObject(released, lowerOpenShape(released, context), context), context);
}

/** Marks the shape of a schema all of which stays as it is on the wire. */
function keepWhole(schema: Schema, shape: Shape, { conversions }: ShapeContext): Shape {
  return conversions.staysWhole(schema) ? { kind: 'wire', of: shape } : shape;
}

/** Lowers a schema to the intersection of what its keywords say, since all of them apply together. */
function lowerOpenShape(schema: Schema, context: ShapeContext): Shape {
  const { boolean, not, ref, allOf = [], oneOf, anyOf, codec } = schema;
  const { conversions, enums, schemas } = context;
  if (boolean !== undefined) return boolean ? unknownShape : neverShape;
  if (not && (not.boolean === true || Object.keys(not).every((key) => key === 'at' || key === 'doc')))
    return neverShape;
  const own = schema.const ?? schema.enum ?? schema.types ?? impliedTypes(schema);
  const isCombination = [ref, ...allOf, oneOf, anyOf, own].filter((one) => one !== undefined).length > 1;
  const isPart = context.isPart || isCombination;
  const inner = { ...context, isPart, around: [schema, ...context.around] };
  const kept = spelledOut(schema, schemas);
  const lowerKept = (key: UnionKey): Shape => {
    const branches = schema[key];
    if (!branches || (branches.length > 0 && !kept.has(branches))) return unknownShape;
    if (!schema.enum && enums?.has(schema)) return lowerEnum(schema, listEnumValues(schema), context, false);
    const union = joinShapes(listKnown(schema, branches, schemas).map((one) => lowerBranch(one, inner)));
    return conversions.staysWire(schema, key) ? { kind: 'wire', of: union } : union;
  };
  const parts = [
    ref ? lowerReference(ref, inner) : unknownShape,
    ...allOf.map((one) => (kept.has(one) ? keepWhole(one, lowerOpenShape(one, inner), inner) : unknownShape)),
    lowerOwnShape(schema, { ...context, isPart }),
    lowerKept('oneOf'),
    lowerKept('anyOf'),
  ];
  // What the wire has beside a reference to a value that a codec converts is no part of what callers have.
  const shape = intersectShapes(
    conversions.refersToCoded(schema) ? parts.filter(({ kind }) => !PLAIN_KINDS.includes(kind)) : parts,
  );
  return codec?.any ? codeAll(codec.any, shape) : shape;
}

const PLAIN_KINDS: readonly Shape['kind'][] = ['string', 'number', 'template', 'literals'];

/** Converts every value of a shape but null: `string | null` → `Date | null`. */
function codeAll(codec: string, shape: Shape): Shape {
  const parts = shape.kind === 'union' ? shape.of : [shape];
  const others = parts.filter(({ kind }) => kind === 'null');
  const coded = parts.filter(({ kind }) => kind !== 'null');
  return joinShapes([coded.length === 0 ? neverShape : { kind: 'coded', codec, wire: chooseShape(coded) }, ...others]);
}

/**
 * Lowers a `$ref`: to the name of a model, but for three. An enum with named values is the same type both ways, so that each
 * position says whether it is open there. An object whose properties all go the other way has nothing to say beside others.
 * Where the names of properties are listed, no part may have further ones.
 */
function lowerReference(ref: string, context: ShapeContext): Shape {
  const { schemas, around, isPart, enums } = context;
  const target = schemas.get(ref);
  const isInPlace =
    target &&
    (enums?.has(target) ||
      (isPart && !around.includes(target) && (isEmptied(target, context) || allowedNames(schemas, around))));
  return isInPlace ? lowerOpenShape(target, context) : { kind: 'reference', model: ref };
}

/**
 * Closes an object of which no member is known where the schema says so, where no name is allowed, and where all its properties
 * are `writeOnly`. Any other one holds anything, as does one whose properties are all `readOnly` in a request: `{ id, madeAt }`
 * may be what was received, and none of it is sent.
 */
function closeBareObject(schema: Schema, shape: Shape, context: ShapeContext): Shape {
  if (shape.kind !== 'object' || shape.members.length > 0 || shape.rest) return shape;
  const isEmpty = isEmptied(schema, context);
  const isClosed =
    (context.direction === 'response' || !isEmpty) &&
    (schema.object?.additionalProperties?.boolean === false ||
      (!context.isPart && (isEmpty || allowedNames(context.schemas, [schema]))));
  return { ...shape, rest: isClosed ? neverShape : unknownShape };
}

/**
 * Leaves out the alternative for unknown tags where all others extend it: beside a `kind` that is any string, `Cat | Dog` would
 * not narrow.
 */
function listKnown(schema: Schema, branches: readonly Schema[], schemas: ShapeContext['schemas']): readonly Schema[] {
  const base = branches.find((one) => takesOtherTags(schema, one));
  if (!base?.ref || branches.length === 1) return branches;
  const { ref } = base;
  const others = branches.filter((one) => one !== base);
  const isExtended = others.every((one) => one.types?.join() === 'null' || isExtending(schemas, one, ref));
  return isExtended ? others : branches;
}

/** Lowers the part of a shape that `const`, `enum` and `type` give. */
function lowerOwnShape(schema: Schema, context: ShapeContext): Shape {
  if (schema.const) {
    const { value } = schema.const;
    // A constant of another type, or one that an `enum` beside it does not list, is no value at all.
    const isPossible = hasType(schema, value) && (schema.enum?.some((one) => isSameJson(one, value)) ?? true);
    return isPossible ? { kind: 'literals', values: [value], open: false } : neverShape;
  }
  if (schema.enum) return lowerEnum(schema, schema.enum, context);
  const types = schema.types ?? impliedTypes(schema);
  if (!types) return unknownShape;
  const shapes = types.map((type) => lowerType(type, schema, context));
  return joinShapes(shapes.length === 1 ? shapes : shapes.map((shape) => closeBareObject(schema, shape, context)));
}

/** Returns true if a value is of one of the types that a schema states, if it states any. */
function hasType({ types }: Schema, value: Json): boolean {
  return types?.some((type) => isOfType(value, type)) ?? true;
}

/** Schemas that list properties or items but no type are meant as objects and arrays. */
function impliedTypes({ object, array }: Schema): readonly JsonType[] | undefined {
  const { properties, requiredOnly, additionalProperties, patternProperties, propertyNames } = object ?? {};
  if (properties ?? requiredOnly ?? additionalProperties ?? patternProperties ?? propertyNames) return ['object'];
  return (array?.items ?? array?.prefixItems) ? ['array'] : undefined;
}

function lowerType(type: JsonType, schema: Schema, context: ShapeContext): Shape {
  if (type === 'object') return lowerObjectShape(schema, context);
  if (type === 'array') return lowerArrayShape(schema, context);
  if (type === 'integer' || type === 'number') return coded(schema.codec?.number, { kind: 'number' });
  if (type !== 'string') return { kind: type };
  if (context.isMultipart && isBytes(schema)) return { kind: 'binary' };
  // A pattern that only spells out the segments of a resource name can be said by a type.
  const template = templateOfPattern(schema.string?.pattern ?? '') ?? '*';
  return coded(schema.codec?.string, shapeOfTemplate(template));
}

function coded(codec: string | undefined, wire: Shape): Shape {
  return codec ? { kind: 'coded', codec, wire } : wire;
}

/**
 * Lowers an enum. Several strings are open: a service that is newer than the spec sends further ones, which can be sent back.
 * A single one stays closed: it is a tag that tells members of a union apart.
 */
function lowerEnum(schema: Schema, values: readonly Json[], { enums }: ShapeContext, canBeOpen: boolean = true): Shape {
  const possible = values.filter((value) => hasType(schema, value));
  if (possible.length === 0) return neverShape;
  const strings = possible.filter((value) => typeof value === 'string');
  const named = enums?.get(schema);
  return {
    kind: 'literals',
    values: possible,
    open: canBeOpen && strings.length > 1 && 'unrecognized',
    ...(named?.values.every(({ value }) => possible.includes(value)) && {
      constants: { name: named.name, style: named.style },
    }),
  };
}

/**
 * Lowers the known members of an object and what may stand beside them; absent `additionalProperties` say nothing about the rest.
 * Where `propertyNames` lists all names, there is no rest: `{ propertyNames: { enum: [a, b] }, additionalProperties: { type:
 * boolean } }` is `{ a?: boolean, b?: boolean }`.
 */
function lowerObjectShape(schema: Schema, context: ShapeContext): ObjectShape {
  const { properties = [], requiredOnly = [], unnamed = [], ...others } = schema.object ?? {};
  const { schemas, around } = context;
  const same = [schema, ...around];
  const rest = lowerRest(schema, context);
  const lowerUndeclared = (name: string, required: boolean): Member => {
    return { name, required, shape: rest ?? unknownShape, doc: {}, notes: [] };
  };
  const declared = properties.flatMap((one) => {
    // A property that another schema of the same value requires without declaring it is required.
    const required = one.required || around.some((other) => requiresUndeclared(schemas, other, one.name));
    return lowerMember({ ...one, required }, context);
  });
  // A name that is only required has the type of a schema of the same value that declares it, else that of further properties.
  const demanded = requiredOnly.flatMap((name) => {
    const property = same.map((one) => findProperty(schemas, one, name)).find((one) => one !== undefined);
    if (property) return lowerMember({ ...property, required: true }, context);
    // Whoever declares it says what callers know it by.
    return unnamed.includes(name) ? [] : lowerUndeclared(name, true);
  });
  const members = [...declared, ...demanded];
  const names = allowedNames(schemas, same);
  if (!names) return compact({ kind: 'object' as const, members, rest });
  const isClosed = !rest && (others.additionalProperties ?? others.unevaluatedProperties);
  const known = new Set([...members, ...properties].map(({ name }) => name));
  const further = isClosed ? [] : names.filter((name) => !known.has(name));
  const possible = members.filter((member) => member.required || names.includes(member.name));
  return { kind: 'object', members: [...possible, ...further.map((name) => lowerUndeclared(name, false))] };
}

function lowerMember(property: Property, context: ShapeContext): readonly Member[] {
  const { name, callersName, required, schema } = property;
  if (isLeftOut(schema, context)) return [];
  const doc = describe(schema.doc, schema, context.schemas);
  return [compact({ name, callersName, required, shape: lowerInner(schema, context), doc, notes: lowerNotes(schema) })];
}

/** Patterns that match every name, but for the empty one at most: `.*`, `^(.+)$`. */
const MATCHES_ANY = /^\^?(?:\(?\.[*+]\)?)?\$?$/;

function lowerRest(schema: Schema, context: ShapeContext): Shape | undefined {
  const { additionalProperties, unevaluatedProperties, patternProperties = [] } = schema.object ?? {};
  const further = additionalProperties ?? unevaluatedProperties;
  const isOther = !additionalProperties && isCombined(schema);
  // Names that no pattern matches are free where nothing is said about them.
  const isOpen = !further && !patternProperties.some(({ pattern }) => MATCHES_ANY.test(pattern));
  const schemas = patternProperties.map((one) => one.schema);
  if (further && further.boolean !== false) schemas.push(further);
  if (schemas.length === 0) return undefined;
  return isOpen || isOther ? unknownShape : joinShapes(schemas.map((one) => lowerInner(one, context)));
}

/** Returns true if other schemas validate the same value: they may speak of what is unevaluated here. */
function isCombined({ ref, allOf, anyOf, oneOf, if: condition, object = {}, array = {} }: Schema): boolean {
  return (ref ?? allOf ?? anyOf ?? oneOf ?? condition ?? object.dependentSchemas ?? array.contains) !== undefined;
}

/** Lowers an array, or a tuple where leading items are told apart. */
function lowerArrayShape(schema: Schema, context: ShapeContext): Shape {
  const { items: stated, unevaluatedItems, prefixItems = [], minItems = 0, maxItems = Infinity } = schema.array ?? {};
  const further = stated ?? (isCombined(schema) ? undefined : unevaluatedItems);
  const rest = further ? lowerInner(further, context) : unknownShape;
  if (prefixItems.length === 0) return { kind: 'array', items: rest };
  const items = prefixItems.map((one) => lowerInner(one, context));
  const ends = rest.kind === 'never' || maxItems <= items.length;
  return { kind: 'tuple', items, required: Math.min(minItems, items.length), ...(!ends && { rest }) };
}

/** Most combinations of alternatives in a type: TypeScript gives up at 100,000 (TS2590). */
const most = 10_000;

/** Levels of schemas that combine schemas which are counted. */
const deepest = 100;

/** A part of a combination: the schema itself for its `$ref`, a schema of `allOf`, or the list of `oneOf` or `anyOf`. */
type Part = Schema | readonly Schema[];

/**
 * Returns the parts of a schema that its type spells out. An `allOf` of many unions has as many combinations as the product of their
 * alternatives; those that would make too many are left out, so that the type says less than the validators.
 */
function spelledOut(schema: Schema, schemas: Schemas): ReadonlySet<Part> {
  const parts = listCombinedParts(schema, schemas);
  return parts.length < 2 ? new Set(parts.map(([part]) => part)) : countCombinations(schema, schemas, new Map());
}

/** Returns true if the type of a schema leaves parts out, since it would have too many combinations of alternatives. */
export function isTooBroad(schema: Schema, schemas: Schemas): boolean {
  return spelledOut(schema, schemas).size < listCombinedParts(schema, schemas).length;
}

/**
 * Returns the parts of a schema that do not make too many combinations. `counted` has the number of combinations by schema, which is
 * one for a schema that is still being counted.
 */
function countCombinations(
  schema: Schema,
  schemas: Schemas,
  counted: Map<Schema, number>,
  depth = 0,
): ReadonlySet<Part> {
  const kept = new Set<Part>();
  let count = 1;
  for (const [part, alternatives] of listCombinedParts(schema, schemas)) {
    let own = 0;
    for (const one of alternatives) {
      if (!counted.has(one)) {
        counted.set(one, 1);
        if (depth < deepest) countCombinations(one, schemas, counted, depth + 1);
      }
      own += counted.get(one) ?? 1;
    }
    if (own > 1 && count > 1 && count * own > most) continue;
    count *= own;
    kept.add(part);
  }
  counted.set(schema, count);
  return kept;
}

/** Lists the parts of a schema, each with the schemas of which one must hold. */
function listCombinedParts(
  schema: Schema,
  schemas: Schemas,
): readonly (readonly [part: Part, alternatives: readonly Schema[]])[] {
  const { allOf = [], oneOf = [], anyOf = [] } = schema;
  const target = findReferred(schemas, schema);
  return [
    ...(target ? [[schema, [target]] as const] : []),
    ...allOf.map((one) => [one, [one]] as const),
    ...[oneOf, anyOf].filter((list) => list.length > 0).map((list) => [list, list] as const),
  ];
}
