import { hasRef, isSchemaKind } from '../openapi/rules.js';
import { type SpecContext, listCombined, resolveTarget, walkDocument } from '../references/spec-context.js';
import { toArray, isJsonObject, readMember, type JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import type { Positions } from '../read/positions.js';
import {
  type Discriminator,
  printTag,
  readDiscriminator,
  readTagProperty,
  type TagProperty,
} from './read-discriminator.js';
import { groupPairs, reachable } from '../../iterables.js';
import { readName } from '../references/reference.js';

/** A schema that extends others by `allOf`, or that others extend. */
interface Relative {
  readonly id: string;
  readonly node: JsonObject;
  /** Its own discriminator. */
  readonly own: Discriminator | undefined;
  /** The schemas that extend it directly, and the references to it in their `allOf`. */
  readonly children: { readonly child: Relative; readonly ref: JsonObject }[];
}

/** A member of a family: a schema with a discriminator, or one that extends such a schema. */
export interface Member extends Relative {
  /** The property of the discriminator, whose values select members. */
  readonly property: string;
  /** The facts that the schema, and those that it extends, state about that property. */
  readonly tag: TagProperty;
  /** The values of the property that select it; none if it is abstract, or only a part of others. */
  readonly tags: readonly string[];
  /** True if the document states its tags; false if its name is the tag, because no mapping has one. */
  readonly isStated: boolean;
  /** All members below it, after itself. */
  readonly below: Member[];
}

/** A member that becomes a union, because members below it have tags, or because it can be null. */
export interface Parent extends Member {
  /** Its own discriminator, or that of the first schema with one that it extends. */
  readonly discriminator: Discriminator;
  /** The tags of all members that share a root with it. */
  readonly known: readonly string[];
}

/** The members of all families. A schema that two discriminators select by two properties is listed twice. */
export interface Families {
  readonly members: readonly Member[];
  readonly parents: readonly Parent[];
}

/** Finds the schemas with `oneOf` or `anyOf`, and the families of schemas with discriminators. */
export function findUnions(context: SpecContext): Families & { readonly unions: readonly JsonObject[] } {
  const { positions } = context;
  const relatives = new Map<JsonObject, Relative>();
  const unions: JsonObject[] = [];
  const nullable = new Map<JsonObject, JsonObject>();
  const register = (node: JsonObject): Relative => {
    const known = relatives.get(node) ?? {
      id: positions.toId(node),
      node,
      own: readDiscriminator(context, node),
      children: [],
    };
    relatives.set(node, known);
    return known;
  };
  walkDocument(context, (node, kind) => {
    if (!isSchemaKind(kind)) return;
    const whole = hasName(positions, node) ? readNullable(node) : undefined;
    if (whole !== undefined) nullable.set(node, replaceAll(node, whole));
    for (const [key, value] of Object.entries(whole ?? {})) positions.deriveAll(value, node, key);
    if (Array.isArray(node['oneOf']) || Array.isArray(node['anyOf'])) unions.push(node);
    for (const ref of listExtended(positions, node)) {
      const target = resolveTarget(context, ref)?.value;
      if (isJsonObject(target) && target !== node) register(target).children.push({ child: register(node), ref });
    }
  });
  const roots = [...relatives.values()].flatMap((one) => {
    const { property } = one.own ?? {};
    if (property === undefined || one.children.length === 0) return [];
    const { canTell } = readTagProperty(context, listCombined(context, one.node), property);
    return canTell ? [[property, one] as const] : [];
  });
  const families = [...groupPairs(roots)].map(([property, own]) => findFamily(context, property, own));
  const parents = families.flatMap((one) => one.parents);
  for (const { node } of parents) nullable.delete(node);
  for (const [node, before] of nullable) replaceAll(node, before);
  return { members: families.flatMap(({ members }) => members), parents, unions };
}

/**
 * Reads a schema that extends others or is null, the upgraded form of `nullable` beside `allOf`: `{ anyOf: [{ allOf }, { type: null }] }`
 * → `{ allOf, type: [object, null] }`. Only parents keep this form: `splitParents` adds null to their union.
 */
function readNullable({ anyOf, ...others }: JsonObject): JsonObject | undefined {
  const [whole, none, ...further] = toArray(anyOf);
  if (!isJsonObject(whole) || readMember(none, 'type') !== 'null' || further.length > 0) return undefined;
  const own: JsonObject = hasRef(whole) ? { allOf: [whole] } : whole;
  if (!Array.isArray(own['allOf']) || 'oneOf' in own || 'anyOf' in own) return undefined;
  return { ...others, ...own, type: ['object', 'null'] };
}

/** Replaces the keywords of a schema, and returns those that it had. */
function replaceAll(node: JsonObject, keywords: JsonObject): JsonObject {
  const before = { ...node };
  const draft = rewritable(node);
  for (const key of Object.keys(before)) delete draft[key];
  Object.assign(draft, keywords);
  return before;
}

/** The keys whose members are schemas with names. */
const namespaces: ReadonlySet<unknown> = new Set(['schemas', '$defs', 'definitions']);

/**
 * Lists the references by which a schema extends others: those in its `allOf`, if it has a name or is an alternative. A schema without
 * a name, such as `{ allOf: [{ $ref: Pet }], description }` of a property, only uses `Pet` and does not extend it.
 */
export function listExtended(positions: Positions, node: JsonObject): readonly JsonObject[] {
  if (!Array.isArray(node['allOf'])) return [];
  const { parent } = positions.get(node);
  const isBranch = Array.isArray(parent) && /^(?:one|any)Of$/.test(String(positions.get(parent).key));
  if (!isBranch && !hasName(positions, node)) return [];
  return listOwnParts(node).flatMap(({ allOf }) => toArray(allOf).filter(hasRef));
}

/** Returns whether a schema has a name: it is a member of `schemas` or `$defs`, a whole file, or a member at the root of a file. */
function hasName(positions: Positions, node: JsonObject): boolean {
  const { parent } = positions.get(node);
  if (parent === undefined) return true;
  const { parent: holder, key } = positions.get(parent);
  return holder === undefined || namespaces.has(key);
}

/** Maximum number of alternatives in all unions of a family. A tag that a union's last alternative excludes counts as a tenth of one. */
const MOST_LISTED = 100_000;

/** Finds the members below the roots with one property. Warns of a family that is too large, and returns no members of it. */
function findFamily(context: SpecContext, property: string, roots: readonly Relative[]): Families {
  const ancestors = new Map<Relative, Relative[]>();
  const lists = new Map<Relative, readonly Relative[]>();
  let listed = 0;
  // Below a schema with a discriminator for another property, there are no members of this family.
  const listBelow = (parent: Relative): readonly Relative[] => [
    ...reachable([parent], ({ own, children }) =>
      (own?.property ?? property) === property ? children.map(({ child }) => child) : [],
    ),
  ];
  for (const root of roots) {
    const all = lists.get(root) ?? listBelow(root);
    for (const one of all) {
      ancestors.set(one, [...(ancestors.get(one) ?? []), root]);
      if (lists.has(one)) continue;
      const list = listBelow(one);
      lists.set(one, list);
      listed += list.length + (list.length > 1 ? all.length / 10 : 0);
      if (listed < MOST_LISTED) continue;
      const message = `the schemas that extend this one have too many alternatives, more than ${MOST_LISTED}, so "${property}" does not select among them`;
      context.diagnostics.warning(
        'too-many-alternatives',
        message,
        context.positions.ofKey(root.node, 'discriminator'),
      );
      return { members: [], parents: [] };
    }
  }
  const members = new Map([...ancestors].map(([one, above]) => [one, readFamilyMember(context, property, one, above)]));
  for (const [one, { below }] of members)
    below.push(...(lists.get(one) ?? []).flatMap((other) => members.get(other) ?? []));
  const parents = [...members].flatMap(([one, member]): readonly Parent[] => {
    const above = ancestors.get(one) ?? [];
    const discriminator = (above.includes(one) ? one : above[0])?.own;
    const isUnion = member.below.some((each) => each.tags.length > 0 && (each !== member || isNullable(member)));
    if (discriminator === undefined || !isUnion) return [];
    const known = above.flatMap((root) => members.get(root)?.below.flatMap(({ tags }) => tags) ?? []);
    return [{ ...member, discriminator, known: [...new Set(known)] }];
  });
  return { members: [...members.values()], parents };
}

/**
 * Reads the tags of a member: those of the mappings, or the extension of AutoRest, or a constant of the schema itself, or else the name
 * of the schema, if that is a possible value. A parent has no tag, unless no mapping exists and tags are names of schemas, or unless
 * the enum of the property lists its name. `above`: the schemas with the discriminator that the member extends, or itself.
 */
function readFamilyMember(
  context: SpecContext,
  property: string,
  relative: Relative,
  above: readonly Relative[],
): Member {
  const { id, node, own, children } = relative;
  const tag = readTagProperty(context, listCombined(context, node), property);
  const shared = { ...relative, property, tag };
  const state = (tags: readonly string[], isStated = true): Member => ({ ...shared, tags, isStated, below: [] });
  const mapped = above.flatMap((root) => root.own?.stated.get(id) ?? []);
  // The schema of `defaultMapping` is selected by all other tags.
  const isFallback = above.some((root) => root.own?.fallback === id);
  if (mapped.length > 0 || isFallback) return state([...new Set(mapped)]);
  const { 'x-ms-discriminator-value': vendors } = node;
  if (typeof vendors === 'string') return state([vendors]);
  const isTop = above.every((root) => root === relative);
  const values = isTop ? undefined : readTagProperty(context, listOwnParts(node), property).values;
  if (values?.length === 1) return state(values.map(printTag));
  const name = readName(id);
  const isNamed = hasName(context.positions, node);
  const isPossible = tag.values?.map(printTag).includes(name);
  if (!isNamed || isPossible !== undefined) return state(isNamed && isPossible === true ? [name] : []);
  const isMapped = above.some((root) => root.own !== undefined && root.own.stated.size > 0);
  const isParent = children.length > 0 && (own === undefined || own.property === property);
  const isAbstract = isTop || (isMapped && (isParent || isAlias(relative)));
  return state(isAbstract ? [] : [name], !isMapped);
}

/** Returns whether a schema lists null among its types. */
export function isNullable({ node }: Pick<Relative, 'node'>): boolean {
  return [node['type']].flat().includes('null');
}

/** Lists a schema and the schemas in its `allOf`, without the targets of references. */
export function listOwnParts(node: JsonObject): readonly JsonObject[] {
  const inner = toArray(node['allOf']).filter(isJsonObject);
  return [node, ...inner.flatMap((part) => (hasRef(part) ? [] : listOwnParts(part)))];
}

/** Returns whether a schema is only another name of a schema: `{ allOf: [{ $ref: Pet }], description }`, and no schema extends it. */
export function isAlias({ node, children }: Pick<Relative, 'node' | 'children'>): boolean {
  const says = Object.keys(node).filter((key) => !key.startsWith('x-') && key !== 'description' && key !== 'title');
  const [part, ...others] = toArray(node['allOf']);
  return says.length + children.length === 1 && others.length === 0 && hasRef(part);
}
