import type { Code } from '../../diagnostics.js';
import { readDiscriminator } from '../discriminators/read-discriminator.js';
import type { Json, JsonObject } from '../read/json.js';
import { type CheckContext, itemsOf, keysOf, partsOf, propertyOf, targetOf } from './check-context.js';

/** The schemas of one part of an `allOf`: the part, and all that it refers to and combines. */
type Part = readonly JsonObject[];

/**
 * Says where the parts of an `allOf` want what no value has at once: types or constants of the value, types of a property,
 * constants of a required one, or a required property that another part does not take (`additionalProperties: false`).
 */
export function checkContradiction(context: CheckContext, schema: JsonObject): void {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return;
  const parts = [ownParts(context, schema), ...allOf.map((part) => partsOf(context, part))];
  const required = new Set(parts.flat().flatMap((one) => itemsOf(one['required'])));
  const compare = (what: string, all: readonly Part[], isCertain: boolean): void => {
    if (complain(context, schema, { code: 'contradicting-types', what, wanted: all.map(typesOf) }) || !isCertain)
      return;
    complain(context, schema, { code: 'contradicting-parts', what, wanted: all.map(constantsOf) });
  };
  compare('value', parts, true);
  for (const [name, lists] of declarationsIn(parts)) {
    if (lists.size < 2) continue;
    const all = [...lists.values()].map((list) => list.flatMap((one) => propertyOf(context, one, name)));
    const what = `value of ${JSON.stringify(name)}`;
    compare(what, all, required.has(name));
    if (required.has(name)) checkClosed(context, schema, what, all);
  }
  // Relatives that a discriminator tells apart are closed as a whole.
  const hasTag = parts.flat().some((one) => readDiscriminator(context, one) !== undefined);
  if (!hasTag) checkClosed(context, schema, 'object', parts);
}

/** Reports the first property that one part requires, and that another one has no room for. */
function checkClosed(
  { diagnostics, positions }: CheckContext,
  schema: JsonObject,
  what: string,
  parts: readonly Part[],
): void {
  for (const [index, part] of parts.entries()) {
    const others = parts.filter((_, other) => other !== index).flat();
    const names = others.flatMap((one) => itemsOf(one['required'])).filter((name) => typeof name === 'string');
    for (const { additionalProperties, patternProperties, properties } of part) {
      if (additionalProperties !== false || patternProperties !== undefined) continue;
      const taken = keysOf(properties);
      const name = names.find((one) => !taken.includes(one));
      if (name === undefined) continue;
      const room =
        taken.length === 0
          ? 'none'
          : `none but ${shown(
              taken.map((one) => JSON.stringify(one)),
              'and',
            )}`;
      const message = `no ${what} fits: a part of "allOf" requires ${JSON.stringify(name)}, and another one takes ${room} ("additionalProperties" is false)`;
      return diagnostics.warning('contradicting-parts', message, positions.ofKey(schema, 'allOf'));
    }
  }
}

/** The schemas that declare a property, by its name and by the part that they are of. */
function declarationsIn(
  parts: readonly (readonly JsonObject[])[],
): ReadonlyMap<string, ReadonlyMap<number, readonly JsonObject[]>> {
  const all = new Map<string, Map<number, JsonObject[]>>();
  parts.forEach((part, index) => {
    for (const one of part) {
      for (const name of keysOf(one['properties'])) {
        const lists = all.get(name) ?? new Map<number, JsonObject[]>();
        const list = lists.get(index) ?? [];
        list.push(one);
        all.set(name, lists.set(index, list));
      }
    }
  });
  return all;
}

/** What parts want of a value; a part that wants nothing in particular has `undefined`. */
interface Wanted {
  readonly code: Code;
  readonly what: string;
  /** Types, or constants, as JSON. */
  readonly wanted: readonly (ReadonlySet<string> | undefined)[];
}

/** Reports wishes that contradict each other, and says whether they do. */
function complain(
  { diagnostics, positions }: CheckContext,
  schema: JsonObject,
  { code, what, wanted }: Wanted,
): boolean {
  const known = wanted.filter((texts) => texts !== undefined);
  // What contradicts itself in a part is said there.
  if (known.length < 2 || known.some(({ size }) => size === 0) || known.reduce(common).size > 0) return false;
  const lists = [...new Set(known.map((texts) => shown([...texts], 'or')))];
  const message = `no ${what} fits: parts of "allOf" want it to be ${lists.join(', and ')}`;
  diagnostics.warning(code, message, positions.ofKey(schema, 'allOf'));
  return true;
}

/** Lists texts, of many the first: `"a" or "b"`. */
function shown(texts: readonly string[], word: string): string {
  const list = texts.length > 5 ? [...texts.slice(0, 4), 'others'] : texts;
  return list.join(` ${word} `);
}

/** The constants that all schemas of a part have in common; objects and lists are not compared. */
function constantsOf(part: Part): ReadonlySet<string> | undefined {
  const all = part.flatMap(({ enum: values, const: constant }) => [
    values,
    constant === undefined ? undefined : [constant],
  ]);
  const lists = all
    .filter((list) => Array.isArray(list))
    .filter((list) => !list.some((one) => one !== null && typeof one === 'object'));
  return lists.length === 0 ? undefined : lists.map(asJson).reduce(common);
}

function asJson(values: readonly Json[]): Set<string> {
  return new Set(values.map((one) => JSON.stringify(one)));
}

/** The types that all parts of a schema have in common. */
function typesOf(parts: readonly JsonObject[]): ReadonlySet<string> | undefined {
  const lists = parts.flatMap(({ type }) => {
    const names = [type].flat().filter((one) => typeof one === 'string');
    return type === undefined ? [] : [asJson(names)];
  });
  return lists.length === 0 ? undefined : lists.reduce(common);
}

/** A whole number is a number. */
function common(left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> {
  const has = (types: ReadonlySet<string>, type: string): boolean =>
    types.has(type) || (type === '"integer"' && types.has('"number"'));
  return new Set([...[...left].filter((type) => has(right, type)), ...[...right].filter((type) => has(left, type))]);
}

/** A schema and what it refers to, without what it combines. */
function ownParts(context: CheckContext, schema: JsonObject): readonly JsonObject[] {
  const target = targetOf(context, schema);
  return [schema, ...(target === undefined ? [] : partsOf(context, target.value))];
}
