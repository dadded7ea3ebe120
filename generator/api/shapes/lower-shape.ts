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
import { toTemplateShape, toTemplate } from '../tools/paths.js';
import type { Direction, JsonType, Property, Schema } from '../types/schema.js';
import type { Member, ObjectShape, Shape } from '../types/shape.js';

/** The facts about a document that all its shapes depend on. */
export interface Shaping {
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The schemas whose values codecs or other names convert. */
  readonly conversions: Conversions;
  /** Enums whose values have names. Default: none. */
  readonly enums?: Enums;
}

/** The context that the shape of a schema depends on. */
interface ShapeContext extends Shaping {
  readonly direction: Direction;
  /** The schema is in a multipart body, where strings with raw bytes are passed as bytes. */
  readonly isMultipart?: true;
  /** Outer schemas that validate the same value, the nearest first. */
  readonly around: readonly Schema[];
  /** Other schemas validate the same value, so this one alone does not decide which members are possible. */
  readonly isPart: boolean;
}

/** Lowers a schema to a shape, the content of its TypeScript type. */
export function lowerShape(
  schema: Schema,
  direction: Direction,
  shaping: Shaping & Pick<ShapeContext, 'isMultipart'>,
): Shape {
  return lowerBranch(schema, { ...shaping, direction, around: [], isPart: false });
}

/** Lowers the schema of an inner value, such as a property or an item. */
function lowerInner(schema: Schema, context: ShapeContext): Shape {
  return lowerShape(schema, context.direction, context);
}

function lowerBranch(schema: Schema, context: ShapeContext): Shape {
  const released = releaseOneWay(schema, context);
  return keepWhole(schema, closeBareObject(released, lowerOpenShape(released, context), context), context);
}

/** Marks the shape of a schema that stays as it is on the wire as a whole. */
function keepWhole(schema: Schema, shape: Shape, { conversions }: ShapeContext): Shape {
  return conversions.staysWhole(schema) ? { kind: 'wire', of: shape } : shape;
}

/** Lowers a schema to the intersection of the shapes of its keywords, since all of them apply together. */
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
  // A plain type beside a reference to a converted schema is about the wire: callers do not have `Date & string`.
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
 * Lowers a `$ref` to a reference to a model. In three cases it lowers the target in its place: an enum with named values, which is
 * open in responses only; an object whose properties are all left out in this direction, beside other schemas; and a part of an object
 * whose names `propertyNames` restricts.
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
 * Decides whether an object without known members is empty or may have any members. It is empty with `additionalProperties: false`,
 * if no name is allowed, or in a response if all properties are `writeOnly`. In a request whose properties are all `readOnly`, it may
 * have any: callers can pass an object that they received.
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
 * Leaves out the alternative for unknown tags if all others extend it: beside an alternative whose `kind` is any string, TypeScript
 * could not narrow `Cat | Dog` by `kind`.
 */
function listKnown(schema: Schema, branches: readonly Schema[], schemas: ShapeContext['schemas']): readonly Schema[] {
  const base = branches.find((one) => takesOtherTags(schema, one));
  if (!base?.ref || branches.length === 1) return branches;
  const { ref } = base;
  const others = branches.filter((one) => one !== base);
  const isExtended = others.every((one) => one.types?.join() === 'null' || isExtending(schemas, one, ref));
  return isExtended ? others : branches;
}

/** Lowers the keywords `const`, `enum` and `type` of a schema. */
function lowerOwnShape(schema: Schema, context: ShapeContext): Shape {
  if (schema.const) {
    const { value } = schema.const;
    // No value can match a constant of another type, or one that is not in the `enum` beside it.
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

/** Infers the types of a schema without `type`: `object` if it lists properties, `array` if it lists items. */
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
  // A pattern of segments has a type: `^pets/[^/]+$` is `` `pets/${string}` ``.
  const template = toTemplate(schema.string?.pattern ?? '') ?? '*';
  return coded(schema.codec?.string, toTemplateShape(template));
}

function coded(codec: string | undefined, wire: Shape): Shape {
  return codec ? { kind: 'coded', codec, wire } : wire;
}

/**
 * Lowers an enum. One with several strings is open: a newer service may send further ones, and callers may send these back. An enum of
 * one string stays closed, since it is usually the tag of an alternative.
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
 * Lowers the known members of an object and the shape of further ones; without `additionalProperties`, further ones are not typed.
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
  // The type of a name that is only required comes from another schema of the same value, or from `additionalProperties`.
  const demanded = requiredOnly.flatMap((name) => {
    const property = same.map((one) => findProperty(schemas, one, name)).find((one) => one !== undefined);
    if (property) return lowerMember({ ...property, required: true }, context);
    // The member is declared elsewhere, with a name for callers that is unknown here.
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

/** Patterns that match every name, or every name that is not empty: `.*`, `^(.+)$`. */
const MATCHES_ANY = /^\^?(?:\(?\.[*+]\)?)?\$?$/;

function lowerRest(schema: Schema, context: ShapeContext): Shape | undefined {
  const { additionalProperties, unevaluatedProperties, patternProperties = [] } = schema.object ?? {};
  const further = additionalProperties ?? unevaluatedProperties;
  const isOther = !additionalProperties && isCombined(schema);
  // Without `additionalProperties`, names that no pattern matches may have any value.
  const isOpen = !further && !patternProperties.some(({ pattern }) => MATCHES_ANY.test(pattern));
  const schemas = patternProperties.map((one) => one.schema);
  if (further && further.boolean !== false) schemas.push(further);
  if (schemas.length === 0) return undefined;
  return isOpen || isOther ? unknownShape : joinShapes(schemas.map((one) => lowerInner(one, context)));
}

/** Returns true if other schemas validate the same value: they may evaluate properties or items that this one does not. */
function isCombined({ ref, allOf, anyOf, oneOf, if: condition, object = {}, array = {} }: Schema): boolean {
  return (ref ?? allOf ?? anyOf ?? oneOf ?? condition ?? object.dependentSchemas ?? array.contains) !== undefined;
}

/** Lowers an array, or a tuple if leading items have schemas of their own. */
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

/** Most levels of combined schemas that are counted. */
const deepest = 100;

/** A part of a combination: the schema itself for its `$ref`, a schema of `allOf`, or the list of `oneOf` or `anyOf`. */
type Part = Schema | readonly Schema[];

/**
 * Returns the parts of a schema that its type contains. An `allOf` of unions has as many combinations as the product of their
 * alternatives; unions that would make too many are left out, so the type accepts more than the validators.
 */
function spelledOut(schema: Schema, schemas: Schemas): ReadonlySet<Part> {
  const parts = listCombinedParts(schema, schemas);
  return parts.length < 2 ? new Set(parts.map(([part]) => part)) : countCombinations(schema, schemas, new Map());
}

/** Returns true if the type of a schema leaves parts out, because it would have too many combinations of alternatives. */
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

/** Lists the parts of a schema, each with its alternatives: one of these must match. */
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
