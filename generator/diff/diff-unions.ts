import type { Schema } from '../api/schemas/schema.js';
import { diffDiscriminator } from './diff-discriminator.js';
import { inNew, inOld, quote } from './finding.js';
import { fingerprint } from './fingerprint.js';
import { matchMembers } from './match-members.js';
import type { Keyed } from './match-members.js';
import { isPlainReference, judgesOnlyBy, normalizeSchema } from './normalize-schema.js';
import { nameOf } from './schema-walk.js';
import type { DiffInner, SchemaBoth, SchemaWalk, Side } from './schema-walk.js';

interface Member extends Keyed {
  readonly schema: Schema;
  /** How it is called in messages and addresses. */
  readonly label: string;
}

/** Whether values are of one of several schemas. */
export function isUnion({ oneOf, anyOf }: Schema): boolean {
  return oneOf !== undefined || anyOf !== undefined;
}

/** Whether one side is a union, a member of which the other side consists of. */
export function isMemberOfOther({ sides }: SchemaWalk, { before, after }: SchemaBoth): boolean {
  const has = (union: Side, members: Schema, side: Side, one: Schema): boolean =>
    isPlainReference(one) &&
    unionOf(members).some((member) => isPlainReference(member) && nameOf(union, member.ref) === nameOf(side, one.ref));
  return has(sides.before, before, sides.after, after) || has(sides.after, after, sides.before, before);
}

function unionOf({ oneOf, anyOf }: Schema): readonly Schema[] {
  return oneOf ?? anyOf ?? [];
}

/**
 * Compares the members of unions; a schema that is none counts as a union of itself. Whether what judges beside them is
 * still to be compared.
 */
export function diffUnions(walk: SchemaWalk, both: SchemaBoth, diffInner: DiffInner): boolean {
  const { before, after, subject } = both;
  const areBoth = isUnion(before) && isUnion(after);
  if (!areBoth && !isAllUnion(isUnion(before) ? before : after)) {
    const code = isUnion(after) ? 'condition-added' : 'condition-removed';
    const message = isUnion(after) ? 'values must be of one of several kinds' : 'values need not be of certain kinds';
    walk.report({ code, message, subject, ...inNew(after) });
    return true;
  }
  const { pairs, gone, come } = matchMembers(membersOf(walk.sides.before, before), membersOf(walk.sides.after, after));
  for (const { before: old, after: now } of pairs)
    diffInner(walk, { before: old.schema, after: now.schema, subject: `${subject}${now.label}` });
  for (const { schema, label } of come)
    walk.report({
      code: 'alternative-added',
      message: `${call(walk.sides.after, schema, label)} is one more alternative`,
      subject,
      ...inNew(schema),
    });
  for (const { schema, label } of gone)
    walk.report({
      code: 'alternative-removed',
      message: `${call(walk.sides.before, schema, label)} is no alternative any more`,
      subject,
      ...inOld(schema),
    });
  if (areBoth) diffUnionFacts(walk, both);
  return areBoth;
}

function isAllUnion(schema: Schema): boolean {
  return judgesOnlyBy(schema, ['oneOf', 'anyOf', 'discriminator', 'types']);
}

function membersOf(side: Side, schema: Schema): readonly Member[] {
  const key = schema.oneOf === undefined ? 'anyOf' : 'oneOf';
  const members = isUnion(schema)
    ? unionOf(schema).map((member, index) => ({ member, label: `.${key}[${index}]` }))
    : [{ member: schema, label: '' }];
  return members.flatMap(({ member, label }) => byType(member).map((one) => memberOf(side, one, label)));
}

/** A schema of nothing but types is a union of them. */
function byType(schema: Schema): readonly Schema[] {
  const { types = [] } = schema;
  if (types.length < 2 || !judgesOnlyBy(schema, ['types'])) return [schema];
  return types.map((type) => ({ ...schema, types: [type] }));
}

function memberOf(side: Side, schema: Schema, label: string): Member {
  const name = isPlainReference(schema) ? nameOf(side, schema.ref) : undefined;
  const target = (isPlainReference(schema) ? side.schemas.get(schema.ref) : undefined) ?? schema;
  const keys = [
    name,
    fingerprint(normalizeSchema(target).schema, (id) => nameOf(side, id)),
    tagOf(target),
    schema.title,
    // Two references are the same only where more than the type is.
    name === undefined ? target.types?.join() : undefined,
  ];
  return { schema, label, keys };
}

/** The constant property that tells objects apart. */
function tagOf({ object }: Schema): string | undefined {
  for (const { name, schema } of object?.properties ?? []) {
    const values = normalizeSchema(schema).schema.enum;
    if (values?.length === 1) return JSON.stringify([name, values[0]]);
  }
  return undefined;
}

function call(side: Side, schema: Schema, label: string): string {
  if (isPlainReference(schema)) return quote(nameOf(side, schema.ref));
  if (schema.title !== undefined) return quote(schema.title);
  const types = schema.types?.join(' or ');
  return types ?? (label === '' ? 'what it was' : label.slice(1));
}

function diffUnionFacts({ report, sides }: SchemaWalk, { before, after, subject }: SchemaBoth): void {
  const where = { subject, ...inNew(after) };
  if ((before.oneOf === undefined) !== (after.oneOf === undefined)) {
    const message = `the union is written with "${after.oneOf === undefined ? 'anyOf' : 'oneOf'}"`;
    report({ code: 'union-rewritten', message, ...where });
  }
  diffDiscriminator({ report, sides }, { before, after, subject });
}
