import { isJsonObject, toJsonObject, type Json, type JsonObject } from '../../json.js';
import { resolveSchema, type Tool } from '../../tools/catalogue.js';

/** The facts of a schema that a command line needs. Those of `allOf`, `anyOf` and `oneOf` are merged. */
export interface SchemaFacts {
  /** Types of JSON; empty if the schema has none. */
  readonly types: ReadonlySet<string>;
  /** Values of `enum` or `const`. */
  readonly choices: readonly string[] | undefined;
  readonly items: Json | undefined;
  readonly properties: ReadonlyMap<string, Json>;
  /** Schema of further properties; `undefined` if the schema states none. */
  readonly additional: Json | undefined;
  readonly required: ReadonlySet<string>;
  readonly description: string;
  readonly isReadOnly: boolean;
  /** Limits, format and default in words: `From 1 to 50. Default 5.` */
  readonly notes: string;
}

/** Reads the facts of a schema, and of the schemas that it refers to or combines. */
export function readSchemaFacts(tool: Pick<Tool, 'schemas'>, schema: Json): SchemaFacts {
  const [types, required] = [new Set<string>(), new Set<string>()];
  const properties = new Map<string, Json>();
  const notes: string[] = [];
  let [description, isReadOnly] = ['', false];
  let [items, additional]: (Json | undefined)[] = [];
  let choices: string[] | undefined;
  const queue = [{ schema, isCertain: true }];
  for (const { schema: stated, isCertain } of queue) {
    const part = resolveSchema(tool, stated);
    // A description beside a `$ref` is more specific than that of the referenced schema.
    for (const one of [stated, part]) {
      const { description: text, readOnly } = toJsonObject(one);
      if (typeof text === 'string') description ||= text;
      isReadOnly ||= readOnly === true;
    }
    if (!part) continue;
    for (const type of [part['type'] ?? []].flat()) types.add(String(type));
    const listed = part['enum'] ?? ('const' in part ? [part['const']] : undefined);
    if (Array.isArray(listed)) {
      choices = [...(choices ?? []), ...listed.filter((item) => item !== null && !isJsonObject(item)).map(String)];
      for (const item of types.size ? [] : listed)
        types.add(item === null ? 'null' : Number.isInteger(item) ? 'integer' : typeof item);
    }
    for (const [name, property] of Object.entries(toJsonObject(part['properties'])))
      if (!properties.has(name)) properties.set(name, property);
    if (properties.size && !types.size) types.add('object');
    items ??= part['items'];
    additional ??= part['additionalProperties'] || undefined;
    if (isCertain) for (const name of [part['required'] ?? []].flat()) required.add(String(name));
    notes.push(...listNotes(part));
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      if (queue.length <= 100)
        for (const below of [part[keyword] ?? []].flat())
          queue.push({ schema: below, isCertain: isCertain && keyword === 'allOf' });
  }
  return { types, choices, items, properties, additional, required, description, isReadOnly, notes: notes.join(' ') };
}

/** A property, at any depth of a schema, for which there is an option or a column. */
export interface SchemaLeaf {
  /** Names from the schema down to the property: `['snippet', 'title']`. */
  readonly steps: readonly string[];
  readonly facts: SchemaFacts;
  /** True if it and all properties above it are required. */
  readonly isRequired: boolean;
}

/** Maximum number of leaves that are listed. */
export const mostLeaves = 200;

/** Lists the properties of a schema, in its order: those without properties of their own, and those at level `deepest`. */
export function listLeaves(
  tool: Tool,
  schema: SchemaFacts,
  deepest: number,
  isLeftOut: (property: string, facts: SchemaFacts) => boolean = () => false,
): readonly SchemaLeaf[] {
  const leaves: SchemaLeaf[] = [];
  const add = ({ properties, required }: SchemaFacts, above: readonly string[], isNeeded: boolean) => {
    for (const [property, below] of properties) {
      const facts = readSchemaFacts(tool, below);
      if (leaves.length >= mostLeaves || isLeftOut(property, facts)) continue;
      const steps = [...above, property];
      const isRequired = isNeeded && required.has(property);
      if (facts.properties.size && steps.length < deepest) add(facts, steps, isRequired);
      else leaves.push({ steps, facts, isRequired });
    }
  };
  add(schema, [], true);
  return leaves;
}

function listNotes(schema: JsonObject) {
  const { format, default: usual, deprecated } = schema;
  const hasOwnWord = typeof format === 'string' && !/^u?int\d*$|^(?:float|double)$/.test(format);
  return [
    deprecated === true && 'Deprecated.',
    ...limits.map(([name, unit]) => describeRange(schema[`min${name}`], schema[`max${name}`], unit)),
    hasOwnWord && `Format ${format}.`,
    usual !== undefined && `Default ${printJson(usual)}.`,
  ].filter((note) => typeof note === 'string');
}

/** Endings of keywords that limit a value, `minimum` and `maximum`, and the unit of the limits. */
const limits = [
  ['imum', ''],
  ['Length', ' characters'],
  ['Items', ' items'],
] as const;

/** Describes limits: `From 1 to 50.`, `At most 200 characters.` */
function describeRange(least: Json | undefined, most: Json | undefined, unit: string): string | undefined {
  const [from, to] = [least, most].map((limit) => limit !== undefined && printJson(limit));
  if (from === to) return from ? `Exactly ${from}${unit}.` : undefined;
  if (!from) return `At most ${to}${unit}.`;
  return to ? `From ${from} to ${to}${unit}.` : `At least ${from}${unit}.`;
}

function printJson(value: Json) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
