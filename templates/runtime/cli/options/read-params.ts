import { isJsonObject, readMember } from '../../json.js';
import { ExactNumber } from '../../codec.js';
import { exactNumbers, parseExact, stringifyExact } from '../../codecs/exact-json.js';
import type { CallJob } from '../call/session.js';
import { CliError } from '../cli-io.js';
import { describeFileError, isPartFile, openBodyFiles, readInput } from './read-files.js';
import { parseJsonText, readValue } from './read-values.js';

/** A JSON object in which numbers that a double cannot hold are `bigint` or `ExactNumber`. */
type ExactObject = Readonly<Record<string, unknown>>;

/** Reads the params object of a call from the options of a command line. */
export async function readParams(job: CallJob): Promise<ExactObject> {
  const { tool, parsed } = job;
  let set: ExactObject = {};
  // Files last: some services read a form while it arrives, and need its other fields first.
  const ordered = parsed.values.toSorted((a, b) => Number(a.isFile) - Number(b.isFile));
  for (const one of ordered) {
    const { steps, typed } = one;
    const value = readValue(one, tool, !parsed.has('no-validate'));
    set = setAt(set, steps, steps[0] === 'body' ? exactNumbers(value) : value, typed);
  }
  const { body: flags, ...params } = set;
  const [source] = parsed.all('body');
  if (!tool.body || (source === undefined && flags === undefined)) return set;
  let body = source === undefined ? {} : await readBodyText(job, source);
  if (flags !== undefined) {
    if (!isJsonObject(body)) throw new CliError('Options for properties need a --body that is an object');
    const merged = mergeObjects(Object(exactNumbers(body)), Object(flags));
    // Numbers keep all digits, as if the merged body had been one JSON text.
    body = parseExact(stringifyExact(merged) ?? '');
  }
  body = await openBodyFiles(body, job);
  // If the operation takes several media types, a body with files has to be multipart.
  const contents = tool.operation.body ?? [];
  const parts = contents.find(({ kind }) => kind === 'multipart');
  const hasFiles = isJsonObject(body) && Object.values(body).flat().some(isPartFile);
  return { ...params, ...(parts && contents.length > 1 && hasFiles && { contentType: parts.mediaType }), body };
}

/** Reads the value of `--body`: JSON, or text or bytes if that is what the operation takes. */
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

/** Returns an object with a value set at a path: `{}`, `['owner', 'name']` and `Ann` → `{owner: {name: 'Ann'}}`. */
function setAt(
  object: ExactObject,
  [step = '', ...below]: readonly string[],
  value: unknown,
  typed: string,
): ExactObject {
  const old = readMember(object, step);
  let next = value;
  if (below.length && (old === undefined || isExactObject(old))) next = setAt(old ?? {}, below, value, typed);
  else if (old !== undefined) {
    if (!isExactObject(old) || !isExactObject(value))
      throw new CliError(`${typed} and another option set the same value`);
    // `--owner.name` replaces the `name` in `--owner`.
    next = mergeObjects(value, old);
  }
  return { ...object, [step]: next };
}

/** Merges two objects, at any depth: `{a: {b: 1, c: 1}}` and `{a: {c: 2}}` → `{a: {b: 1, c: 2}}`. */
function mergeObjects(under: ExactObject, over: ExactObject): ExactObject {
  const members = Object.entries(over).map(([name, value]) => {
    const old = readMember(under, name);
    return [name, isExactObject(old) && isExactObject(value) ? mergeObjects(old, value) : value];
  });
  return { ...under, ...Object.fromEntries(members) };
}

function isExactObject(value: unknown): value is ExactObject {
  return isJsonObject(value) && !(value instanceof ExactNumber);
}
