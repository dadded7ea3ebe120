import { type CheckContext, itemsOf, mappedSchema, partsOf, targetOf } from '../check/check-context.js';
import { walk } from '../openapi/walk.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import type { Positions } from '../references/positions.js';
import { canBeTag, type Discriminator, listTags, readDiscriminator, readName, printTag } from './read-discriminator.js';

/** A schema that extends others by `allOf`, or is extended. */
export interface Relative {
  readonly id: string;
  readonly node: JsonObject;
  /** The schemas that extend it directly, and the references to it in their `allOf`. */
  readonly children: { readonly child: Relative; readonly ref: JsonObject }[];
}

/** The schemas that one property tells apart: those with a discriminator of that property, and all that extend these. */
export interface Family {
  readonly property: string;
  /** The tags of each member; absent for one that has none, since it is abstract or only a part of others. */
  readonly tags: ReadonlyMap<Relative, Tags>;
  /** The members that have the discriminator, or are extended by members, each with all members below it and a discriminator. */
  readonly parents: ReadonlyMap<Relative, Parent>;
}

interface Parent {
  readonly discriminator: Discriminator;
  readonly members: ReadonlySet<Relative>;
}

interface Tags {
  readonly values: readonly string[];
  /** Whether the document states them; else they are the name of a schema that a mapping of others leaves out. */
  readonly isStated: boolean;
}

/** What a walk over all schemas of a document finds. */
export interface Unions {
  readonly families: readonly Family[];
  /** The schemas with alternatives. */
  readonly unions: readonly JsonObject[];
}

/** Finds the schemas with alternatives, and the families of those that discriminators tell apart. */
export function findUnions(context: CheckContext): Unions {
  const relatives = new Map<JsonObject, Relative>();
  const discriminated = new Map<JsonObject, Discriminator>();
  const unions: JsonObject[] = [];
  const register = (node: JsonObject): Relative => {
    const known = relatives.get(node) ?? { id: context.positions.idOf(node), node, children: [] };
    relatives.set(node, known);
    return known;
  };
  walk(context.root, {
    visit(node, kind) {
      if (kind !== 'schema' && kind !== 'property') return;
      const discriminator = readDiscriminator(context, node);
      if (discriminator !== undefined) discriminated.set(node, discriminator);
      if (Array.isArray(node['oneOf']) || Array.isArray(node['anyOf'])) unions.push(node);
      for (const ref of listExtended(context.positions, node)) {
        const target = targetOf(context, ref)?.value;
        if (isJsonObject(target) && target !== node) register(target).children.push({ child: register(node), ref });
      }
    },
    refer: (node) => targetOf(context, node)?.value,
    map: (name, mapping) => mappedSchema(context, name, mapping),
  });
  const roots = [...discriminated].flatMap(([node, discriminator]) => {
    const root = relatives.get(node);
    const canTell = canBeTag(context, [node], discriminator.property);
    return root === undefined || root.children.length === 0 || !canTell ? [] : [{ root, discriminator }];
  });
  const properties = new Set(roots.map(({ discriminator }) => discriminator.property));
  const families = [...properties].map((property) =>
    findFamily(context, property, {
      roots: roots.filter((one) => one.discriminator.property === property),
      discriminated,
    }),
  );
  return { families, unions };
}

/** The references by which a schema extends others: those in its `allOf`, if it has a name or is an alternative. */
export function listExtended(positions: Positions, node: JsonObject): readonly JsonObject[] {
  return Array.isArray(node['allOf']) && canExtend(positions, node) ? listReferences(node['allOf']) : [];
}

function listReferences(allOf: readonly Json[]): readonly JsonObject[] {
  return allOf.filter(isJsonObject).flatMap((part) => {
    if (typeof part['$ref'] === 'string') return [part];
    return listReferences(itemsOf(part['allOf']));
  });
}

/** Where schemas have names. */
const namespaces: ReadonlySet<unknown> = new Set(['schemas', '$defs', 'definitions']);

/** A nameless `allOf`, as in `{ allOf: [{ $ref: Pet }], description }` of a property, is a use of its parts, and no child. */
function canExtend(positions: Positions, node: JsonObject): boolean {
  if (isNamed(positions, node)) return true;
  const { parent } = positions.get(node);
  return Array.isArray(parent) && /^(?:one|any)Of$/.test(String(positions.get(parent).key));
}

/** Whether a schema is a component or the like, the whole of a file, or at the top of one. */
function isNamed(positions: Positions, node: JsonObject): boolean {
  const { parent } = positions.get(node);
  if (parent === undefined) return true;
  const { parent: holder, key } = positions.get(parent);
  return holder === undefined || namespaces.has(key);
}

interface Root {
  readonly root: Relative;
  readonly discriminator: Discriminator;
}

/** The schemas that have discriminators, and those of one property that others extend. */
interface Roots {
  readonly roots: readonly Root[];
  readonly discriminated: ReadonlyMap<JsonObject, Discriminator>;
}

/** Most alternatives that the parents of a family have in all; a larger one, which nobody wrote by hand, stays as it is written. */
const MOST_LISTED = 100_000;

function findFamily(context: CheckContext, property: string, { roots, discriminated }: Roots): Family {
  const stated = new Map<Relative, string[]>();
  const mapped = new Set<Relative>();
  const below = new Set<Relative>();
  const parents = new Map<Relative, Parent>();
  let listed = 0;
  const list = (root: Relative): ReadonlySet<Relative> => {
    const members = listed > MOST_LISTED ? new Set<Relative>() : listMembers(root, property, discriminated);
    listed += members.size;
    return members;
  };
  for (const { root, discriminator } of roots) {
    const members = list(root);
    parents.set(root, { discriminator, members });
    for (const member of members) {
      stated.set(member, [...new Set([...(stated.get(member) ?? []), ...(discriminator.stated.get(member.id) ?? [])])]);
      if (discriminator.stated.size > 0) mapped.add(member);
      if (member !== root) below.add(member);
      const isParent = member.children.length > 0 && !discriminated.has(member.node);
      if (isParent && !parents.has(member)) parents.set(member, { discriminator, members: list(member) });
    }
  }
  const tags = new Map<Relative, Tags>();
  if (listed > MOST_LISTED) return { property, tags, parents: new Map() };
  for (const [member, values] of stated) {
    const implied =
      values.length > 0
        ? { values, isStated: true }
        : implyTags(context, property, {
            member,
            isParent: parents.has(member),
            isTop: !below.has(member),
            isMapped: mapped.has(member),
          });
    if (implied !== undefined) tags.set(member, implied);
  }
  return { property, tags, parents };
}

/** A parent and all schemas below it; of one that another property tells apart, not those below it. */
function listMembers(
  root: Relative,
  property: string,
  discriminated: ReadonlyMap<JsonObject, Discriminator>,
): ReadonlySet<Relative> {
  const members = new Set([root]);
  // A set hands out what is added while it is being walked.
  for (const member of members) {
    if ((discriminated.get(member.node)?.property ?? property) !== property) continue;
    for (const { child } of member.children) members.add(child);
  }
  return members;
}

interface Unmapped {
  readonly member: Relative;
  readonly isParent: boolean;
  /** Whether it extends no other member. */
  readonly isTop: boolean;
  /** Whether a mapping names other members. */
  readonly isMapped: boolean;
}

/**
 * The tag of a schema that no mapping names: what AutoRest or the schema itself say, else the name of the schema, if it is a
 * possible value. A parent has none, unless all members are told apart by their names, or the enum of all tags lists its name.
 */
function implyTags(context: CheckContext, property: string, { member, ...is }: Unmapped): Tags | undefined {
  const { node, id } = member;
  const { 'x-ms-discriminator-value': vendors } = node;
  if (typeof vendors === 'string') return { values: [vendors], isStated: true };
  const own = is.isTop ? undefined : listTags(context, listOwnParts(node), property);
  if (own?.length === 1) return { values: own.map(printTag), isStated: true };
  if (!isNamed(context.positions, node)) return undefined;
  const name = readName(id);
  const possible = listTags(context, partsOf(context, node), property)?.map(printTag);
  if (possible !== undefined) return possible.includes(name) ? { values: [name], isStated: true } : undefined;
  if (is.isTop || (is.isMapped && (is.isParent || isAlias(member)))) return undefined;
  return { values: [name], isStated: !is.isMapped };
}

/** A schema and what it combines, without what it refers to. */
export function listOwnParts(node: JsonObject): readonly JsonObject[] {
  const inner = itemsOf(node['allOf']).filter(isJsonObject);
  return [node, ...inner.flatMap((part) => (typeof part['$ref'] === 'string' ? [] : listOwnParts(part)))];
}

/** Whether a schema says nothing beside the reference to another one: `{ allOf: [{ $ref: Pet }], description }`. */
export function isAlias({ node }: Relative): boolean {
  const says = Object.keys(node).filter((key) => !key.startsWith('x-') && key !== 'description' && key !== 'title');
  return (
    says.length === 1 && itemsOf(node['allOf']).length === 1 && listReferences(itemsOf(node['allOf'])).length === 1
  );
}
