import { type SpecContext, listCombined, resolveTarget } from '../references/spec-context.js';
import { toArray, listOwnKeys, isJsonObject, readMember, type Json, type JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import { didYouMean } from '../suggest.js';
import { type Discriminator, narrowTag, printTag, readDiscriminator, readTagProperty } from './read-discriminator.js';
import { readName, referFrom } from '../references/reference.js';
import { type Kin, type KinByNode } from './split-parents.js';

/** An alternative that a discriminator can name. */
export interface Branch {
  /** The reference in the union. */
  readonly node: JsonObject;
  readonly id: string;
  readonly name: string;
  readonly value: Json;
}

/** Lists the alternatives of a list that are references. */
export function listBranches(context: SpecContext, list: readonly Json[]): readonly Branch[] {
  return list.flatMap((node) => {
    const target = resolveTarget(context, node);
    return target === undefined || !isJsonObject(node) ? [] : [{ node, ...target, name: readName(target.id) }];
  });
}

/** The property whose values select alternatives: that of a discriminator, or of the family whose members they are. */
type Telling = Pick<Discriminator, 'property' | 'fallback'> & Partial<Pick<Discriminator, 'stated'>>;

/** An alternative with the tags that select it. */
interface Selected extends Branch {
  /** The member of the family with this property, if it is one. */
  readonly kin: Kin | undefined;
  readonly tags: readonly string[];
}

/**
 * Restricts each alternative of a union to the tags that select it: `{ $ref: Cat }` →
 * `{ $ref: Cat, required: [kind], properties: { kind: { const: cat } } }`, unless `Cat` has that constant itself. The target of the
 * reference stays unchanged. The alternative of `defaultMapping` allows every other tag, or a missing one. Unions of members of one
 * family are restricted even if they have no discriminator.
 */
export function narrowUnion(context: SpecContext, schema: JsonObject, kin: KinByNode): void {
  for (const key of ['oneOf', 'anyOf']) {
    const list = toArray(schema[key]);
    const branches = listBranches(context, list);
    // Without a discriminator: if all alternatives except null are members of one family, the property of the family selects them.
    const others = list.filter((one) => readMember(one, 'type') !== 'null');
    const [property, ...further] = new Set(branches.map(({ value }) => kin.get(value)?.property));
    const isFamily = further.length === 0 && branches.length > 1 && others.length === branches.length;
    const family = property !== undefined && isFamily ? { property, fallback: undefined } : undefined;
    const telling: Telling | undefined = readDiscriminator(context, schema) ?? family;
    if (telling === undefined) continue;
    const selected = selectTags(telling, branches, kin);
    const near = nameMisspelt(context, [schema, ...branches.map(({ value }) => value)], telling.property);
    const union = { schema, telling, selected, isMisspelt: near !== '' };
    const narrowed = list.map((node): Json => {
      const branch = selected.find((one) => one.node === node);
      const beside = branch && narrowBranch(context, union, branch);
      if (branch === undefined || beside === undefined) return node;
      const restricted = { ...branch.node, ...beside };
      context.positions.set(restricted, context.positions.get(branch.node));
      for (const value of Object.values(beside)) context.positions.deriveAll(value, restricted, '$ref');
      return restricted;
    });
    if (narrowed.every((node, index) => node === list[index])) continue;
    context.positions.deriveAll(narrowed, schema, key);
    rewritable(schema)[key] = narrowed;
  }
}

/** Finds the tags of alternatives: those of the mapping, or else of their family, or else their names. */
function selectTags(telling: Telling, branches: readonly Branch[], kinByNode: KinByNode): readonly Selected[] {
  const { property, stated, fallback } = telling;
  const all = branches.map((branch): Selected => {
    const { id, name, value } = branch;
    const found = kinByNode.get(value);
    const kin = found?.property === property ? found : undefined;
    const implied = stated === undefined || id === fallback ? [] : [name];
    const own = stated?.get(id) ?? (kin !== undefined && kin.tags.length > 0 ? kin.tags : implied);
    return { ...branch, kin, tags: [...new Set([...own, ...listAll(kin)])] };
  });
  return all.map((one) => {
    if (one.kin === undefined) return one;
    // A parent does not get the tags that another alternative below it has.
    const taken = new Set(
      all.flatMap(({ id, tags }) =>
        tags.length < one.tags.length ? tags : id === one.id ? [] : (stated?.get(id) ?? []),
      ),
    );
    return { ...one, tags: one.tags.filter((tag) => !taken.has(tag)) };
  });
}

/** Lists the tags of a member and of all members below it. */
function listAll(kin: Kin | undefined): readonly string[] {
  return kin?.below.flatMap(({ tags }) => tags) ?? [];
}

interface Union extends OpenUnion {
  readonly schema: JsonObject;
  readonly selected: readonly Selected[];
}

/** Returns the keywords that an alternative needs beside its reference; `undefined` if it needs none. */
function narrowBranch(context: SpecContext, union: Union, branch: Selected): JsonObject | undefined {
  const { schema, telling, selected } = union;
  const { property, fallback } = telling;
  const { node, id, kin, value, tags } = branch;
  const base = kin?.base;
  const own = readTagProperty(context, listCombined(context, node), property);
  const known = base === undefined ? own.values?.map(printTag) : listAll(kin);
  if ('properties' in node || 'required' in node) return undefined;
  if (known === undefined && !canNarrow(context, union, branch)) return undefined;
  const parts = [base?.node ?? value, schema].flatMap((one) => listCombined(context, one));
  const tag = readTagProperty(context, parts, property);
  if (id === fallback && tags.length === 0) {
    const others = selected.flatMap((one) => one.tags).map(tag.parse);
    return known === undefined ? { properties: { [property]: { type: 'string', not: { enum: others } } } } : undefined;
  }
  const possible = known?.filter((one) => tags.includes(one)) ?? tags;
  // A parent also allows the tags of its children, so it always needs the keywords.
  const isSaid = base === undefined && possible.length === known?.length && (own.isRequired || id === fallback);
  if (possible.length === 0 || isSaid) return undefined;
  const isBase = base !== undefined && possible.every((one) => kin?.tags.includes(one));
  return {
    ...(isBase && { $ref: referFrom(context, node, base.id) }),
    required: [property],
    properties: { [property]: narrowTag(tag, possible) },
  };
}

/** A union, some of whose alternatives allow any tag. */
interface OpenUnion {
  readonly telling: Telling;
  /** True if no alternative has the property, but one has a property with a similar name. */
  readonly isMisspelt: boolean;
}

/**
 * Returns whether an alternative that allows any tag can be restricted to its own tags: it is an object that may have the property,
 * and it has a name or a mapping.
 */
export function canNarrow(context: SpecContext, { telling, isMisspelt }: OpenUnion, branch: Branch): boolean {
  const { property, stated, fallback } = telling;
  const { id, value } = branch;
  const isStated = stated?.has(id) === true || id === fallback;
  if (!isStated && !/#\/components\/schemas\/[^/]+$/.test(id)) return false;
  const parts = listCombined(context, value);
  if (!isStated && parts.some(({ oneOf, anyOf }) => (oneOf ?? anyOf) !== undefined)) return false;
  if (parts.some(({ type }) => type !== undefined && ![type].flat().includes('object'))) return false;
  if (!readTagProperty(context, parts, property).canTell) return false;
  return (
    parts.some(({ properties }) => readMember(properties, property) !== undefined) ||
    (!isMisspelt &&
      parts.every((part) => part['additionalProperties'] !== false && part['unevaluatedProperties'] !== false))
  );
}

/** Returns a hint at a similar property if none of the schemas has the property itself: `; did you mean "kind"?`. */
export function nameMisspelt(context: SpecContext, schemas: readonly Json[], property: string): string {
  const parts = schemas.flatMap((one) => listCombined(context, one));
  const names = parts.flatMap(({ properties }) => listOwnKeys(properties));
  return names.includes(property) ? '' : didYouMean(property, names);
}
