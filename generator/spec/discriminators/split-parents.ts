import { hasRef } from '../openapi/rules.js';
import { type SpecContext, resolveTarget } from '../references/spec-context.js';
import { toArray, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { emptyObject, findFreeName, openMember, rewritable } from '../read/tree.js';
import { printPointer } from '../read/pointer.js';
import type { Positions } from '../read/positions.js';
import { readName, referFrom } from '../references/reference.js';
import { type Families, isAlias, isNullable, listOwnParts, type Member, type Parent } from './find-families.js';
import { narrowTag, printTag } from './read-discriminator.js';

/** A member of a family, with the schema that its children extend if it is a parent. */
export interface Kin extends Member {
  readonly base?: Place;
}

/** The members of families by their schemas. */
export type KinByNode = ReadonlyMap<Json, Kin>;

/** A parent that becomes a union. */
interface Split extends Parent {
  /** The schema that its children will extend: `#/components/schemas/PetBase`. */
  readonly base: Place;
  /** The keyword that closes the parent and its base, if the parent was closed: `{ unevaluatedProperties: false }`. */
  readonly closing: JsonObject;
}

interface Place extends Pick<Member, 'id' | 'node'> {
  /** The object that will contain it. Absent if the parent is a whole file; then it is put into the parent's `$defs`. */
  readonly holder: JsonObject | undefined;
  readonly name: string;
}

/**
 * Rewrites each parent to the union of the members of its family, so that later stages need not look for children:
 *
 *     Pet: { properties: { kind }, discriminator: { propertyName: kind, mapping: { cat: Cat } } }
 *     Cat: { allOf: [{ $ref: Pet }, …] }
 *
 * becomes
 *
 *     Pet: { oneOf: [{ $ref: Cat }, { $ref: PetBase, properties: { kind: { not: { enum: [cat] } } } }], discriminator }
 *     PetBase: { properties: { kind } }
 *     Cat: { allOf: [{ $ref: PetBase }, …, { properties: { kind: { const: cat } } }] }
 *
 * The last alternative of `Pet` allows the tags that no member of the family has. A parent that lists alternatives itself keeps them.
 */
export function splitParents(context: SpecContext, { members, parents }: Families): KinByNode {
  const splits = new Map<Json, Split>();
  for (const parent of parents) {
    const { node } = parent;
    if (splits.has(node)) continue;
    splits.set(node, { ...parent, base: findPlace(context.positions, parent), closing: closeWhole(node) });
  }
  for (const { child } of [...splits.values()].flatMap(({ children }) => children))
    if (!splits.has(child.node)) Object.assign(child.node, closeWhole(child.node));
  for (const member of members) if (findSplit(splits, member) === undefined) stateTags(context, member);
  // All unions are read before the first parent is rewritten.
  const unions = [...splits.values()].map((split) => keepUnion(context, split) ?? makeUnion(context, split, splits));
  for (const [index, split] of [...splits.values()].entries()) moveToBase(context, split, unions[index] ?? {});
  return new Map<Json, Kin>([...members.map((member) => [member.node, member] as const), ...splits]);
}

/** Chooses a name and a place for the base of a parent, beside the parent: `PetBase`, or `PetBase2` if the name is taken. */
function findPlace(positions: Positions, { node, id }: Member): Place {
  const { parent, source } = positions.get(node);
  const holder = isJsonObject(parent) ? parent : undefined;
  const stem = holder === undefined ? source.path.replace(/^.*\/|\.\w+$/g, '') : readName(id);
  const name = findFreeName(holder ?? {}, `${stem}Base`);
  const path = holder === undefined ? `${positions.toPointer(node)}/$defs` : positions.toPointer(holder);
  return { node: emptyObject(), holder, name, id: `${source.path}#${path}${printPointer([name])}` };
}

/** Adds the tags that the document states for a member to its schema: `{ const: cat }`. Only for members that are no unions. */
function stateTags({ positions }: SpecContext, { node, property, tag, tags, isStated }: Member): void {
  const stated = node['allOf'];
  const isSaid = tag.values?.every((value) => tags.includes(printTag(value))) === true;
  if (tags.length === 0 || !isStated || isSaid || !Array.isArray(stated)) return;
  const required = tag.isRequired ? { required: [property] } : {};
  const list = [...stated, { ...required, properties: { [property]: narrowTag(tag, tags) } }];
  positions.set(list, positions.get(stated));
  positions.deriveAll(list.at(-1), list, stated.length);
  rewritable(node)['allOf'] = list;
}

function findSplit(splits: ReadonlyMap<Json, Split>, { node, property }: Member): Split | undefined {
  const split = splits.get(node);
  return split?.property === property ? split : undefined;
}

/** The keywords that a parent gets in place of those that move to its base. */
type Union = Readonly<Record<string, Json>>;

/** Keeps the alternatives that a parent lists itself. If some of them do not extend it, its own constraints are kept, too. */
function keepUnion(context: SpecContext, { node, below, base }: Split): Union | undefined {
  const lists = ['oneOf', 'anyOf'].map((key) => [key, toArray(node[key])] as const);
  const stated = lists.filter(([, list]) => list.some(hasRef));
  if (stated.length === 0) return undefined;
  const members = new Set<Json>(below.map((one) => one.node));
  const isWhole = stated.every(([, list]) =>
    list.every((one) => members.has(resolveTarget(context, one)?.value ?? one)),
  );
  const others = isWhole ? {} : { allOf: [{ $ref: referFrom(context, node, base.id) }] };
  return { ...Object.fromEntries(stated), ...others };
}

/**
 * Makes the union of the members below a parent. The last alternative is for tags that no member has: the base, or the schema of
 * `defaultMapping`. If an enum lists all possible tags, no value matches this alternative, but it still describes responses with tags
 * that are newer than the enum.
 */
function makeUnion(context: SpecContext, split: Split, splits: ReadonlyMap<Json, Split>): Union {
  const { property, node, tag, discriminator, base, closing } = split;
  const listed = split.below.filter(({ tags }) => tags.length > 0);
  const alternatives = listed.map((member) => {
    const own = findSplit(splits, member);
    const isPlain = own === undefined && member.isStated;
    return {
      $ref: referFrom(context, node, own?.base.id ?? member.id),
      ...(!(isPlain && member.tag.isRequired) && { required: [property] }),
      ...(!isPlain && { properties: { [property]: narrowTag(member.tag, member.tags) } }),
      ...own?.closing,
    };
  });
  const known = split.known.map(tag.parse);
  const isClosed = discriminator.fallback === undefined && tag.values?.some((value) => !known.includes(value));
  const rest = {
    $ref: referFrom(context, node, discriminator.fallback ?? base.id),
    properties: { [property]: { not: { enum: known }, ...(isClosed === true && { enum: known }) } },
    ...closing,
  };
  const mapping = listed.flatMap(({ tags }, index) => tags.map((one) => [one, alternatives[index]?.$ref ?? '']));
  return {
    // Requests do not have a `readOnly` property, so without it a request may match several alternatives.
    [tag.isReadOnly ? 'anyOf' : 'oneOf']: [
      ...alternatives,
      ...(split.below.length > 1 ? [rest] : []),
      ...(isNullable(split) ? [{ type: 'null' }] : []),
    ],
    discriminator: { ...discriminator.node, mapping: Object.fromEntries(mapping) },
  };
}

/**
 * Closes a whole schema instead of the parts in which `additionalProperties: false` stands, as ASP.NET writes it. Taken literally, a
 * child of a closed parent could not have any property of its own.
 */
function closeWhole(node: JsonObject): JsonObject {
  const closed = listOwnParts(node).filter((part) => part['additionalProperties'] === false);
  for (const part of closed) delete rewritable(part)['additionalProperties'];
  return closed.length === 0 ? {} : { unevaluatedProperties: false };
}

/** Keywords of a parent that its union keeps: identifiers, definitions and annotations. */
const kept = new Set(
  '$id $anchor $dynamicAnchor $defs definitions $comment title description default example examples deprecated externalDocs readOnly writeOnly xml discriminator'.split(
    ' ',
  ),
);

/** Moves the constraints of a parent to its base, and lets its children extend the base. */
function moveToBase({ positions, root }: SpecContext, { node, base, children, below }: Split, union: Union): void {
  const draft = rewritable(node);
  const moved = rewritable(base.node);
  if (draft['description'] !== undefined) moved['description'] = draft['description'];
  const holder = base.holder ?? openMember(positions, node, '$defs');
  positions.set(moved, { ...positions.get(node), parent: holder, key: base.name });
  rewritable(holder)[base.name] = moved;
  for (const [key, value] of Object.entries(draft)) {
    if (kept.has(key) || key.startsWith('x-') || Object.hasOwn(union, key)) continue;
    delete draft[key];
    moved[key] = value;
    if (typeof value === 'object' && value !== null) positions.set(value, { ...positions.get(value), parent: moved });
    if (key !== 'type' || !Array.isArray(value)) continue;
    moved[key] = value.filter((type) => type !== 'null');
    positions.deriveAll(moved[key], moved, key);
  }
  for (const [key, value] of Object.entries(union)) {
    draft[key] = value;
    positions.deriveAll(value, node, key);
  }
  for (const { child, ref } of children) {
    // An alias of the parent without a tag means the whole union, so it keeps its reference.
    if (!isAlias(child) || below.some(({ node: one, tags }) => one === child.node && tags.length > 0))
      rewritable(ref)['$ref'] = referFrom({ positions, root }, ref, base.id);
  }
}
