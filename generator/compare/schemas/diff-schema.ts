import { compact } from '../../json.js';
import type { ObjectRules, Property, Schema } from '../../api/types/schema.js';
import { reachable } from '../../iterables.js';
import { diffAnnotations } from './diff-annotations.js';
import { diffConditions } from './diff-conditions.js';
import { diffObject } from './diff-object.js';
import { diffUnions, isMemberOfOther, isUnion } from './diff-unions.js';
import { diffValues } from './diff-values.js';
import { step, tellTurn, type Both } from '../sides/finding.js';
import { isPlainReference, normalizeSchema, followPlainReference } from '../sides/normalize-schema.js';
import { findExportedName, tellNew, type SchemaBoth, type SchemaWalk } from '../sides/side.js';

/** Compares two schemas and their subschemas, up to the next references. */
export function diffSchema(walk: SchemaWalk, pair: SchemaBoth): void {
  const before = normalizeSchema(pair.before);
  const after = normalizeSchema(pair.after);
  const both = { before: before.schema, after: after.schema, subject: pair.subject };
  if (isPlainReference(pair.before) === isPlainReference(pair.after)) diffAnnotations(walk, pair);
  if (isRestricted(before.schema) && isRestricted(after.schema))
    tellTurn(
      tellNew(walk, both),
      [before.nullable, after.nullable],
      ['null-allowed', 'null is allowed'],
      ['null-disallowed', 'null is not allowed any more'],
    );
  if (isMemberOfOther(walk, both)) diffUnions(walk, both);
  else if (isPlainReference(both.before) || isPlainReference(both.after)) followBoth(walk, both);
  else diffInline(walk, both);
}

/** Returns whether a schema restricts its values. An unrestricted schema allows null, so that `null-allowed` would say nothing. */
function isRestricted({ types, ref, enum: values, oneOf, anyOf, allOf }: Schema): boolean {
  return (types ?? ref ?? values ?? oneOf ?? anyOf ?? allOf) !== undefined;
}

/** Requests the comparison of the targets of two references, which happens once for all references to them. */
function followBoth(walk: SchemaWalk, { before, after, subject }: SchemaBoth): void {
  const { sides } = walk;
  const targets = {
    before: followPlainReference(sides.before, before),
    after: followPlainReference(sides.after, after),
  };
  walk.follow({ ...targets, subject: findModelSubject(walk, { before, after }) ?? subject });
}

/** Returns the address of the model that two references share, also if it was renamed: `schemas.Pet`. */
function findModelSubject({ sides }: SchemaWalk, { before, after }: Both<Schema>): string | undefined {
  if (!isPlainReference(before) || !isPlainReference(after)) return undefined;
  const [old, now] = [findExportedName(sides.before, before.ref), findExportedName(sides.after, after.ref)];
  const isRenamed = !sides.after.modelNames.has(old) && !sides.before.modelNames.has(now);
  const model = old === now || isRenamed ? sides.after.models.get(after.ref) : undefined;
  return model && `schemas.${step(model.specName)}`;
}

function diffInline(walk: SchemaWalk, pair: SchemaBoth): void {
  const both = mergeBoth(walk, pair);
  const { before, after } = both;
  if ((isUnion(before) || isUnion(after)) && !diffUnions(walk, both)) return;
  if (!diffValues(walk, both)) return;
  diffArray(walk, both);
  diffObject(walk, both);
  diffConditions(walk, both);
}

/** Merges the layers of each side (`allOf`, and a reference with assertions beside it) to one schema. References that both sides have are compared separately. */
function mergeBoth(walk: SchemaWalk, { before, after, subject }: SchemaBoth): SchemaBoth {
  if (![before, after].some(({ ref, allOf }) => ref !== undefined || allOf !== undefined))
    return { before, after, subject };
  const layers = { before: splitLayers(before), after: splitLayers(after) };
  const [names, others] = (['before', 'after'] as const).map(
    (side) => new Map(layers[side].refs.map((ref) => [findExportedName(walk.sides[side], ref), ref])),
  );
  const shared = new Set<string>();
  for (const [name, ref] of names ?? []) {
    const other = others?.get(name);
    if (other === undefined) continue;
    shared.add(name);
    followBoth(walk, { before: { ...any(before), ref }, after: { ...any(after), ref: other }, subject });
  }
  const merge = (side: keyof typeof layers, { at, doc }: Schema): Schema => {
    const own = walk.sides[side];
    const lookUp = (id: string): Layers => {
      const target = shared.has(findExportedName(own, id)) ? undefined : own.schemas.get(id);
      return target ? splitLayers(target) : { inline: [], refs: [] };
    };
    const referred = [...reachable(layers[side].refs, (id) => lookUp(id).refs)].flatMap((id) => lookUp(id).inline);
    // If several layers have the same keyword, that of the first one is used.
    const merged = [...layers[side].inline, ...referred].reduce(mergeTwo, { at, doc });
    return normalizeSchema(withRequired(merged)).schema;
  };
  return { before: merge('before', before), after: merge('after', after), subject };
}

function diffArray(walk: SchemaWalk, both: SchemaBoth): void {
  const { before, after, subject } = both;
  const [old, now] = [before.array ?? {}, after.array ?? {}];
  if (old.items !== undefined || now.items !== undefined) {
    const items = { before: old.items ?? any(before), after: now.items ?? any(after) };
    diffSchema(walk, { ...items, subject: `${subject}[]` });
  }
  const [head, other] = [old.prefixItems ?? [], now.prefixItems ?? []];
  if (head.length !== other.length) {
    const message = `the number of leading items is ${other.length}, and was ${head.length}`;
    return tellNew(walk, both)('tuple-changed', message);
  }
  for (const [index, one] of other.entries())
    diffSchema(walk, { before: head[index] ?? one, after: one, subject: `${subject}[${index}]` });
}

function any({ at }: Schema): Schema {
  return { at, doc: {} };
}

/** The schemas that apply to the same value: inline schemas, and ids of referred ones. */
interface Layers {
  readonly inline: readonly Schema[];
  readonly refs: readonly string[];
}

/** Splits a schema into the members of `allOf`, its reference, and its other assertions, which come first. */
function splitLayers(schema: Schema): Layers {
  if (isPlainReference(schema)) return { inline: [], refs: [schema.ref] };
  const { ref, allOf = [], ...own } = schema;
  const inner = allOf.map(splitLayers);
  return {
    inline: [own, ...inner.flatMap(({ inline }) => inline)],
    refs: [ref ?? [], ...inner.map(({ refs }) => refs)].flat(),
  };
}

/** Merges two schemas that apply to the same value; keywords of the left one take precedence. */
function mergeTwo(left: Schema, right: Schema): Schema {
  return {
    ...right,
    ...left,
    ...compact({
      types: left.types?.filter((one) => right.types?.includes(one) ?? true) ?? right.types,
      string: joined(left.string, right.string),
      number: joined(left.number, right.number),
      array: joined(left.array, right.array),
      object: mergeObjects(left.object, right.object),
    }),
  };
}

function joined<T extends object>(left: T | undefined, right: T | undefined): T | undefined {
  return left && right ? { ...right, ...left } : (left ?? right);
}

function mergeObjects(left: ObjectRules | undefined, right: ObjectRules | undefined): ObjectRules | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  const properties = new Map<string, Property>();
  for (const one of [...(left.properties ?? []), ...(right.properties ?? [])]) {
    const known = properties.get(one.name) ?? one;
    const required = known.required || one.required;
    const { at, doc } = known.schema;
    // A value of the property must match both schemas.
    const schema = known.schema === one.schema ? one.schema : { at, doc, allOf: [known.schema, one.schema] };
    properties.set(one.name, { ...known, required, schema });
  }
  const requiredOnly = [...(left.requiredOnly ?? []), ...(right.requiredOnly ?? [])];
  return { ...right, ...left, properties: [...properties.values()], requiredOnly };
}

/** Marks properties that another layer requires. */
function withRequired(schema: Schema): Schema {
  const { object } = schema;
  const { properties = [], requiredOnly = [] } = object ?? {};
  if (object === undefined || requiredOnly.length === 0) return schema;
  const names = new Set(requiredOnly);
  const known = new Set(properties.map(({ name }) => name));
  return {
    ...schema,
    object: {
      ...object,
      properties: properties.map((one) => (names.has(one.name) ? { ...one, required: true } : one)),
      requiredOnly: [...names].filter((name) => !known.has(name)),
    },
  };
}
