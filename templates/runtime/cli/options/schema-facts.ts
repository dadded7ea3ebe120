import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { resolveSchema, type Tool } from '../../tools/catalogue.js';

/** What a command line needs to know of a schema; of combined schemas what any of them says. */
export interface SchemaFacts {
  /** Types of JSON; empty where the schema names none. */
  readonly types: ReadonlySet<string>;
  /** All that is allowed, where that is listed. */
  readonly choices: readonly string[] | undefined;
  readonly items: Json | undefined;
  readonly properties: ReadonlyMap<string, Json>;
  /** Schema of further properties; `undefined` where there are none. */
  readonly additional: Json | undefined;
  readonly required: ReadonlySet<string>;
  readonly description: string;
  readonly isReadOnly: boolean;
  /** Limits, unit and default in words. */
  readonly notes: string;
}

interface Gathered {
  readonly types: Set<string>;
  choices: string[] | undefined;
  items: Json | undefined;
  readonly properties: Map<string, Json>;
  additional: Json | undefined;
  readonly required: Set<string>;
  description: string;
  isReadOnly: boolean;
  readonly notes: string[];
}

/** Schemas that are combined at most. */
const mostCombined = 100;

/** Reads what a schema says, references and combinations included. */
export function schemaFacts(tool: Pick<Tool, 'schemas'>, schema: Json): SchemaFacts {
  const facts: Gathered = {
    types: new Set(),
    choices: undefined,
    items: undefined,
    properties: new Map(),
    additional: undefined,
    required: new Set(),
    description: '',
    isReadOnly: false,
    notes: [],
  };
  const queue: { readonly schema: Json; readonly isCertain: boolean }[] = [{ schema, isCertain: true }];
  for (const { schema: given, isCertain } of queue) {
    const stated = isJsonObject(given) ? given : {};
    // A description beside a reference is about this use of it.
    facts.description ||= stringOf(stated['description']);
    facts.isReadOnly ||= stated['readOnly'] === true;
    const one = resolveSchema(tool, given);
    if (one === undefined) continue;
    gather(facts, one, isCertain);
    for (const name of ['allOf', 'anyOf', 'oneOf']) {
      const parts = one[name];
      if (!Array.isArray(parts) || queue.length > mostCombined) continue;
      for (const part of parts) queue.push({ schema: part, isCertain: isCertain && name === 'allOf' });
    }
  }
  return { ...facts, notes: facts.notes.join(' ') };
}

function gather(facts: Gathered, one: JsonObject, isCertain: boolean): void {
  for (const type of [one['type'] ?? []].flat()) if (typeof type === 'string') facts.types.add(type);
  const listed = one['enum'] ?? (one['const'] === undefined ? undefined : [one['const']]);
  if (Array.isArray(listed))
    (facts.choices ??= []).push(
      ...listed.flatMap((item) => (isJsonObject(item) || item === null ? [] : [String(item)])),
    );
  if (listed !== undefined && facts.types.size === 0) addTypesOf(facts, listed);
  facts.items ??= one['items'];
  const properties = one['properties'];
  if (isJsonObject(properties))
    for (const [name, schema] of Object.entries(properties))
      if (!facts.properties.has(name)) facts.properties.set(name, schema);
  if (facts.properties.size > 0 && facts.types.size === 0) facts.types.add('object');
  const additional = one['additionalProperties'];
  if (additional !== undefined && additional !== false) facts.additional ??= additional;
  if (isCertain && Array.isArray(one['required']))
    for (const name of one['required']) if (typeof name === 'string') facts.required.add(name);
  facts.description ||= stringOf(one['description']);
  facts.isReadOnly ||= one['readOnly'] === true;
  facts.notes.push(...notesOf(one));
}

function addTypesOf(facts: Gathered, listed: Json): void {
  for (const item of Array.isArray(listed) ? listed : [listed])
    facts.types.add(Number.isInteger(item) ? 'integer' : item === null ? 'null' : typeof item);
}

function notesOf(one: JsonObject): readonly string[] {
  const { minimum, maximum, format, default: usual, deprecated } = one;
  return [
    ...(deprecated === true ? ['Deprecated.'] : []),
    ...rangeNote(minimum, maximum, ''),
    ...['Length characters', 'Items items'].flatMap((unit) => {
      const [name, units] = unit.split(' ');
      return rangeNote(one[`min${name}`], one[`max${name}`], ` ${units}`);
    }),
    ...(typeof format === 'string' && !/^u?int\d*$|^(?:float|double)$/.test(format) ? [`Format ${format}.`] : []),
    ...(usual === undefined ? [] : [`Default ${shown(usual)}.`]),
  ];
}

/** `From 1 to 50.`, `At most 200 characters.` */
function rangeNote(least: Json | undefined, most: Json | undefined, unit: string): readonly string[] {
  if (least !== undefined && most !== undefined)
    return [least === most ? `Exactly ${shown(least)}${unit}.` : `From ${shown(least)} to ${shown(most)}${unit}.`];
  if (least !== undefined) return [`At least ${shown(least)}${unit}.`];
  return most === undefined ? [] : [`At most ${shown(most)}${unit}.`];
}

function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function stringOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
