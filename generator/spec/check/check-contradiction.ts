import { type CheckContext, partsOf, targetOf } from './check-context.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';

/** Says where the parts of an `allOf` want types that no value has at once: of the value itself, or of a property. */
export function checkContradiction(context: CheckContext, schema: JsonObject): void {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return;
  const parts = [ownParts(context, schema), ...allOf.map((part) => partsOf(context, part))];
  complain(context, schema, { what: 'value', wanted: parts.map((part) => typesOf(part)) });
  const names = new Set(parts.flatMap((part) => part.flatMap(({ properties }) => keysOf(properties))));
  for (const name of names) {
    const wanted = parts.map((part) => typesOf(part.flatMap((one) => propertyOf(context, one, name))));
    complain(context, schema, { what: `value of ${JSON.stringify(name)}`, wanted });
  }
}

interface Complaint {
  readonly what: string;
  /** The types that each part wants; `undefined` where it wants none in particular. */
  readonly wanted: readonly (ReadonlySet<string> | undefined)[];
}

function complain({ diagnostics, positions }: CheckContext, schema: JsonObject, { what, wanted }: Complaint): void {
  const known = wanted.filter((types) => types !== undefined);
  // What contradicts itself in a part is said there.
  if (known.length < 2 || known.some(({ size }) => size === 0)) return;
  if (known.reduce(common).size > 0) return;
  const lists = [...new Set(known.map((types) => [...types].map((type) => JSON.stringify(type)).join(' or ')))];
  const message = `no ${what} fits: parts of "allOf" want it to be ${lists.join(', and ')}`;
  diagnostics.warning('contradicting-types', message, positions.ofKey(schema, 'allOf'));
}

/** The types that all parts of a schema have in common. */
function typesOf(parts: readonly JsonObject[]): ReadonlySet<string> | undefined {
  const lists = parts.flatMap(({ type }) => {
    const names = [type].flat().filter((one) => typeof one === 'string');
    return type === undefined ? [] : [new Set(names)];
  });
  return lists.length === 0 ? undefined : lists.reduce(common);
}

/** A whole number is a number. */
function common(left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> {
  const has = (types: ReadonlySet<string>, type: string): boolean =>
    types.has(type) || (type === 'integer' && types.has('number'));
  return new Set([...[...left].filter((type) => has(right, type)), ...[...right].filter((type) => has(left, type))]);
}

function keysOf(value: Json | undefined): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

function propertyOf(context: CheckContext, { properties }: JsonObject, name: string): readonly JsonObject[] {
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return [];
  return partsOf(context, properties[name] ?? true);
}

/** A schema and what it refers to, without what it combines. */
function ownParts(context: CheckContext, schema: JsonObject): readonly JsonObject[] {
  const target = targetOf(context, schema);
  return [schema, ...(target === undefined ? [] : partsOf(context, target.value))];
}
