import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { resolveSchema, type Tool } from '../../tools/catalogue.js';

/** The facts of a schema that a command line needs; of combined schemas those that any of them states. */
export interface SchemaFacts {
  /** Types of JSON; empty where the schema names none. */
  readonly types: ReadonlySet<string>;
  /** All values that are allowed, where the schema lists them. */
  readonly choices: readonly string[] | undefined;
  readonly items: Json | undefined;
  readonly properties: ReadonlyMap<string, Json>;
  /** Schema of further properties; `undefined` where there are none. */
  readonly additional: Json | undefined;
  readonly required: ReadonlySet<string>;
  readonly description: string;
  readonly isReadOnly: boolean;
  /** Limits, format and default in words: `From 1 to 50. Default 5.` */
  readonly notes: string;
}

/** Combined schemas that are read at most. */
const mostCombined = 100;

/** Reads the facts of a schema, references and combinations included. */
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
    // A description beside a reference is about this use of it.
    for (const one of [stated, part]) {
      if (!isJsonObject(one)) continue;
      description ||= typeof one['description'] === 'string' ? one['description'] : '';
      isReadOnly ||= one['readOnly'] === true;
    }
    if (part === undefined) continue;
    for (const type of [part['type'] ?? []].flat()) types.add(String(type));
    const listed = part['enum'] ?? ('const' in part ? [part['const']] : undefined);
    if (Array.isArray(listed)) {
      choices = [...(choices ?? []), ...listed.filter((item) => item !== null && !isJsonObject(item)).map(String)];
      for (const item of types.size === 0 ? listed : [])
        types.add(item === null ? 'null' : Number.isInteger(item) ? 'integer' : typeof item);
    }
    const { properties: own, required: names } = part;
    for (const [name, property] of isJsonObject(own) ? Object.entries(own) : [])
      if (!properties.has(name)) properties.set(name, property);
    if (properties.size > 0 && types.size === 0) types.add('object');
    items ??= part['items'];
    additional ??= part['additionalProperties'] || undefined;
    if (isCertain && Array.isArray(names)) for (const name of names) required.add(String(name));
    notes.push(...listNotes(part));
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const parts = part[keyword];
      if (!Array.isArray(parts) || queue.length > mostCombined) continue;
      for (const below of parts) queue.push({ schema: below, isCertain: isCertain && keyword === 'allOf' });
    }
  }
  return { types, choices, items, properties, additional, required, description, isReadOnly, notes: notes.join(' ') };
}

function listNotes(schema: JsonObject): readonly string[] {
  const { format, default: usual, deprecated } = schema;
  const ranges = limits.map(([name, unit]) => describeRange(schema[`min${name}`], schema[`max${name}`], unit));
  const hasOwnWord = typeof format === 'string' && !/^u?int\d*$|^(?:float|double)$/.test(format);
  return [
    deprecated === true && 'Deprecated.',
    ...ranges,
    hasOwnWord && `Format ${format}.`,
    usual !== undefined && `Default ${printJson(usual)}.`,
  ].filter((note) => typeof note === 'string');
}

/** Pairs of keywords, by their common endings: `minimum` and `maximum`. */
const limits = [
  ['imum', ''],
  ['Length', ' characters'],
  ['Items', ' items'],
] as const;

/** Describes limits: `From 1 to 50.`, `At most 200 characters.` */
function describeRange(least: Json | undefined, most: Json | undefined, unit: string): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `At most ${printJson(most)}${unit}.`;
  if (most === undefined) return `At least ${printJson(least)}${unit}.`;
  const range = least === most ? `Exactly ${printJson(least)}` : `From ${printJson(least)} to ${printJson(most)}`;
  return `${range}${unit}.`;
}

function printJson(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
