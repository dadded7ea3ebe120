import { ExactNumber } from '../../codec.js';
import { exactNumbers } from '../../codecs/exact-json.js';
import { isJsonObject, readMember } from '../../json.js';
import { CliError } from '../cli-io.js';

// The part of jq that people use to take values out of a response: paths, pipes, several values, objects. Packages of npm have
// another language (JMESPath, JSONPath, JSONata; 22 kB and more), or all of jq as a megabyte of WebAssembly.

/** Returns the values that a path finds in a value. */
export type Select = (value: unknown) => readonly unknown[];

const stringPattern = String.raw`"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`;
const namePattern = String.raw`[\p{L}_$@][\p{L}\p{N}_$@-]*|${stringPattern}`;
/** A step of a path: `.name`, `."name"`, `["name"]`, `[0]`, `[]`, `?`. */
const stepPattern = String.raw`\?|\.?\[\s*(-?\d+|${stringPattern})?\s*\]|\.(${namePattern})`;
/** The beginning of a path: a dot by itself, which is the whole value, or nothing before the dot of a step. */
const startPattern = String.raw`\.(?![\p{L}_$@"[])|(?=\.)`;

/** Reads a path of `--select`; throws a `CliError` that names the character at which it cannot be read. */
export function parseSelect(text: string): Select {
  const path = openPath(text);
  const select = readPipe(path, 0);
  if (!path.take('')) throw path.fail('is not expected');
  return (value) => select(exactNumbers(value));
}

/** The rest of a path that is being read. */
type PathText = ReturnType<typeof openPath>;

function openPath(text: string) {
  let at = 0;
  /** Takes what a pattern matches at the beginning of the rest. */
  const match = (pattern: string) => {
    const sticky = new RegExp(pattern, 'uy');
    sticky.lastIndex = at;
    const found = sticky.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  return {
    match,
    /** Skips blanks, and takes a character behind them; `''` is the end. */
    take: (character: string) => {
      match('\\s*');
      const isNext = text.charAt(at) === character;
      if (isNext) at += character.length;
      return isNext;
    },
    fail: (why: string) => {
      const found = at < text.length ? JSON.stringify(text[at]) : 'the end';
      return new CliError(`--select cannot be read: ${found} at character ${at + 1} ${why}`);
    },
  };
}

/** Reads `a | b`, where b gets the values that a finds, each of which may be several: `a, b`. */
function readPipe(path: PathText, depth: number): Select {
  if (depth > 50) throw path.fail('is nested too deeply');
  const parts: Select[] = [];
  do {
    const all: Select[] = [];
    do all.push(readTerm(path, depth));
    while (path.take(','));
    parts.push((value) => all.flatMap((select) => select(value)));
  } while (path.take('|'));
  return chain(parts);
}

/** Reads `.a`, `{a, b: .c}` or `(…)`, and the steps behind it. */
function readTerm(path: PathText, depth: number): Select {
  const { match, take, fail } = path;
  const steps: Select[] = [];
  if (take('{')) {
    const members: (readonly [name: string | number, select: Select])[] = [];
    while (!take('}')) {
      if (members.length && !take(',')) throw fail('is not `,`');
      match('\\s*');
      const [text] = match(namePattern) ?? [];
      if (text === undefined) throw fail('is no name');
      const key = readKey(text);
      members.push([key, take(':') ? readTerm(path, depth) : selectMember(key)]);
    }
    steps.push((value) => [Object.fromEntries(members.map(([key, select]) => [key, select(value)[0] ?? null]))]);
  } else if (take('(')) {
    steps.push(readPipe(path, depth + 1));
    if (!take(')')) throw fail('is not `)`');
  } else if (!match(startPattern)) throw fail('begins no path: paths begin with a dot');
  for (let found = match(stepPattern); found; found = match(stepPattern)) {
    const [mark, key, name = key] = found;
    if (name !== undefined) steps.push(selectMember(readKey(name)));
    // A member that is not there is null also without a `?`.
    else if (mark !== '?') steps.push((value) => (isHolder(value) ? Object.values(value) : []));
  }
  if (match('(?=[.[])')) throw fail('begins no step: steps are .name, ["name"], [0] and []');
  return chain(steps);
}

/** Reads a name, a name in quotes, or an index. */
function readKey(text: string): string | number {
  return text.startsWith('"') ? JSON.parse(text) : /^[-\d]/.test(text) ? Number(text) : text;
}

/** Gives each step the values that the one before it finds. */
function chain(steps: readonly Select[]): Select {
  return (value) => steps.reduce<readonly unknown[]>((values, select) => values.flatMap(select), [value]);
}

/** Selects a member or an item; `null` where there is none, as jq does. */
function selectMember(key: string | number): Select {
  return (value) => {
    const items = Array.isArray(value) ? value : [];
    const members = isHolder(value) && isJsonObject(value) ? value : {};
    return [(typeof key === 'number' ? items.at(key) : readMember(members, key)) ?? null];
  };
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}
