import { groupPairs } from '../../iterables.js';
import { isCompound, isJsonObject, type Json, type JsonObject, toArray, listOwnKeys } from '../../json.js';
import { type SpecContext, listCombined, listPropertySchemas, resolveTarget } from '../references/spec-context.js';
import { type Branch, canNarrow, listBranches, nameMisspelt } from '../discriminators/narrow-union.js';
import {
  type Discriminator,
  printTag,
  readDiscriminator,
  readTagProperty,
} from '../discriminators/read-discriminator.js';
import { isUpgraded } from '../openapi/spec-version.js';
import { warnAtKey, warnAtValue } from '../repair/repairs.js';

/** The schemas of one part of an `allOf`: the part, and all schemas that it refers to and combines. */
type Part = readonly JsonObject[];

/**
 * Warns of parts of an `allOf` that no value matches at the same time. They contradict each other by types or constants of the value,
 * by types of a property, by constants of a required property, or by a required property that another part does not allow:
 * `{ required: [a] }` and `{ properties: { b }, additionalProperties: false }`.
 */
export function checkContradiction(context: SpecContext, schema: JsonObject): void {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return;
  const own = [schema, ...listCombined(context, resolveTarget(context, schema)?.value ?? true)];
  const parts: readonly Part[] = [own, ...allOf.map((part) => listCombined(context, part))];
  const required = new Set(parts.flat().flatMap((one) => toArray(one['required'])));
  compare('value', parts, true);
  const declared = parts.flatMap((part) => {
    const names = new Set(part.flatMap(({ properties }) => listOwnKeys(properties)));
    return Array.from(names, (name) => [name, part] as const);
  });
  for (const [name, declaring] of groupPairs(declared)) {
    if (declaring.length < 2) continue;
    const what = `value of ${JSON.stringify(name)}`;
    const values = declaring.map((part) => part.flatMap((one) => listPropertySchemas(context, one, name)));
    compare(what, values, required.has(name));
    if (required.has(name)) warn('contradicting-parts', describeClosed(what, values));
  }
  // In a family with a discriminator, `additionalProperties: false` closes the whole schema, not a part of it (see `closeWhole`).
  if (!parts.flat().some(({ discriminator }) => isJsonObject(discriminator)))
    warn('contradicting-parts', describeClosed('object', parts));

  function compare(what: string, all: readonly Part[], isCertain: boolean): void {
    const message = describeDifferent(what, all, true);
    if (message !== undefined) warn('contradicting-types', message);
    else if (isCertain) warn('contradicting-parts', describeDifferent(what, all, false));
  }

  function warn(code: 'contradicting-types' | 'contradicting-parts', message: string | undefined): void {
    if (message !== undefined) warnAtKey(context, code, message, [schema, 'allOf']);
  }
}

/** Describes the types (or the constants) that parts allow, if no value is allowed by all of them; `undefined` otherwise. */
function describeDifferent(what: string, all: readonly Part[], isOfTypes: boolean): string | undefined {
  const sets = all.map((part) => findAllowed(part, isOfTypes)).filter((one) => one !== undefined);
  // A part that contradicts itself is reported separately.
  if (sets.length < 2 || sets.some(({ size }) => size === 0) || sets.reduce(intersect).size > 0) return undefined;
  const lists = new Set(sets.map((texts) => shorten([...texts]).join(' or ')));
  return `no ${what} is valid: the parts of "allOf" require ${[...lists].join(', and ')}`;
}

/** Describes the first property that one part requires and another part does not allow. */
function describeClosed(what: string, all: readonly Part[]): string | undefined {
  const demands = all.flatMap((part) =>
    part.flatMap(({ required }) => toArray(required)).map((name) => ({ part, name })),
  );
  for (const part of all)
    for (const { additionalProperties, patternProperties, properties } of part) {
      if (additionalProperties !== false || patternProperties !== undefined) continue;
      const allowed = new Set<Json>(listOwnKeys(properties));
      const found = demands.find((one) => one.part !== part && typeof one.name === 'string' && !allowed.has(one.name));
      if (found === undefined) continue;
      const names = shorten(Array.from(allowed, (one) => JSON.stringify(one))).join(' and ');
      const limit = `${JSON.stringify(found.name)}, but another part allows ${names === '' ? 'no properties' : `only ${names}`}`;
      return `no ${what} is valid: a part of "allOf" requires ${limit} ("additionalProperties" is false)`;
    }
  return undefined;
}

/** Shortens a list of more than five texts: `"a"`, `"b"`, `"c"`, `"d"`, `others`. */
function shorten(texts: readonly string[]): readonly string[] {
  return texts.length > 5 ? [...texts.slice(0, 4), 'others'] : texts;
}

/** Finds the types (or the constants) that all schemas of a part allow, as JSON; objects and lists are not compared. */
function findAllowed(part: Part, isOfTypes: boolean): ReadonlySet<string> | undefined {
  const [first, ...others] = part
    .flatMap(({ type, enum: values, const: constant }) =>
      isOfTypes ? [type !== undefined && [type].flat()] : [values, constant !== undefined && [constant]],
    )
    .filter((list) => Array.isArray(list) && !list.some(isCompound))
    .map((list): ReadonlySet<string> => new Set(toArray(list).map((one) => JSON.stringify(one))));
  return first && others.reduce(intersect, first);
}

/** Returns the texts that are in both sets; `"integer"` is in a set that has `"number"`. */
function intersect(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  const listIn = (types: ReadonlySet<string>, all: ReadonlySet<string>): readonly string[] =>
    [...types].filter((type) => all.has(type) || (type === '"integer"' && all.has('"number"')));
  return new Set([...listIn(left, right), ...listIn(right, left)]);
}

/** Warns of a discriminator that does not work: of tags that the mapped alternative does not allow, and of alternatives without a tag. */
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
    // If an alternative is a union itself, its own alternatives have the tags.
    const says = 'properties' in branch.node || parts.some(({ oneOf, anyOf }) => (oneOf ?? anyOf) !== undefined);
    return values === undefined && !says && !canNarrow(context, { telling, isMisspelt: near !== '' }, branch);
  });
  if (loose.length === 0 || branches.length < 2) return;
  const names = [...new Set(loose.map(({ name }) => name))].join(', ');
  const message = `the discriminator is ambiguous: no value of "${property}" selects ${names}; give that property ${isUpgraded(context.version) ? 'an "enum" of one value' : 'a "const"'} in each alternative${near}`;
  warnAtKey(context, 'ambiguous-discriminator', message, [schema, 'discriminator']);
}

/** Warns of tags that select an alternative but are none of the values that it allows. Tags are strings: `'1'` selects the value 1. */
function checkValues(
  context: SpecContext,
  { node: { mapping }, property, stated }: Discriminator,
  { name, id, node }: Branch,
  values: readonly Json[],
): void {
  const known = values.map(printTag);
  const allowed = values.map((value) => JSON.stringify(value)).join(', ') || 'never valid';
  const complain = (tag: string): string =>
    `${JSON.stringify(tag)} does not select ${name}, whose "${property}" is ${allowed}`;
  for (const tag of stated.get(id) ?? [])
    if (!known.includes(tag) && isJsonObject(mapping))
      warnAtValue(context, 'wrong-mapping', complain(tag), [mapping, tag]);
  if (stated.has(id) || known.includes(name)) return;
  warnAtValue(context, 'wrong-mapping', `${complain(name)}; add a "mapping"`, [node, '$ref']);
}
