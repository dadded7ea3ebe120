import { isJsonObject, type JsonObject, toArray, listOwnKeys } from '../../json.js';
import { type SpecContext, listCombined, listPropertySchemas, resolveTarget } from '../references/spec-context.js';

/** The schemas of one part of an `allOf`: the part, and all that it refers to and combines. */
type Part = readonly JsonObject[];

/**
 * Says where the parts of an `allOf` want what no value has at once: types or constants of the value, types of a property,
 * constants of a required one, or a required property that another part does not take (`additionalProperties: false`).
 */
export function checkContradiction(context: SpecContext, schema: JsonObject): void {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return;
  const target = resolveTarget(context, schema)?.value;
  const own = [schema, ...(target === undefined ? [] : listCombined(context, target))];
  const parts: readonly Part[] = [own, ...allOf.map((part) => listCombined(context, part))];
  const required = new Set(parts.flat().flatMap((one) => toArray(one['required'])));
  compare('value', parts, true);
  const declared = parts.map((part) => new Set(part.flatMap(({ properties }) => listOwnKeys(properties))));
  for (const name of new Set(declared.flatMap((names) => [...names]))) {
    const declaring = parts.filter((_, index) => declared[index]?.has(name));
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
      // What contradicts itself in a part is said there.
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
  for (const part of all) {
    const others = all.filter((one) => one !== part).flat();
    const names = others.flatMap((one) => toArray(one['required'])).filter((name) => typeof name === 'string');
    for (const { additionalProperties, patternProperties, properties } of part) {
      if (additionalProperties !== false || patternProperties !== undefined) continue;
      const taken = listOwnKeys(properties);
      const name = names.find((one) => !taken.includes(one));
      if (name === undefined) continue;
      const room = shorten(taken.map((one) => JSON.stringify(one))).join(' and ');
      const limit = `${JSON.stringify(name)}, and another one takes none${room && ` but ${room}`}`;
      return `no ${what} fits: a part of "allOf" requires ${limit} ("additionalProperties" is false)`;
    }
  }
  return undefined;
}

/** Keeps the first of many texts: `"a"`, `"b"`, `"c"`, `"d"`, `others`. */
function shorten(texts: readonly string[]): readonly string[] {
  return texts.length > 5 ? [...texts.slice(0, 4), 'others'] : texts;
}

/** The types, or the constants, that all schemas of a part have in common, as JSON; objects and lists are not compared. */
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

/** The texts that are in both sets; a whole number is a number. */
function intersect(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  const has = (types: ReadonlySet<string>, type: string): boolean =>
    types.has(type) || (type === '"integer"' && types.has('"number"'));
  return new Set([...[...left].filter((type) => has(right, type)), ...[...right].filter((type) => has(left, type))]);
}
