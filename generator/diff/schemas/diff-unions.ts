import type { Schema, Discriminator } from '../../api/schemas/schema.js';
import { inNew, inOld, quote } from '../finding.js';
import type { Both, Finding } from '../finding.js';
import { fingerprint } from './fingerprint.js';
import { matchMembers } from './match-members.js';
import type { Keyed } from './match-members.js';
import { isPlainReference, constrainsOnlyBy, normalizeSchema } from './normalize-schema.js';
import { nameOf } from '../side.js';
import type { DiffInner, SchemaBoth, SchemaWalk, Side } from '../side.js';

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
 * Compares the members of unions; a schema that is none counts as a union of itself. Whether the assertions beside them are
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
  return constrainsOnlyBy(schema, ['oneOf', 'anyOf', 'discriminator', 'types']);
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
  if (types.length < 2 || !constrainsOnlyBy(schema, ['types'])) return [schema];
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

/** Compares by what the members of a union are told apart. */
function diffDiscriminator(walk: Pick<SchemaWalk, 'report' | 'sides'>, { before, after, subject }: SchemaBoth): void {
  const [old, now] = [before.discriminator, after.discriminator];
  const tell = (code: Finding['code'], message: string): void =>
    walk.report({ code, message, subject, ...inNew(after) });
  if (old === undefined || now === undefined) {
    if (old !== now)
      tell('union-rewritten', now === undefined ? 'no discriminator is stated any more' : 'a discriminator is stated');
  } else if (old.property !== now.property)
    tell(
      'discriminator-changed',
      `${quote(now.property)} tells the alternatives apart, and ${quote(old.property)} did`,
    );
  else diffMappings(walk, { before: old, after: now }, tell);
}

/** A member that comes or goes with its value is a change of its own. */
function diffMappings(
  { sides }: Pick<SchemaWalk, 'sides'>,
  { before, after }: Both<Discriminator>,
  tell: (code: Finding['code'], message: string) => void,
): void {
  const old = new Map(before.mapping.map(({ value, ref }) => [value, nameOf(sides.before, ref)]));
  const now = new Map(after.mapping.map(({ value, ref }) => [value, nameOf(sides.after, ref)]));
  const [were, are] = [new Set(old.values()), new Set(now.values())];
  const lost = [...old].filter(([value, name]) => now.get(value) !== name && are.has(name));
  const renamed = new Set(lost.map(([, name]) => name));
  for (const [value, name] of lost)
    tell('discriminator-changed', `${quote(value)} does not mean ${quote(name)} any more`);
  for (const [value, name] of now)
    if (!old.has(value) && were.has(name) && !renamed.has(name))
      tell('discriminator-value-added', `${quote(value)} means ${quote(name)}, too`);
}
