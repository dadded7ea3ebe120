import { parseArgs } from 'node:util';
import { CliError } from '../cli-io.js';
import { suggest } from '../text/names.js';
import { type CliOption, findCommonOption, type OptionTarget } from './common-options.js';
import type { OptionTable } from './option-table.js';

type FindOption = OptionTable['find'];

/** The values of an option on a command line, in their order; `undefined` for an occurrence without a value. */
type OptionTexts = readonly (string | undefined)[];

/** An option on a command line that sets a parameter or a property of the body. */
export interface ParsedValue extends OptionTarget {
  /** The option as it was typed, for messages: `--max-results`. */
  readonly typed: string;
  readonly texts: OptionTexts;
}

/** The options on a command line. */
export interface ParsedOptions {
  /** Returns whether the command line has an option of the command. */
  readonly has: (name: string) => boolean;
  /** Returns the last value of an option of the command. */
  readonly last: (name: string) => string | undefined;
  readonly all: (name: string) => OptionTexts;
  /** Options that set parameters or properties of the body. */
  readonly values: readonly ParsedValue[];
}

/** Returns whether a command line has an option, and not as the value of another one. */
export function hasOption(argv: readonly string[], find: FindOption, name: string): boolean {
  return readTokens(argv, find).some((token) => token.kind === 'option' && token.name === name);
}

/** Finds the words before the first option that is not common to all commands, and their indexes in the command line. */
export function findLeadingWords(
  argv: readonly string[],
): readonly { readonly value: string; readonly index: number }[] {
  const words = [];
  for (const token of readTokens(argv, findCommonOption)) {
    if (token.kind === 'positional') words.push(token);
    else if (token.kind === 'option-terminator' || !findCommonOption(token.name)) break;
  }
  return words;
}

/** Parses the options after a command; throws a `CliError` for an option that `find` does not know, with suggestions from `listNames`. */
export function parseOptions(
  argv: readonly string[],
  { find, listNames }: Pick<OptionTable, 'find' | 'listNames'>,
): ParsedOptions {
  const common = new Map<string, OptionTexts>();
  const values = new Map<string, ParsedValue>();
  for (const token of readTokens(argv, find)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      const last = [...values.values()].at(-1);
      const hint = last && /^(?:true|false)$/.test(token.value) ? `; write ${last.typed}=${token.value}` : '';
      throw new CliError(`Unexpected argument ${JSON.stringify(token.value)}${hint}`);
    }
    const { name, rawName, value } = token;
    const typed = /^[\w.-]+$/.test(rawName) ? rawName : JSON.stringify(rawName);
    const option = find(name);
    if (!option) throw new CliError(`Unknown option ${typed}${suggest(name, listNames(), (one) => `--${one}`)}`);
    checkValue(typed, option, value);
    const texts = [...(common.get(name) ?? values.get(name)?.texts ?? []), value];
    if (option.target) values.set(name, { ...option.target, typed, texts });
    else common.set(name, texts);
  }
  return {
    has: (name) => common.has(name),
    last: (name) => common.get(name)?.at(-1),
    all: (name) => common.get(name) ?? [],
    values: [...values.values()],
  };
}

/** Splits a command line into tokens. `find` is called only for options on the command line. */
function readTokens(argv: readonly string[], find: FindOption) {
  const named = argv.flatMap((word) => /^--([^=]+)/.exec(word)?.[1] ?? []);
  // `--out` and `--help` may also be written `-o` and `-h`.
  const entries = ['out', 'help', ...named].map((name) => {
    const option = find(name);
    const type = option && needsValue(option) ? 'string' : 'boolean';
    return [name, { type, ...(option?.short && { short: option.short }) }] as const;
  });
  // `strict` would reject values that begin with a dash.
  return parseArgs({
    args: [...argv],
    options: Object.fromEntries(entries),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

/** Returns whether the word after an option is its value. */
export function needsValue({ value, isOptional }: CliOption): boolean {
  return value !== undefined && !isOptional;
}

function checkValue(typed: string, option: CliOption, value: string | undefined) {
  if (needsValue(option)) {
    if (value === undefined) throw new CliError(`${typed} needs a value`);
    return;
  }
  const choices = option.target ? ['true', 'false'] : (option.choices ?? []);
  if (value === undefined || choices.includes(value)) return;
  const expected = option.value === undefined ? 'no value' : `${choices.join(' or ')} after =, or no value`;
  throw new CliError(`${typed} takes ${expected}`);
}
