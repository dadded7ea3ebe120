import { type CheckContext, itemsOf, partsOf, targetOf } from '../check/check-context.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { emptyObject, rewritable } from '../read/tree.js';
import { printPointer } from '../references/pointer.js';
import type { Positions } from '../references/positions.js';
import { printReferenceFrom } from '../references/reference.js';
import { type Family, isAlias, listOwnParts, type Relative } from './find-families.js';
import {
  type Discriminator,
  isAssigned,
  listTags,
  narrowTag,
  readName,
  readTags,
  printTag,
} from './read-discriminator.js';

/** What a union that names a member of a family has to know of it. */
export interface Kin {
  readonly property: string;
  /** Its own tags. */
  readonly own: readonly string[];
  /** Its own tags, and those of all members below it. */
  readonly all: readonly string[];
  /** Of a parent: the schema that its children extend. */
  readonly base?: Pick<Relative, 'id' | 'node'>;
}

/** The members of families by their schemas. */
export type KinByNode = ReadonlyMap<Json, Kin>;

/** A parent that becomes a union. */
interface Split {
  readonly family: Family;
  readonly parent: Relative;
  readonly discriminator: Discriminator;
  /** The members with tags, the parent among them. */
  readonly tagged: readonly Relative[];
  /** Where the schema will be that its children extend: `#/components/schemas/PetBase`. */
  readonly base: Place;
  /** What closes it and its base, where it was closed. */
  readonly closing: JsonObject;
}

interface Place extends Pick<Relative, 'id' | 'node'> {
  /** The schemas that it will be among; absent where the parent is a whole file, and gets it in its `$defs`. */
  readonly holder: JsonObject | undefined;
  readonly name: string;
}

/**
 * Makes each parent the union of the members of its family, so that nothing after this has to look for children:
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
 * The last alternative of `Pet` takes the tags that no member has. A parent that lists its alternatives keeps them.
 */
export function splitParents(context: CheckContext, families: readonly Family[]): KinByNode {
  const splits = new Map<Relative, Split>();
  for (const family of families)
    for (const [parent, { discriminator, members }] of family.parents) {
      const tagged = [...members].filter((member) => family.tags.has(member));
      if (splits.has(parent) || !tagged.some((member) => member !== parent)) continue;
      const base = findPlace(context.positions, parent);
      splits.set(parent, { family, parent, discriminator, tagged, base, closing: closeWhole(parent.node) });
    }
  for (const { child } of [...splits.keys()].flatMap(({ children }) => children))
    if (!splits.has(child)) Object.assign(child.node, closeWhole(child.node));
  // Everything is read before anything is rewritten.
  const kin = new Map(
    families.flatMap((family) =>
      [...family.tags.keys(), ...family.parents.keys()].map((one) => [one.node, readKin(family, one, splits)]),
    ),
  );
  const changes = [
    ...families.flatMap((family) => stateTags(context, family, splits)),
    ...[...splits.values()].map((split) => {
      const union = keepUnion(context, split) ?? makeUnion(context, split, splits);
      return () => moveToBase(context, split, union);
    }),
  ];
  for (const change of changes) change();
  return kin;
}

/** Finds a place for the base of a parent, beside it: `PetBase`, or `PetBase2` where the document has one. */
function findPlace(positions: Positions, { node, id }: Relative): Place {
  const { parent, source } = positions.get(node);
  const holder = isJsonObject(parent) ? parent : undefined;
  const name = `${holder === undefined ? source.path.replace(/^.*\/|\.\w+$/g, '') : readName(id)}Base`;
  let free = name;
  for (let number = 2; Object.hasOwn(holder ?? {}, free); number++) free = `${name}${number}`;
  const path = holder === undefined ? `${positions.pointerOf(node)}/$defs` : positions.pointerOf(holder);
  return { node: emptyObject(), holder, name: free, id: `${source.path}#${path}${printPointer([free])}` };
}

function readKin({ property, tags, parents }: Family, member: Relative, splits: ReadonlyMap<Relative, Split>): Kin {
  const own = tags.get(member)?.values ?? [];
  const below = [...(parents.get(member)?.members ?? [])].flatMap((one) => tags.get(one)?.values ?? []);
  const split = splits.get(member);
  return {
    property,
    own,
    all: [...new Set([...own, ...below])],
    ...(split?.family.property === property && { base: split.base }),
  };
}

/** Lets the members that are no unions say the tags that the document states for them: `{ const: cat }`. */
function stateTags(
  context: CheckContext,
  { property, tags }: Family,
  splits: ReadonlyMap<Relative, Split>,
): readonly (() => void)[] {
  return [...tags].flatMap(([member, { values, isStated }]) => {
    const { node } = member;
    const known = listTags(context, partsOf(context, node), property) ?? [];
    const isSaid = known.length > 0 && known.every((value) => values.includes(printTag(value)));
    const stated = node['allOf'];
    if (!isStated || isSaid || !Array.isArray(stated) || findSplit(splits, member, property) !== undefined) return [];
    const required = isRequired(context, node, property) ? { required: [property] } : {};
    const literal = { ...required, properties: { [property]: narrowTag(context, [node], property, values) } };
    return [
      () => {
        const list = [...stated, literal];
        context.positions.set(list, context.positions.get(stated));
        context.positions.deriveAll(literal, list, stated.length);
        rewritable(node)['allOf'] = list;
      },
    ];
  });
}

function isRequired(context: CheckContext, schema: Json, property: string): boolean {
  return partsOf(context, schema).some(({ required }) => itemsOf(required).includes(property));
}

function findSplit(splits: ReadonlyMap<Relative, Split>, member: Relative, property: string): Split | undefined {
  const split = splits.get(member);
  return split?.family.property === property ? split : undefined;
}

/** The keywords that a parent has beside its annotations once its own are those of its base. */
type Union = Readonly<Record<string, Json>>;

/** Keeps the alternatives that a parent lists, and what it demands of those that do not extend it. */
function keepUnion(context: CheckContext, { parent, family, base }: Split): Union | undefined {
  const { node } = parent;
  const lists = ['oneOf', 'anyOf'].map((key) => [key, itemsOf(node[key])] as const);
  const stated = lists.filter(([, list]) => list.some((one) => isJsonObject(one) && typeof one['$ref'] === 'string'));
  if (stated.length === 0) return undefined;
  const members = new Set<Json>([...(family.parents.get(parent)?.members ?? [])].map((one) => one.node));
  const isWhole = stated.every(([, list]) => list.every((one) => members.has(targetOf(context, one)?.value ?? one)));
  const others = isWhole ? {} : { allOf: [{ $ref: referFrom(context, node, base.id) }] };
  return { ...Object.fromEntries(stated.map(([key]) => [key, node[key] ?? []])), ...others };
}

/** Lists the members of a family that a parent is, and as the last one the base, or the schema of `defaultMapping`, for all other tags. */
function makeUnion(context: CheckContext, split: Split, splits: ReadonlyMap<Relative, Split>): Union {
  const { family, parent, discriminator, tagged, base, closing } = split;
  const { property, tags } = family;
  const { node } = parent;
  const others = tagged.filter(({ id }) => id !== discriminator.fallback || discriminator.stated.has(id));
  const listed = others.map((member) => {
    const split = findSplit(splits, member, property);
    const target = split?.base.id ?? member.id;
    const values = tags.get(member)?.values ?? [];
    const isPlain = target === member.id && tags.get(member)?.isStated === true;
    const beside = {
      ...(!(isPlain && isRequired(context, member.node, property)) && { required: [property] }),
      ...(!isPlain && { properties: { [property]: narrowTag(context, [member.node], property, values) } }),
      ...split?.closing,
    };
    return { values, $ref: referFrom(context, node, target), beside };
  });
  const known = readTags(
    context,
    [node],
    property,
    listed.flatMap(({ values }) => values),
  );
  const rest = {
    $ref: referFrom(context, node, discriminator.fallback ?? base.id),
    properties: { [property]: { not: { enum: known } } },
    ...closing,
  };
  const isNullable = [node['type']].flat().includes('null');
  return {
    // Requests have no tag that is `readOnly`, and may fit several alternatives.
    [isAssigned(context, [node], property) ? 'anyOf' : 'oneOf']: [
      ...listed.map(({ $ref, beside }) => ({ $ref, ...beside })),
      rest,
      ...(isNullable ? [{ type: 'null' }] : []),
    ],
    discriminator: {
      ...discriminator.node,
      mapping: Object.fromEntries(listed.flatMap(({ values, $ref }) => values.map((value) => [value, $ref]))),
    },
  };
}

/**
 * Closes the whole of a schema that closes a part of it by `additionalProperties: false`, as ASP.NET writes: taken by the letter,
 * no child of a closed parent could have a property of its own.
 */
function closeWhole(node: JsonObject): JsonObject {
  const closed = listOwnParts(node).filter((part) => part['additionalProperties'] === false);
  for (const part of closed) delete rewritable(part)['additionalProperties'];
  return closed.length === 0 ? {} : { unevaluatedProperties: false };
}

/** Keywords of a parent that its union keeps: what it is called, where, and what is said about it. */
const kept = new Set(
  '$id $anchor $dynamicAnchor $defs definitions $comment title description default example examples deprecated externalDocs readOnly writeOnly xml discriminator'.split(
    ' ',
  ),
);

/** Moves what a parent demands to a schema of its own, which its children extend from now on. */
function moveToBase({ positions, root }: CheckContext, { family, parent, base }: Split, union: Union): void {
  const { node } = parent;
  const draft = rewritable(node);
  const moved = rewritable(base.node);
  if (draft['description'] !== undefined) moved['description'] = draft['description'];
  const holder = base.holder ?? addDefinitions(positions, node);
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
  for (const { child, ref } of parent.children) {
    // A schema that only names the parent, and has no tag, means the union.
    if (!isAlias(child) || family.tags.has(child))
      rewritable(ref)['$ref'] = referFrom({ positions, root }, ref, base.id);
  }
}

function addDefinitions(positions: Positions, node: JsonObject): JsonObject {
  if (isJsonObject(node['$defs'])) return node['$defs'];
  const definitions = emptyObject();
  positions.derive(definitions, node, '$defs');
  rewritable(node)['$defs'] = definitions;
  return definitions;
}

/** A reference from where an object is to an id of the document. */
export function referFrom(
  { positions, root }: Pick<CheckContext, 'positions' | 'root'>,
  from: object,
  id: string,
): string {
  const { file } = positions.get(root).source;
  return printReferenceFrom(positions.get(from).source.path, id, file.slice(file.lastIndexOf('/') + 1));
}
