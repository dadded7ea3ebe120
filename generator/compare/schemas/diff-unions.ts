import type { Schema, Discriminator } from '../../api/types/schema.js';
import { inNew, inOld, quote, tellAt } from '../sides/finding.js';
import type { Both, Tell } from '../sides/finding.js';
import { fingerprint } from '../sides/fingerprint.js';
import { matchMembers } from '../sides/pairs.js';
import {
  isPlainReference,
  constrainsOnlyBy,
  normalizeSchema,
  followPlainReference,
} from '../sides/normalize-schema.js';
import { findExportedName, tellNew } from '../sides/side.js';
import type { SchemaBoth, SchemaWalk, Side } from '../sides/side.js';

interface Member {
  readonly schema: Schema;
  readonly keys: readonly (string | undefined)[];
  /** The end of its address: `.oneOf[0]`. */
  readonly label: string;
  /** Its name in messages. */
  readonly name: string;
}

/** Returns whether a schema has `oneOf` or `anyOf`. */
export function isUnion({ oneOf, anyOf }: Schema): boolean {
  return oneOf !== undefined || anyOf !== undefined;
}

/** Returns whether one side is a union, and the other side a reference to one of its members. */
export function isMemberOfOther({ sides }: SchemaWalk, { before, after }: SchemaBoth): boolean {
  const has = (union: Side, members: Schema, side: Side, one: Schema): boolean =>
    isPlainReference(one) &&
    listUnionSchemas(members).some(
      (member) => isPlainReference(member) && findExportedName(union, member.ref) === findExportedName(side, one.ref),
    );
  return has(sides.before, before, sides.after, after) || has(sides.after, after, sides.before, before);
}

function listUnionSchemas({ oneOf, anyOf }: Schema): readonly Schema[] {
  return oneOf ?? anyOf ?? [];
}

/**
 * Compares the members of unions; a schema that is no union counts as a union with one member. Returns whether the caller still has
 * to compare the assertions beside the members.
 */
export function diffUnions(walk: SchemaWalk, both: SchemaBoth): boolean {
  const { before, after, subject } = both;
  const tell = tellNew(walk, both);
  const areBoth = isUnion(before) && isUnion(after);
  const union = isUnion(before) ? before : after;
  if (!areBoth && !constrainsOnlyBy(union, ['oneOf', 'anyOf', 'discriminator', 'types'])) {
    if (isUnion(after)) tell('condition-added', 'values must also match a union');
    else tell('condition-removed', 'values need not match a union any more');
    return true;
  }
  const { sides, report } = walk;
  const [members, others] = [splitMembers(sides.before, before), splitMembers(sides.after, after)];
  const { pairs, gone, come } = matchMembers(members, others, ({ keys }) => keys);
  for (const { before: old, after: now } of pairs)
    walk.compare({ before: old.schema, after: now.schema, subject: `${subject}${now.label}` });
  for (const one of come)
    tellAt(report, { subject, ...inNew(one.schema) })('alternative-added', `${one.name} is one more alternative`);
  for (const one of gone)
    tellAt(report, { subject, ...inOld(one.schema) })('alternative-removed', `${one.name} is no alternative any more`);
  if (areBoth) diffUnionFacts(tell, walk, both);
  return areBoth;
}

function splitMembers(side: Side, schema: Schema): readonly Member[] {
  const key = schema.oneOf === undefined ? 'anyOf' : 'oneOf';
  const members = isUnion(schema) ? listUnionSchemas(schema) : [schema];
  return members.flatMap((one, index) => {
    const member = withoutTag(one, schema.discriminator);
    // `{ type: ['string', 'number'] }` counts as two members.
    const { types = [] } = member;
    const isByType = types.length > 1 && constrainsOnlyBy(member, ['types']);
    const parts = isByType ? types.map((type) => ({ ...member, types: [type] })) : [member];
    return parts.map((part) => toMember(side, part, isUnion(schema) ? `.${key}[${index}]` : ''));
  });
}

/** Returns a reference without the tag beside it, if that only repeats the values that the discriminator maps to the reference. */
function withoutTag(schema: Schema, discriminator: Discriminator | undefined): Schema {
  const { ref, object, at, doc } = schema;
  const [tag, ...others] = object?.properties ?? [];
  if (ref === undefined || discriminator === undefined || tag?.name !== discriminator.property) return schema;
  const isTag = others.length === 0 && constrainsOnlyBy(schema, ['ref', 'object']);
  const { mapping, defaultMapping } = discriminator;
  const isDefault = defaultMapping?.ref === ref;
  const stated = normalizeSchema(isDefault ? (tag.schema.not ?? tag.schema) : tag.schema).schema.enum ?? [];
  const mapped = mapping.filter((one) => (one.ref === ref) !== isDefault).map(({ value }) => value);
  const isSame = stated.length === mapped.length && mapped.every((value) => stated.includes(value));
  return isTag && isSame ? { at, doc, ref } : schema;
}

function toMember(side: Side, schema: Schema, label: string): Member {
  const name = isPlainReference(schema) ? findExportedName(side, schema.ref) : undefined;
  const target = followPlainReference(side, schema);
  const print = fingerprint(normalizeSchema(target).schema, (id) => findExportedName(side, id));
  // References to different models of one type are different members.
  const types = name === undefined ? target.types?.join() : undefined;
  // The first constant property tells objects apart: `["kind","cat"]`.
  const [tag] = (target.object?.properties ?? []).flatMap((property) => {
    const values = normalizeSchema(property.schema).schema.enum;
    return values?.length === 1 ? [JSON.stringify([property.name, values[0]])] : [];
  });
  const title = name ?? schema.title;
  const described = schema.types?.join(' or ') ?? (label === '' ? 'what it was' : label.slice(1));
  const readable = title === undefined ? described : quote(title);
  return { schema, label, name: readable, keys: [name, print, tag, schema.title, types] };
}

/** Compares the discriminators of unions. */
function diffUnionFacts(tell: Tell, { sides }: SchemaWalk, { before, after }: Both<Schema>): void {
  if ((before.oneOf === undefined) !== (after.oneOf === undefined))
    tell('union-rewritten', `the union is written with "${after.oneOf === undefined ? 'anyOf' : 'oneOf'}"`);
  const [old, now] = [before.discriminator, after.discriminator];
  if (old && now && old.property !== now.property) {
    const message = `${quote(now.property)} tells the alternatives apart, and ${quote(old.property)} did`;
    tell('discriminator-changed', message);
  } else if (old && now) diffMappings(tell, readMeanings(sides.before, old), readMeanings(sides.after, now));
  else if (old) tell('union-rewritten', 'no discriminator is stated any more');
  else if (now) tell('union-rewritten', 'a discriminator is stated');
}

/** The model of each value of a discriminator, and of all other values (`defaultMapping`). */
interface Meanings {
  readonly values: ReadonlyMap<string, string>;
  readonly other: string | undefined;
}

function readMeanings(side: Side, { mapping, defaultMapping }: Discriminator): Meanings {
  return {
    values: new Map(mapping.map(({ value, ref }) => [value, findExportedName(side, ref)])),
    other: defaultMapping && findExportedName(side, defaultMapping.ref),
  };
}

/** Compares the values of models that are members of both unions. Members that are new or gone are reported elsewhere. */
function diffMappings(tell: Tell, old: Meanings, now: Meanings): void {
  const [were, are] = [namesIn(old), namesIn(now)];
  const lost = [...old.values].filter(
    ([value, name]) => (now.values.get(value) ?? now.other) !== name && are.has(name),
  );
  const renamed = new Set(lost.map(([, name]) => name));
  for (const [value, name] of lost)
    tell('discriminator-changed', `${quote(value)} does not mean ${quote(name)} any more`);
  for (const [value, name] of now.values) {
    if (old.values.has(value) || old.other === name || !were.has(name) || renamed.has(name)) continue;
    if (old.other === undefined) tell('discriminator-value-added', `${quote(value)} means ${quote(name)}, too`);
    else tell('discriminator-changed', `${quote(value)} means ${quote(name)}, and meant ${quote(old.other)}`);
  }
  if (old.other === now.other) return;
  if (old.other !== undefined && are.has(old.other))
    tell('discriminator-changed', `values that are not mapped do not mean ${quote(old.other)} any more`);
  else if (now.other !== undefined && were.has(now.other))
    tell('discriminator-value-added', `values that are not mapped mean ${quote(now.other)}, too`);
}

function namesIn({ values, other }: Meanings): ReadonlySet<string> {
  return new Set([...values.values(), ...(other === undefined ? [] : [other])]);
}
