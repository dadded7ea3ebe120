import { parseArgs } from 'node:util';
import { CliError } from '../cli-io.js';
import { didYouMean } from '../text/names.js';
import { callOptions, globalOptions, loginOptions } from './common-options.js';
import type { OptionTable, OptionTarget } from './option-table.js';

/** An option as it was given, with all its values in their order; a flag without a value has `undefined`. */
export interface GivenOption {
  /** As it was typed, without dashes. */
  readonly name: string;
  readonly target: OptionTarget;
  readonly texts: readonly (string | undefined)[];
}

/** What a command line says, by option. */
export interface GivenOptions {
  /** Options that are the same for all operations, by name. */
  readonly common: ReadonlyMap<string, readonly (string | undefined)[]>;
  readonly values: readonly GivenOption[];
}

/** What is asked about options that a command line may have. */
export type FindOption = Pick<OptionTable, 'find'> & { readonly names: () => Iterable<string> };

/** An option of commands that are not about one operation, by its name. */
export function commonOption(name: string): OptionTarget | undefined {
  const option = [...callOptions, ...globalOptions, ...loginOptions].find((one) => one.name === name);
  return option && { kind: 'common', option };
}

/** Whether an option is given, and not as the value of another one. */
export function hasOption(argv: readonly string[], find: OptionTable['find'], name: string): boolean {
  return tokensOf(argv, find).some((token) => token.kind === 'option' && token.name === name);
}

/** The words that come before any option that only one operation knows, and where they are. */
export function leadingWords(argv: readonly string[]): readonly { readonly word: string; readonly index: number }[] {
  const words: { word: string; index: number }[] = [];
  for (const token of tokensOf(argv, commonOption)) {
    if (token.kind === 'positional') words.push({ word: token.value, index: token.index });
    else if (token.kind === 'option-terminator' || commonOption(token.name) === undefined) break;
  }
  return words;
}

/** Reads the options that stand behind a command; throws a `CliError` for what it does not take. */
export function parseOptions(argv: readonly string[], table: FindOption): GivenOptions {
  const common = new Map<string, (string | undefined)[]>();
  const values = new Map<string, { target: OptionTarget; texts: (string | undefined)[] }>();
  for (const token of tokensOf(argv, table.find)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') throw new CliError(unexpectedWord(token.value, values));
    const { name, value } = token;
    const target = table.find(name);
    if (target === undefined)
      throw new CliError(`Unknown option ${shownOption(name)}${didYouMean(name, table.names(), (one) => `--${one}`)}`);
    checkValue(name, target, value);
    if (target.kind === 'common') append(common, name, value);
    else {
      const given = values.get(name) ?? { target, texts: [] };
      given.texts.push(value);
      values.set(name, given);
    }
  }
  return { common, values: [...values].map(([name, given]) => ({ name, ...given })) };
}

function append(map: Map<string, (string | undefined)[]>, name: string, value: string | undefined): void {
  map.set(name, [...(map.get(name) ?? []), value]);
}

type Token =
  | { readonly kind: 'option'; readonly name: string; readonly value: string | undefined }
  | { readonly kind: 'positional'; readonly value: string; readonly index: number }
  | { readonly kind: 'option-terminator' };

/** The tokens of a command line: only names that occur in it are looked up. */
function tokensOf(argv: readonly string[], find: OptionTable['find']): readonly Token[] {
  const shorts = [...callOptions, ...globalOptions].flatMap(({ name, short }) =>
    short ? [[name, short] as const] : [],
  );
  const names = argv.flatMap((one) => (/^--./s.test(one) ? [one.slice(2).replace(/=.*$/s, '')] : []));
  const entries = [...new Set([...names, ...shorts.map(([name]) => name)])].flatMap((name) => {
    const known = find(name);
    if (known === undefined || name === '') return [];
    const short = shorts.find(([one]) => one === name)?.[1];
    return [[name, { type: takesValue(known) ? 'string' : 'boolean', ...(short && { short }) } as const] as const];
  });
  // What is not strict takes whatever follows an option as its value, also what begins with a dash.
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(entries),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens;
}

function takesValue(target: OptionTarget): boolean {
  if (target.kind === 'common') return target.option.value !== undefined && target.option.optional !== true;
  return !isFlag(target);
}

/** Whether an option may stand alone: a boolean. */
export function isFlag(target: Extract<OptionTarget, { kind: 'value' }>): boolean {
  return (
    target.isNegated ||
    ([...target.facts.types].every((type) => type === 'boolean' || type === 'null') &&
      target.facts.types.has('boolean'))
  );
}

function checkValue(name: string, target: OptionTarget, value: string | undefined): void {
  if (takesValue(target)) {
    if (value === undefined) throw new CliError(`${shownOption(name)} needs a value`);
    return;
  }
  const choices = target.kind === 'common' ? target.option.choices : target.isNegated ? undefined : ['true', 'false'];
  if (value === undefined || choices?.includes(value) === true) return;
  throw new CliError(
    choices === undefined
      ? `${shownOption(name)} takes no value`
      : `${shownOption(name)} takes ${choices.join(' or ')} after =, or nothing`,
  );
}

function unexpectedWord(word: string, values: ReadonlyMap<string, { readonly texts: readonly unknown[] }>): string {
  const last = [...values.keys()].at(-1);
  const isBoolean = word === 'true' || word === 'false';
  const hint = isBoolean && last !== undefined ? `; write --${last}=${word}` : '';
  return `Unexpected argument ${JSON.stringify(word)}${hint}`;
}

/** The name of an option as messages show it: quoted where it is no ordinary word. */
export function shownOption(name: string): string {
  const text = name.length === 1 ? `-${name}` : `--${name}`;
  return /^[\w.-]+$/.test(text) ? text : JSON.stringify(text);
}
