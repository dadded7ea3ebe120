import { isJsonObject } from '../../json.js';
import { ExactNumber } from '../../codec.js';
import { exactNumbers, parseExact, stringifyExact } from '../../codecs/exact-json.js';
import type { CallJob } from '../call/call-job.js';
import { CliError } from '../cli-io.js';
import { parseJsonText } from './json-text.js';
import { describeFileError, isPartFile, openNamedParts, openPart, readInput } from './read-files.js';
import { readValue } from './read-values.js';

/** An object whose numbers that no double holds are a `bigint` or an `ExactNumber` each. */
type ExactObject = Readonly<Record<string, unknown>>;

/** Reads the params of a call, as its client takes them. */
export async function readParams(job: CallJob): Promise<Readonly<Record<string, unknown>>> {
  const { tool, parsed } = job;
  const { has, all, values } = parsed;
  let params: ExactObject = {};
  let flags: ExactObject = {};
  let files: ExactObject = {};
  for (const one of values) {
    const { name, target, texts } = one;
    const { steps, facts } = target;
    if (target.isFile) {
      const opened = await Promise.all(texts.map((text) => openPart(name, text ?? '', job)));
      const isList = facts.types.has('array');
      if (!isList && opened.length > 1)
        throw new CliError(`--${name} was given ${opened.length} times; it takes one file`);
      files = { ...files, [steps[0] ?? '']: isList ? opened : opened[0] };
    } else {
      const value = readValue(one, tool, !has('no-validate'));
      if (target.in === 'parameter') params = setAt(params, steps, value, name);
      else flags = setAt(flags, steps, exactNumbers(value), name);
    }
  }
  const hasFlags = values.some(({ target }) => target.in === 'body');
  const [source] = all('body');
  if (source === undefined && !hasFlags) return params;
  const base = source === undefined ? {} : await readBodyText(job, source);
  const body = await openNamedParts(hasFlags ? joinBody(base, flags, files) : base, job);
  // Only a body with parts can hold files, where the operation takes other bodies, too.
  const contents = tool.operation.body ?? [];
  const parts = contents.find(({ kind }) => kind === 'multipart');
  const hasFiles = isJsonObject(body) && Object.values(body).flat().some(isPartFile);
  return { ...params, ...(parts && contents.length > 1 && hasFiles && { contentType: parts.mediaType }), body };
}

/** Puts the values of flags over a body. Its numbers have all digits, as if the whole were one text of JSON. */
function joinBody(base: unknown, flags: ExactObject, files: ExactObject): unknown {
  if (!isJsonObject(base)) throw new CliError('Flags of properties need a --body that is an object');
  const merged = mergeObjects(Object(exactNumbers(base)), flags);
  const body: unknown = parseExact(stringifyExact(merged) ?? '');
  return Object.keys(files).length === 0 ? body : { ...Object(body), ...files };
}

/** Reads the value of `--body`: JSON, or text or bytes where the operation takes no data. */
async function readBodyText({ tool, io }: CallJob, source: string): Promise<unknown> {
  const [{ kind = 'json' } = {}] = tool.operation.body ?? [];
  const path = source === '-' ? source : /^@(.*)$/s.exec(source)?.[1];
  const name = path === '-' ? 'stdin' : (path ?? '--body');
  let text = source;
  if (path !== undefined) {
    const bytes = await readInput(path, io).catch((error: unknown) => {
      throw new CliError(`--body: ${describeFileError(name, error)}`);
    });
    if (kind === 'binary') return bytes;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new CliError(`${name} is not UTF-8`);
    }
  }
  if (kind === 'binary') return new TextEncoder().encode(text);
  if (!['json', 'xml', 'form', 'multipart'].includes(kind)) return text;
  if (path === undefined && !/^\s*[[{"\d-]|^\s*(?:true|false|null)\s*$/.test(source))
    throw new CliError(`--body takes JSON, @file.json or - for stdin, not ${JSON.stringify(source.slice(0, 40))}`);
  return parseJsonText(text, name);
}

/** Sets a value in an object, or below it: `{}`, `['owner', 'name']` and `Ann` → `{owner: {name: 'Ann'}}`. */
function setAt(
  object: ExactObject,
  [step = '', ...below]: readonly string[],
  value: unknown,
  name: string,
): ExactObject {
  const old = Object.hasOwn(object, step) ? object[step] : undefined;
  if (old === undefined) {
    const added = below.length === 0 ? value : setAt({}, below, value, name);
    return { ...object, [step]: added };
  }
  if (!isExactObject(old) || (below.length === 0 && !isExactObject(value)))
    throw new CliError(`--${name} sets what another option sets, too`);
  // An option for a value below counts more than one for the whole.
  const next = isExactObject(value) && below.length === 0 ? mergeObjects(value, old) : setAt(old, below, value, name);
  return { ...object, [step]: next };
}

/** Puts an object over another one: `{a: {b: 1, c: 1}}` and `{a: {c: 2}}` → `{a: {b: 1, c: 2}}`. */
function mergeObjects(under: ExactObject, over: ExactObject): ExactObject {
  const members = Object.entries(over).map(([name, value]) => {
    const old = Object.hasOwn(under, name) ? under[name] : undefined;
    return [name, isExactObject(old) && isExactObject(value) ? mergeObjects(old, value) : value];
  });
  return { ...under, ...Object.fromEntries(members) };
}

function isExactObject(value: unknown): value is ExactObject {
  return isJsonObject(value) && !(value instanceof ExactNumber);
}
