import { isJsonObject, type Json } from '../../json.js';
import type { Tool } from '../../tools/catalogue.js';
import { CliError } from '../cli-io.js';
import { didYouMean } from '../text/names.js';
import type { OptionTarget } from './option-table.js';
import { type GivenOption, shownOption } from './parse-arguments.js';
import { schemaFacts, type SchemaFacts } from './schema-facts.js';
import { parseJsonText } from './json-text.js';

/** A value as flags have it: JSON, and a `bigint` for an integer that no double holds. */
export type FlagValue = Json | bigint | readonly FlagValue[] | { readonly [name: string]: FlagValue };

/** How texts become values. */
export interface ReadRules {
  readonly tool: Pick<Tool, 'schemas'>;
  /** Whether values that a schema does not list are rejected. */
  readonly isStrict: boolean;
}

type ValueOption = GivenOption & { readonly target: Extract<OptionTarget, { kind: 'value' }> };

/** The value of an option, out of all the texts that it was given with. */
export function readValue({ name, target, texts }: ValueOption, rules: ReadRules): FlagValue {
  const { facts } = target;
  if (target.isNegated) return false;
  if (isList(facts)) return texts.flatMap((text) => readItems(name, text ?? '', facts, rules));
  const last = texts.at(-1);
  if (texts.length > 1) throw new CliError(`${shownOption(name)} was given ${texts.length} times; it takes one value`);
  return readOne(name, last ?? 'true', facts, rules.isStrict);
}

function isList({ types }: SchemaFacts): boolean {
  return types.has('array') && !types.has('string') && !types.has('object');
}

/** Items of a list: apart by commas, unless a backslash stands before them; objects and lists as JSON. */
function readItems(name: string, text: string, { items }: SchemaFacts, rules: ReadRules): readonly FlagValue[] {
  const facts = schemaFacts(rules.tool, items ?? true);
  if (facts.types.has('object') || isList(facts)) {
    const value = parseJsonText(text, shownOption(name));
    return Array.isArray(value) && !isList(facts) ? value : [value];
  }
  return text.split(/(?<!\\),/).map((one) => readOne(name, one.replaceAll('\\,', ','), facts, rules.isStrict));
}

function readOne(name: string, text: string, facts: SchemaFacts, isStrict: boolean): FlagValue {
  const { types, choices } = facts;
  if (isStrict && choices !== undefined && !choices.includes(text) && [...types].every(isPlain))
    throw new CliError(
      `${shownOption(name)} takes ${listed(choices)}, not ${JSON.stringify(text)}${didYouMean(text, choices)}`,
    );
  if (types.has('string')) return text;
  if (text === 'null' && types.has('null')) return null;
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const number = readNumber(text, types);
  if (number !== undefined) return number;
  if (types.has('object') || types.has('array') || types.size === 0) return readJson(name, text, facts);
  throw new CliError(`${shownOption(name)} takes ${wanted(types)}, not ${JSON.stringify(text)}`);
}

function isPlain(type: string): boolean {
  return ['string', 'integer', 'number', 'null'].includes(type);
}

function readNumber(text: string, types: ReadonlySet<string>): number | bigint | undefined {
  if (types.has('integer') && /^-?\d+$/.test(text)) {
    const value = Number(text);
    return Number.isSafeInteger(value) ? value : BigInt(text);
  }
  if (!types.has('number') || !/^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text) ? BigInt(text) : value;
}

/** JSON of an object or a list; where the schema names no type, any other text is a string. */
function readJson(name: string, text: string, { types }: SchemaFacts): FlagValue {
  if (types.size > 0) {
    const value = parseJsonText(text, shownOption(name));
    const fits = Array.isArray(value) ? types.has('array') : isJsonObject(value) && types.has('object');
    if (!fits) throw new CliError(`${shownOption(name)} takes ${wanted(types)}`);
    return value;
  }
  try {
    return parseJsonText(text, '');
  } catch {
    return text;
  }
}

function wanted(types: ReadonlySet<string>): string {
  const words = [...types].filter((type) => type !== 'null').map((type) => names[type] ?? type);
  return words.join(' or ');
}

const names: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list as JSON',
  object: 'an object as JSON',
};

function listed(choices: readonly string[]): string {
  return choices.length > 12 ? `one of ${choices.length} values` : choices.join(' or ');
}
