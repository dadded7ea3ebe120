import { basename } from 'node:path';
import { describeWrongName, describeWrongType } from '../../api/schemas/codecs.js';
import { checkList, sortItems } from '../../config/read-options.js';
import { describeWrongEmitter, describeWrongFile } from '../../config/own-code.js';
import { OPTIONS, options, type Option, type ServiceOptions } from '../../options.js';
import { printPattern } from '../../spec/operation-pattern.js';
import { didYouMean } from '../../spec/suggest.js';
import { WrongUsage } from './console.js';
import { parseChoice } from './parse-options.js';

/** Values of flags: the options of a service, and paths of the user's own files. */
export interface FlaggedOptions extends ServiceOptions {
  /** Files of codecs by name. */
  readonly codecs?: Readonly<Record<string, string>> | undefined;
  /** Modules of emitters. */
  readonly emitters?: readonly string[] | undefined;
  /** Folder of templates. */
  readonly templates?: string | undefined;
}

/** Values of flags by name, as they were parsed. */
type FlagValues = Readonly<Record<string, unknown>>;

interface FlaggedOption extends Option {
  readonly key: string;
  readonly flag: string;
}

function listFlagged(): readonly FlaggedOption[] {
  return Object.entries(options).flatMap(([key, option]) =>
    option.flag === undefined ? [] : [{ ...option, key, flag: option.flag }],
  );
}

/** Returns whether a flag takes no value: that of a boolean, or one that is called like its value (`--source`). */
function isSwitch({ kind, flag, values }: FlaggedOption): boolean {
  return kind === 'boolean' || values?.includes(flag) === true;
}

/** Returns the flags of all options, for `parseArgs`. */
export function toFlags(): Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly multiple: boolean }>
> {
  const rows = listFlagged().map((option) => {
    const type = isSwitch(option) ? ('boolean' as const) : ('string' as const);
    return [option.flag, { type, multiple: option.isRepeatable === true }] as const;
  });
  return Object.fromEntries(rows);
}

/** Throws `WrongUsage` for a flag of an option without `--spec`: for services, options are keys of speccast.yaml. */
export function rejectOptionFlags(given: FlagValues): void {
  for (const { key, flag, kind, takes = '', isRepeatable, instead } of listFlagged()) {
    if (given[flag] === undefined) continue;
    const isList = kind === 'list' || isRepeatable;
    const value = kind === 'boolean' ? 'true' : isList ? '[…]' : takes.includes('=') ? '{…}' : '…';
    throw new WrongUsage(`--${flag} goes with --spec; ${instead ?? `for services, write \`${key}: ${value}\``}`);
  }
}

/** Reads options from their flags; throws `WrongUsage` on a wrong value. */
export function parseOptionFlags(given: FlagValues): FlaggedOptions {
  const read: Record<string, unknown> = {};
  for (const option of listFlagged()) {
    const { key, flag, of, otherwise } = option;
    if (given[flag] === undefined) continue;
    if (of === 'source' && read['output'] !== 'source')
      throw new WrongUsage(`--${flag} goes with --source; ${otherwise}`);
    read[key] = parseFlag(option, given, read);
  }
  return read;
}

/** Reads one option; `others` are the options before it in the table. */
function parseFlag(option: FlaggedOption, given: FlagValues, others: FlaggedOptions): unknown {
  const { kind, key, flag, values = [] } = option;
  const value = given[flag];
  if (isSwitch(option)) return kind === 'boolean' ? true : flag;
  const text = String(value);
  switch (kind) {
    case 'choice':
      return parseChoice(flag, text, values);
    case 'list': {
      const wrong = checkList(key, text.split(','), others);
      if (wrong !== undefined) throw new WrongUsage(`--${flag}: ${wrong.message}`);
      return sortItems(key, text.split(','));
    }
    case 'choices':
      return parsePairs(option, text, (name, style) => {
        const keys = Object.keys(option.keys ?? {});
        if (!keys.includes(name))
          return ` takes ${keys.join(', ')}, not ${JSON.stringify(name)}${didYouMean(name, keys)}`;
        if (values.includes(style)) return undefined;
        return `: ${name} are ${values.join(' or ')}, not ${JSON.stringify(style)}${didYouMean(style, values)}`;
      });
    case 'texts': {
      const codecs = Object.keys(parseCodecs(given['codecs']) ?? {});
      return parsePairs(option, text, (format, type) => prefix(describeWrongType(format, type, codecs)));
    }
    default:
      if (key === 'codecs') return parseCodecs(value);
  }
  const wrong = Array.isArray(value) ? value.map(describeWrongEmitter).find((one) => one !== undefined) : undefined;
  if (wrong !== undefined) throw new WrongUsage(`--${flag}: ${wrong}`);
  if (value === '') throw new WrongUsage(`--${flag} takes a folder`);
  return value;
}

function prefix(message: string | undefined): string | undefined {
  return message === undefined ? undefined : `: ${message}`;
}

function parseCodecs(value: unknown): FlaggedOptions['codecs'] {
  if (value === undefined) return undefined;
  return parsePairs(OPTIONS.codecs, String(value), (name, file) =>
    prefix(describeWrongName(name) ?? describeWrongFile('codec', name, file, true)),
  );
}

/** Reads `key=value,…`. `check` returns a message about a wrong pair, without the flag at its beginning. */
function parsePairs(
  { flag = '', pairs = '' }: Option,
  text: string,
  check: (key: string, value: string) => string | undefined,
): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const part of text.split(',')) {
    const [key = '', value = '', ...more] = part.split('=').map((one) => one.trim());
    const isPair = key !== '' && value !== '' && more.length === 0;
    const wrong = !isPair
      ? ` takes ${pairs}, not ${JSON.stringify(part)}`
      : found.has(key)
        ? `: ${JSON.stringify(key)} is listed twice`
        : check(key, value);
    if (wrong !== undefined) throw new WrongUsage(`--${flag}${wrong}`);
    found.set(key, value);
  }
  return Object.fromEntries(found);
}

/**
 * Prints options as flags, without defaults: `['--source', '--enums const']`. Files are named without their folders, so that the
 * output is the same in every folder.
 */
export function printOptionFlags(flagged: FlaggedOptions): readonly string[] {
  const all: FlagValues = { ...flagged };
  const { include = [], exclude = [] } = flagged.operations ?? {};
  return Object.entries(options).flatMap(([key, option]) => {
    const { flag = '', default: usual, values = [], isCheck } = option;
    const value = all[key];
    if (key === 'operations')
      return [
        ...include.map((one) => `--include ${shellWord(printPattern(one))}`),
        ...exclude.map((one) => `--exclude ${shellWord(printPattern(one))}`),
      ];
    const isUsual = value === undefined || value === false || value === usual || isCheck === true;
    if (isUsual || flag === '' || (usual === 'all' && String(value) === String(values))) return [];
    if (value === true || value === flag) return [`--${flag}`];
    if (key === 'emitters') return flagged.emitters?.map((one) => `--${flag} ${basename(one)}`) ?? [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [`--${flag} ${value.join(',')}`];
    if (typeof value === 'object' && value !== null) {
      const pairs = Object.entries(value).map(([name, one]) => `${name}=${key === 'codecs' ? basename(one) : one}`);
      return [`--${flag} ${pairs.join(',')}`];
    }
    return [`--${flag} ${key === 'templates' ? basename(String(value)) : String(value)}`];
  });
}

/** Quotes a pattern for a shell, if it has special characters. */
function shellWord(text: string): string {
  return /^[\w./:,@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Prints the lines of help about the flags of options: the flag, and beside it the sentence of its option. */
export function describeOptionFlags(): string {
  const [indent, width] = [45, 120];
  return listFlagged()
    .map((option) => {
      const { kind, flag, values = [], says, default: usual = '', instead, isRepeatable } = option;
      const value = option.takes ?? values.join(kind === 'choice' ? '|' : ',');
      const head = `      --${flag}${isSwitch(option) ? '' : ` ${value}`}`;
      const facts = [
        says.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, ''),
        ...(values.includes(usual) && !isSwitch(option) ? [`default: ${usual}`] : []),
        ...(kind === 'boolean' && instead !== undefined ? [instead] : []),
        ...(isRepeatable === true ? ['may be given several times'] : []),
      ];
      const lines = [''];
      for (const word of facts.join('; ').split(' ')) {
        const line = lines.at(-1) ?? '';
        if (indent + line.length + word.length + 1 > width) lines.push(word);
        else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
      }
      const first = head.length < indent - 1 ? head.padEnd(indent) : `${head}\n${' '.repeat(indent)}`;
      return `${first}${lines.join(`\n${' '.repeat(indent)}`)}\n`;
    })
    .join('');
}
