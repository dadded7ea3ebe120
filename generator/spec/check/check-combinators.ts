import { groupPairs } from '../../iterables.js';
import { isJsonObject, type Json, type JsonObject, toArray, listOwnKeys } from '../../json.js';
import { type SpecContext, listCombined, listPropertySchemas, resolveTarget } from '../references/spec-context.js';
import { type Branch, canNarrow, listBranches, nameMisspelt } from '../discriminators/narrow-union.js';
import {
  type Discriminator,
  printTag,
  readDiscriminator,
  readTagProperty,
} from '../discriminators/read-discriminator.js';
import { isUpgraded } from '../openapi/spec-version.js';

/** The schemas of one part of an `allOf`: the part, and all that it refers to and combines. */
type Part = readonly JsonObject[];

/**
 * Warns of parts of an `allOf` that no value fits at once, by types or constants of the value, types of a property, constants of
 * a required one, or a required property that another part does not take: `{ required: [a] }` and
 * `{ properties: { b }, additionalProperties: false }`.
 */
export function checkContradiction(context: SpecContext, schema: JsonObject): void {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return;
  const target = resolveTarget(context, schema)?.value;
  const own = [schema, ...(target === undefined ? [] : listCombined(context, target))];
  const parts: readonly Part[] = [own, ...allOf.map((part) => listCombined(context, part))];
  const required = new Set(parts.flat().flatMap((one) => toArray(one['required'])));
  compare('value', parts, true);
  const declared = parts.flatMap((part) => {
    const names = new Set(part.flatMap(({ properties }) => listOwnKeys(properties)));
    return Array.from(names, (name) => [name, part] as const);
  });
  for (const [name, declaring] of groupPairs(declared)) {
    if (declaring.length < 2) continue;
    const values = declaring.map((part) => part.flatMap((one) => listPropertySchemas(context, one, name)));
    compare(`value of ${JSON.stringify(name)}`, values, required.has(name));
    if (required.has(name)) warn('contradicting-parts', describeClosed(`value of ${JSON.stringify(name)}`, values));
  }
  // Relatives that a discriminator tells apart are closed as a whole.
  if (!parts.flat().some(({ discriminator }) => isJsonObject(discriminator)))
    warn('contradicting-parts', describeClosed('object', parts));

  function compare(what: string, all: readonly Part[], isCertain: boolean): void {
    for (const code of ['contradicting-types', ...(isCertain ? ['contradicting-parts' as const] : [])] as const) {
      const wanted = all
        .map((part) => findWanted(part, code === 'contradicting-types'))
        .filter((one) => one !== undefined);
      // A part that contradicts itself is reported by itself.
      if (wanted.length < 2 || wanted.some(({ size }) => size === 0) || wanted.reduce(intersect).size > 0) continue;
      const lists = [...new Set(wanted.map((texts) => shorten([...texts]).join(' or ')))];
      return warn(code, `no ${what} fits: parts of "allOf" want it to be ${lists.join(', and ')}`);
    }
  }

  function warn(code: 'contradicting-types' | 'contradicting-parts', message: string | undefined): void {
    if (message !== undefined) context.diagnostics.warning(code, message, context.positions.ofKey(schema, 'allOf'));
  }
}

/** Describes the first property that one part requires, and that another one has no room for. */
function describeClosed(what: string, all: readonly Part[]): string | undefined {
  const wanted = all.flatMap((part) =>
    part.flatMap(({ required }) => toArray(required)).map((name) => ({ part, name })),
  );
  for (const part of all)
    for (const { additionalProperties, patternProperties, properties } of part) {
      if (additionalProperties !== false || patternProperties !== undefined) continue;
      const taken = new Set<Json>(listOwnKeys(properties));
      const found = wanted.find((one) => one.part !== part && typeof one.name === 'string' && !taken.has(one.name));
      if (found === undefined) continue;
      const room = shorten(Array.from(taken, (one) => JSON.stringify(one))).join(' and ');
      const limit = `${JSON.stringify(found.name)}, and another one takes none${room && ` but ${room}`}`;
      return `no ${what} fits: a part of "allOf" requires ${limit} ("additionalProperties" is false)`;
    }
  return undefined;
}

/** Keeps the first of many texts: `"a"`, `"b"`, `"c"`, `"d"`, `others`. */
function shorten(texts: readonly string[]): readonly string[] {
  return texts.length > 5 ? [...texts.slice(0, 4), 'others'] : texts;
}

/** Lists the types, or the constants, that all schemas of a part have in common, as JSON; objects and lists are not compared. */
function findWanted(part: Part, isOfTypes: boolean): ReadonlySet<string> | undefined {
  const lists = part.flatMap(({ type, enum: values, const: constant }) =>
    isOfTypes
      ? [type === undefined ? undefined : [type].flat()]
      : [values, constant === undefined ? undefined : [constant]],
  );
  const [first, ...others] = lists
    .filter((list) => Array.isArray(list))
    .filter((list) => !list.some((one) => one !== null && typeof one === 'object'))
    .map((list): ReadonlySet<string> => new Set(list.map((one) => JSON.stringify(one))));
  return first && others.reduce(intersect, first);
}

/** Returns the texts that are in both sets; `"integer"` is in a set that has `"number"`. */
function intersect(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  const has = (types: ReadonlySet<string>, type: string): boolean =>
    types.has(type) || (type === '"integer"' && types.has('"number"'));
  return new Set([...[...left].filter((type) => has(right, type)), ...[...right].filter((type) => has(left, type))]);
}

/** Warns of a discriminator that selects nothing: of tags that the mapped alternative does not allow, and of alternatives without a tag. */
export function checkDiscriminator(context: SpecContext, schema: JsonObject): void {
  const telling = readDiscriminator(context, schema);
  if (telling === undefined) return;
  const { property } = telling;
  const branches = listBranches(context, [...toArray(schema['oneOf']), ...toArray(schema['anyOf'])]);
  const near = nameMisspelt(context, [schema, ...branches.map(({ value }) => value)], property);
  const loose = branches.filter((branch) => {
    const parts = listCombined(context, branch.node);
    const { values } = readTagProperty(context, parts, property);
    if (values !== undefined) checkValues(context, telling, branch, values);
    // The alternatives of an alternative say their tags themselves.
    const says = 'properties' in branch.node || parts.some(({ oneOf, anyOf }) => (oneOf ?? anyOf) !== undefined);
    return values === undefined && !says && !canNarrow(context, { telling, isMisspelt: near !== '' }, branch);
  });
  if (loose.length === 0 || branches.length < 2) return;
  const names = [...new Set(loose.map(({ name }) => name))].join(', ');
  const message = `the discriminator does not tell ${names} from the others, because no mapping or name says which "${property}" is meant, or none is possible; give that property ${isUpgraded(context.version) ? 'an "enum" of one value' : 'a "const"'} in each${near}`;
  context.diagnostics.warning('loose-discriminator', message, context.positions.ofKey(schema, 'discriminator'));
}

/** Warns of tags that select an alternative and are none of its values; tags are strings: `'1'` selects the value 1. */
function checkValues(
  { diagnostics, positions }: SpecContext,
  discriminator: Discriminator,
  branch: Branch,
  values: readonly Json[],
): void {
  const { property } = discriminator;
  const { name, id, node } = branch;
  const allowed = values.map((value) => JSON.stringify(value)).join(', ');
  const known = values.map(printTag);
  const complain = (tag: string): string =>
    `${JSON.stringify(tag)} does not select ${name}, whose "${property}" is ${allowed === '' ? 'never valid' : allowed}`;
  const { mapping } = discriminator.node;
  for (const tag of discriminator.stated.get(id) ?? [])
    if (!known.includes(tag) && isJsonObject(mapping))
      diagnostics.warning('wrong-mapping', complain(tag), positions.ofValue(mapping, tag));
  if (discriminator.stated.has(id) || known.includes(name)) return;
  diagnostics.warning('wrong-mapping', `${complain(name)}; add a "mapping"`, positions.ofValue(node, '$ref'));
}
