import { isJsonObject, type Json } from '../../json.js';
import { parseExact } from '../../codecs/exact-json.js';
import type { Tool } from '../../tools/catalogue.js';
import { CliError } from '../cli-io.js';
import { suggest } from '../text/names.js';
import type { ParsedValue } from './parse-arguments.js';
import { readSchemaFacts, type SchemaFacts } from './schema-facts.js';

/**
 * Reads the value of an option, from all its occurrences, by the type in its schema: `--kind cat,dog` → `['cat', 'dog']`. An integer
 * that a double cannot hold is a `bigint`; a file is `@cat.png`. With `isStrict`, values that are not in the `enum` are rejected.
 */
export function readValue(option: ParsedValue, tool: Tool, isStrict: boolean): Json | bigint {
  const { typed, texts, facts, isNegated, isFile } = option;
  if (isNegated) return false;
  const takesMany = isFile ? facts.types.has('array') : isList(facts);
  if (!takesMany && texts.length > 1)
    throw new CliError(`${typed} was given ${texts.length} times; it takes one ${isFile ? 'file' : 'value'}`);
  const items = readSchemaFacts(tool, facts.items ?? true);
  const read = (text = 'true'): Json | bigint | readonly (Json | bigint)[] => {
    if (isFile) return `@${text.replace(/^@/, '')}`;
    if (!takesMany) return readOne(typed, text, facts, isStrict);
    // Items are separated by commas, except `\,`. Items that are objects or arrays are written as JSON.
    if (!items.types.has('object') && !isList(items))
      return text.split(/(?<!\\),/).map((one) => readOne(typed, one.replaceAll('\\,', ','), items, isStrict));
    const value = parseJsonText(text, typed);
    return isList(items) ? [value] : value;
  };
  // `as`: JSON has no `bigint`, but the writers of requests take it.
  return (takesMany ? texts.flatMap((text) => read(text)) : read(texts[0])) as Json | bigint;
}

function isList({ types }: SchemaFacts) {
  return types.has('array') && !types.has('string') && !types.has('object');
}

function readOne(typed: string, text: string, { types, choices }: SchemaFacts, isStrict: boolean): Json | bigint {
  const isPlain = ![...types].some((type) => type === 'boolean' || type === 'array' || type === 'object');
  if (isStrict && choices && !choices.includes(text) && isPlain) {
    const known = choices.length > 12 ? `one of ${choices.length} values` : choices.join(' or ');
    throw new CliError(`${typed} takes ${known}, not ${JSON.stringify(text)}${suggest(text, choices)}`);
  }
  if (types.has('string')) return text;
  if (text === 'null' && types.has('null')) return null;
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const number = readNumber(text, types);
  if (number !== undefined) return number;
  if (!types.size) {
    // A schema without a type allows any JSON; other text is a string.
    try {
      return parseJsonText(text, '');
    } catch {
      return text;
    }
  }
  const named = [...types].filter((type) => type !== 'null');
  const expected = named.map((type) => typeNames[type] ?? type).join(' or ');
  if (!types.has('object') && !types.has('array'))
    throw new CliError(`${typed} takes ${expected}, not ${JSON.stringify(text)}`);
  const value = parseJsonText(text, typed);
  const fits = Array.isArray(value) ? types.has('array') : isJsonObject(value) && types.has('object');
  if (!fits) throw new CliError(`${typed} takes ${expected}`);
  return value;
}

function readNumber(text: string, types: ReadonlySet<string>): number | bigint | undefined {
  const value = Number(text);
  const isWhole = /^-?\d+$/.test(text);
  const isNumber = types.has('number') && Number.isFinite(value) && /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
  if (!isNumber && !(isWhole && types.has('integer'))) return undefined;
  return isWhole && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

const typeNames: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list as JSON',
  object: 'an object as JSON',
};

/** Parses JSON and keeps all digits of its numbers. Throws a `CliError`: `--body is not JSON: line 1, column 2: the text ends`. */
export function parseJsonText(text: string, source: string): Json {
  try {
    // `as`: the parser returns JSON.
    return parseExact(text.replace(/^\ufeff/, '')) as Json;
  } catch (error) {
    throw new CliError(`${source} is not JSON: ${text.trim() === '' ? 'it is empty' : describeMistake(text, error)}`);
  }
}

function describeMistake(text: string, error: unknown) {
  const message = error instanceof Error ? error.message : '';
  const position = /at position (\d+)/.exec(message)?.[1];
  // Not all messages of `JSON.parse` have a position. Then it is the first character that is not part of a token.
  const blanked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:\s]/g, (token) =>
    ' '.repeat(token.length),
  );
  const found = /end of JSON/.test(message) ? text.length : blanked.search(/\S|$/);
  const at = position === undefined ? found : Number(position);
  const before = text.slice(0, at).split('\n');
  const what = at < text.length ? `${JSON.stringify(text[at])} is not expected` : 'the text ends';
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${what}`;
}
