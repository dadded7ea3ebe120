import { parseArgs } from 'node:util';
import { CliError } from '../cli-io.js';
import { suggest } from '../text/names.js';
import { type CliOption, findCommonOption, type OptionTarget } from './common-options.js';

/** Finds an option by its name without dashes. */
type FindOption = (name: string) => CliOption | undefined;

/** The texts that an option has on a command line, in their order; `undefined` for each time without a value. */
type OptionTexts = readonly (string | undefined)[];

/** An option on a command line that sets a part of the call. */
export interface ParsedValue {
  /** Without dashes, as it was typed. */
  readonly name: string;
  readonly target: OptionTarget;
  readonly texts: OptionTexts;
}

/** The options on a command line. */
export interface ParsedOptions {
  /** Tells whether an option of the command is there. */
  readonly has: (name: string) => boolean;
  /** Returns the last text of an option of the command. */
  readonly last: (name: string) => string | undefined;
  readonly all: (name: string) => OptionTexts;
  /** Options that set parts of the call. */
  readonly values: readonly ParsedValue[];
}

/** Tells whether a command line has an option, and not as the value of another one. */
export function hasOption(argv: readonly string[], find: FindOption, name: string): boolean {
  return readTokens(argv, find).some((token) => token.kind === 'option' && token.name === name);
}

/** Finds the words before the first option that only one operation knows, and their places in the command line. */
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

/** Reads the options behind a command; throws a `CliError` for one that `find` does not know. `listNames` is for suggestions. */
export function parseOptions(
  argv: readonly string[],
  { find, listNames }: { readonly find: FindOption; readonly listNames: () => readonly string[] },
): ParsedOptions {
  const common = new Map<string, OptionTexts>();
  const values = new Map<string, ParsedValue>();
  for (const token of readTokens(argv, find)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      const last = [...values.keys()].at(-1);
      const isBoolean = last !== undefined && /^(?:true|false)$/.test(token.value);
      const hint = isBoolean ? `; write --${last}=${token.value}` : '';
      throw new CliError(`Unexpected argument ${JSON.stringify(token.value)}${hint}`);
    }
    const { name, value } = token;
    const option = find(name);
    if (option === undefined) {
      const hint = suggest(name, listNames(), (one) => `--${one}`);
      throw new CliError(`Unknown option ${quoteOption(name)}${hint}`);
    }
    checkValue(name, option, value);
    const { target } = option;
    const texts = [...(common.get(name) ?? values.get(name)?.texts ?? []), value];
    if (target) values.set(name, { name, target, texts });
    else common.set(name, texts);
  }
  return {
    has: (name) => common.has(name),
    last: (name) => common.get(name)?.at(-1),
    all: (name) => common.get(name) ?? [],
    values: [...values.values()],
  };
}

/** Splits a command line into tokens. Of the options only those that it names are looked up. */
function readTokens(argv: readonly string[], find: FindOption) {
  const named = argv.flatMap((word) => /^--([^=]+)/.exec(word)?.[1] ?? []);
  // Two options have a short form.
  const entries = ['out', 'help', ...named].flatMap((name) => {
    const option = find(name);
    if (option === undefined) return [];
    const { short } = option;
    return [[name, { type: needsValue(option) ? 'string' : 'boolean', ...(short && { short }) } as const] as const];
  });
  // `strict` would take no value that begins with a dash.
  return parseArgs({
    args: [...argv],
    options: Object.fromEntries(entries),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

/** Tells whether the word after an option is its value. */
export function needsValue({ value, isOptional }: CliOption): boolean {
  return value !== undefined && isOptional !== true;
}

function checkValue(name: string, option: CliOption, value: string | undefined): void {
  if (needsValue(option)) {
    if (value === undefined) throw new CliError(`${quoteOption(name)} needs a value`);
    return;
  }
  const choices = option.target ? ['true', 'false'] : (option.choices ?? []);
  const takesText = option.value !== undefined;
  if (value === undefined || (takesText && choices.includes(value))) return;
  const expected = takesText ? `${choices.join(' or ')} after =, or nothing` : 'no value';
  throw new CliError(`${quoteOption(name)} takes ${expected}`);
}

/** Writes the name of an option for messages: `--max-results`; in quotes where it is no ordinary word. */
export function quoteOption(name: string): string {
  const text = name.length === 1 ? `-${name}` : `--${name}`;
  return /^[\w.-]+$/.test(text) ? text : JSON.stringify(text);
}
