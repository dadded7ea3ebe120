import { isJsonObject } from '../../json.js';
import { parseExact, stringifyExact } from '../../codecs/exact-json.js';
import type { Tool } from '../../tools/catalogue.js';
import { CliError } from '../cli-io.js';
import { describeFileError, readInput, type InputSource } from './read-input.js';
import type { GivenOptions } from './parse-arguments.js';
import { parseJsonText } from './json-text.js';
import { multipartOf, openNamedParts, openParts, setsFile } from './read-files.js';
import { type FlagValue, readValue, type ReadRules } from './read-values.js';

type Draft = { [name: string]: FlagValue | Draft };

/** The params of a call, as its client takes them. */
export async function readParams(
  tool: Tool,
  given: GivenOptions,
  rules: ReadRules,
  input: InputSource,
): Promise<Readonly<Record<string, unknown>>> {
  const params: Draft = Object.create(null);
  const flags: Draft = Object.create(null);
  const files: [string, unknown][] = [];
  let hasFlags = false;
  for (const one of given.values) {
    const { name, target } = one;
    if (target.kind === 'common') continue;
    hasFlags ||= target.in === 'body';
    if (setsFile(tool, target)) {
      const paths = one.texts.map((text) => text ?? '');
      files.push([target.steps[0] ?? '', await openParts(name, paths, target.facts.types.has('array'), input)]);
      continue;
    }
    const value = readValue({ ...one, target }, rules);
    setAt(target.in === 'body' ? flags : params, target.steps, { value, name });
  }
  const [source] = given.common.get('body') ?? [];
  const base = source === undefined ? undefined : await readBodyText(tool, source, input);
  if (base === undefined && !hasFlags) return { ...params };
  const body = joined(base, flags, hasFlags);
  const whole = files.length === 0 ? body : { ...Object(body), ...Object.fromEntries(files) };
  const opened = tool.body === undefined ? whole : await openNamedParts(whole, tool.body, input);
  return { ...params, ...multipartOf(tool, opened), body: opened };
}

/** The value of `--body`: JSON, or text where the operation takes no data. */
async function readBodyText(tool: Tool, source: string, input: InputSource): Promise<unknown> {
  const [{ kind = 'json' } = {}] = tool.operation.body ?? [];
  const isData = kind === 'json' || kind === 'xml' || kind === 'form' || kind === 'multipart';
  const isFile = source === '-' || source.startsWith('@');
  const name = source === '-' ? 'stdin' : isFile ? source.slice(1) : '--body';
  let bytes: Uint8Array | undefined;
  try {
    bytes = isFile ? await readInput(source === '-' ? '-' : source.slice(1), input) : undefined;
  } catch (error) {
    throw new CliError(`--body: ${describeFileError(name, error)}`);
  }
  if (kind === 'binary') return bytes ?? new TextEncoder().encode(source);
  const text = bytes === undefined ? source : decode(bytes, name);
  if (!isData) return text;
  if (!isFile && !/^\s*[[{"\d-]|^\s*(?:true|false|null)\s*$/.test(source))
    throw new CliError(`--body takes JSON, @file.json or - for stdin, not ${JSON.stringify(source.slice(0, 40))}`);
  return parseJsonText(text, name);
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CliError(`${name} is not UTF-8`);
  }
}

/** The body with what flags set over it, and all digits of its numbers. */
function joined(base: unknown, flags: Draft, hasFlags: boolean): unknown {
  if (!hasFlags) return base;
  if (base !== undefined && !isJsonObject(base))
    throw new CliError('Flags of properties need a --body that is an object');
  const text = stringifyExact(flags) ?? '{}';
  if (base === undefined) return parseExact(text);
  const old = stringifyExact(base) ?? '{}';
  const mark = freeMark(old + text);
  const merged: Draft = Object.create(null);
  merge(merged, parseMarked(old, mark));
  merge(merged, parseMarked(text, mark));
  return parseExact((stringifyExact(merged) ?? '{}').replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1'));
}

/** What no string of a text begins with. */
function freeMark(text: string): string {
  let mark = 'exact:';
  while (text.includes(mark)) mark += ':';
  return mark;
}

/** Numbers that a double would change travel through the merge as marked strings. */
function parseMarked(text: string, mark: string): Draft {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (one) =>
    one.startsWith('"') || String(Number(one)) === one ? one : JSON.stringify(mark + one),
  );
  // `as`: both are objects of JSON.
  return JSON.parse(marked) as Draft;
}

function merge(to: Draft, from: Draft): void {
  for (const [name, value] of Object.entries(from)) {
    const old = Object.hasOwn(to, name) ? to[name] : undefined;
    if (isJsonObject(old) && isJsonObject(value)) {
      // `as`: objects of a draft are drafts.
      const copy: Draft = Object.assign(Object.create(null), old as Draft);
      merge(copy, value as Draft); // `as`: likewise
      define(to, name, copy);
    } else define(to, name, value);
  }
}

function define(to: Draft, name: string, value: FlagValue | Draft): void {
  // A property may be called `__proto__`.
  Object.defineProperty(to, name, { value, enumerable: true, configurable: true, writable: true });
}

function setAt(
  draft: Draft,
  steps: readonly string[],
  { value, name }: { readonly value: FlagValue; readonly name: string },
): void {
  let at = draft;
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const old = Object.hasOwn(at, step) ? at[step] : undefined;
    if (isLast) {
      if (old !== undefined) {
        if (!isJsonObject(old) || !isJsonObject(value))
          throw new CliError(`--${name} sets what another option sets, too`);
        const copy: Draft = Object.assign(Object.create(null), value);
        merge(copy, old);
        define(at, step, copy);
      } else define(at, step, value);
      return;
    }
    if (old !== undefined && !isJsonObject(old)) throw new CliError(`--${name} sets what another option sets, too`);
    // `as`: what is there is an object that this function made, or JSON of a flag.
    const below = (old ?? Object.create(null)) as Draft;
    if (old === undefined) define(at, step, below);
    at = below;
  }
}
