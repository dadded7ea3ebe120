import type { Schema } from '../../api/types/schema.js';
import { diffAnnotations } from './diff-annotations.js';
import { diffConditions } from './diff-conditions.js';
import { diffObject } from './diff-object.js';
import { diffUnions, isMemberOfOther, isUnion } from './diff-unions.js';
import { diffValues } from './diff-values.js';
import { inNew, step, tellAt, tellTurn } from '../sides/finding.js';
import type { Both } from '../sides/finding.js';
import { flatten, splitLayers, mergeLayers } from './merge-layers.js';
import { isPlainReference, normalizeSchema, followPlainReference } from '../sides/normalize-schema.js';
import { findExportedName } from '../sides/side.js';
import type { SchemaBoth, SchemaWalk } from '../sides/side.js';

/** Compares two schemas and their subschemas, up to the next references. */
export function diffSchema(walk: SchemaWalk, pair: SchemaBoth): void {
  const before = normalizeSchema(pair.before);
  const after = normalizeSchema(pair.after);
  const both = { before: before.schema, after: after.schema, subject: pair.subject };
  if (isPlainReference(pair.before) === isPlainReference(pair.after)) diffAnnotations(walk, pair);
  if (isSaid(before.schema) && isSaid(after.schema))
    tellTurn(
      tellAt(walk.report, { subject: pair.subject, ...inNew(after.schema) }),
      [before.nullable, after.nullable],
      ['null-allowed', 'null is allowed'],
      ['null-refused', 'null is not allowed any more'],
    );
  if (isMemberOfOther(walk, both)) diffUnions(walk, both, diffSchema);
  else if (isPlainReference(both.before) || isPlainReference(both.after)) followBoth(walk, both);
  else diffInline(walk, both);
}

/** Returns whether a schema restricts its values at all; one that does not takes null, too. */
function isSaid({ types, ref, enum: values, oneOf, anyOf, allOf }: Schema): boolean {
  return (types ?? ref ?? values ?? oneOf ?? anyOf ?? allOf) !== undefined;
}

/** Two references are looked into where they resolve to: once, wherever they are. */
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
  const names = { before: findExportedName(sides.before, before.ref), after: findExportedName(sides.after, after.ref) };
  const isRenamed = !sides.after.modelNames.has(names.before) && !sides.before.modelNames.has(names.after);
  const model = sides.after.models.get(after.ref);
  if (model === undefined || (names.before !== names.after && !isRenamed)) return undefined;
  return `schemas.${step(model.specName)}`;
}

function diffInline(walk: SchemaWalk, pair: SchemaBoth): void {
  const both = mergeBoth(walk, pair);
  const { before, after } = both;
  if ((isUnion(before) || isUnion(after)) && !diffUnions(walk, both, diffSchema)) return;
  if (!diffValues(walk, both)) return;
  diffArray(walk, both);
  diffObject(walk, both, diffSchema);
  diffConditions(walk, both, diffSchema);
}

/** Layers that both refer to are compared behind their references, and the others put into one schema a side. */
function mergeBoth(walk: SchemaWalk, { before, after, subject }: SchemaBoth): SchemaBoth {
  if (![before, after].some(({ ref, allOf }) => ref !== undefined || allOf !== undefined))
    return { before, after, subject };
  const layers = { before: splitLayers(before), after: splitLayers(after) };
  const namesIn = (side: keyof typeof layers): ReadonlyMap<string, string> =>
    new Map(layers[side].refs.map((ref) => [findExportedName(walk.sides[side], ref), ref]));
  const names = { before: namesIn('before'), after: namesIn('after') };
  for (const [name, ref] of names.before) {
    const other = names.after.get(name);
    if (other === undefined) continue;
    followBoth(walk, { before: { ...any(before), ref }, after: { ...any(after), ref: other }, subject });
  }
  const merge = (side: keyof typeof layers, { at, doc }: Schema): Schema => {
    const own = walk.sides[side];
    const isShared = (id: string): boolean =>
      names.before.has(findExportedName(own, id)) && names.after.has(findExportedName(own, id));
    const flat = flatten(layers[side], (id) => (isShared(id) ? undefined : own.schemas.get(id)));
    return normalizeSchema(mergeLayers([{ at, doc }, ...flat])).schema;
  };
  return { before: merge('before', before), after: merge('after', after), subject };
}

function diffArray(walk: SchemaWalk, { before, after, subject }: SchemaBoth): void {
  const [old, now] = [before.array ?? {}, after.array ?? {}];
  if (old.items !== undefined || now.items !== undefined) {
    const items = { before: old.items ?? any(before), after: now.items ?? any(after) };
    diffSchema(walk, { ...items, subject: `${subject}[]` });
  }
  const [head, other] = [old.prefixItems ?? [], now.prefixItems ?? []];
  if (head.length !== other.length) {
    const message = `the number of leading items is ${other.length}, and was ${head.length}`;
    walk.report({ code: 'tuple-changed', message, subject, ...inNew(after) });
    return;
  }
  for (const [index, item] of head.entries()) {
    const one = other[index];
    if (one !== undefined) diffSchema(walk, { before: item, after: one, subject: `${subject}[${index}]` });
  }
}

function any({ at }: Schema): Schema {
  return { at, doc: {} };
}
