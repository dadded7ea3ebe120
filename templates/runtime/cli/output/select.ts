import { ExactNumber } from '../../codec.js';
import { exactNumbers } from '../../codecs/exact-json.js';
import { isJsonObject, readMember } from '../../json.js';
import { CliError } from '../cli-io.js';

// The part of the jq language that selects values of a response: paths, pipes, several values, objects. Packages on npm have
// other languages (JMESPath, JSONPath, JSONata; 22 kB and more), or all of jq as 1 MB of WebAssembly.

/** Returns the values that a path selects: `.items[].id` of `{items: [{id: 1}, {id: 2}]}` → `[1, 2]`. */
export type Select = (value: unknown) => readonly unknown[];

const stringPattern = String.raw`"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`;
const namePattern = String.raw`[\p{L}_$@][\p{L}\p{N}_$@-]*|${stringPattern}`;
/** A step of a path: `.name`, `."name"`, `["name"]`, `[0]`, `[]`, `?`. */
const stepPattern = String.raw`\?|\.?\[\s*(-?\d+|${stringPattern})?\s*\]|\.(${namePattern})`;
/** The beginning of a path: `.` alone, which is the whole value, or the empty string before `.name`. */
const startPattern = String.raw`\.(?![\p{L}_$@"[])|(?=\.)`;

/** Parses a path of `--select`; throws a `CliError` with the position of the character that is wrong. */
export function parseSelect(text: string): Select {
  const path = openPath(text);
  const select = readPipe(path, 0);
  if (!path.take('')) throw path.fail('is not expected');
  return (value) => select(exactNumbers(value));
}

/** The text of a path, and the position up to which it is parsed. */
type PathText = ReturnType<typeof openPath>;

function openPath(text: string) {
  let at = 0;
  /** Matches a pattern at the current position, and moves behind the match. */
  const match = (pattern: string) => {
    const sticky = new RegExp(pattern, 'uy');
    sticky.lastIndex = at;
    const found = sticky.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  return {
    match,
    /** Skips blanks, and moves behind a character if it comes next; returns whether it did. `''` is the end of the text. */
    take: (character: string) => {
      match('\\s*');
      const isNext = text.charAt(at) === character;
      if (isNext) at += character.length;
      return isNext;
    },
    fail: (why: string) => {
      const found = at < text.length ? JSON.stringify(text[at]) : 'the end';
      return new CliError(`--select is not a valid path: ${found} at character ${at + 1} ${why}`);
    },
  };
}

/** Reads `a | b`, which applies `b` to the values that `a` selects. Each side may be several terms: `a, b`. */
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

/** Reads `.a`, `{a, b: .c}` or `(…)`, and the steps after it. */
function readTerm(path: PathText, depth: number): Select {
  const { match, take, fail } = path;
  const steps: Select[] = [];
  if (take('{')) {
    const members: (readonly [name: string | number, select: Select])[] = [];
    while (!take('}')) {
      if (members.length && !take(',')) throw fail('is not `,`');
      match('\\s*');
      const [text] = match(namePattern) ?? [];
      if (text === undefined) throw fail('is not a name');
      const key = readKey(text);
      members.push([key, take(':') ? readTerm(path, depth) : selectMember(key)]);
    }
    steps.push((value) => [Object.fromEntries(members.map(([key, select]) => [key, select(value)[0] ?? null]))]);
  } else if (take('(')) {
    steps.push(readPipe(path, depth + 1));
    if (!take(')')) throw fail('is not `)`');
  } else if (!match(startPattern)) throw fail('is not a path: paths begin with a dot');
  for (let found = match(stepPattern); found; found = match(stepPattern)) {
    const [mark, key, name = key] = found;
    if (name !== undefined) steps.push(selectMember(readKey(name)));
    // `?` has no effect: a missing member is `null` even without it.
    else if (mark !== '?') steps.push((value) => (isHolder(value) ? Object.values(value) : []));
  }
  if (match('(?=[.[])')) throw fail('is not a step: steps are .name, ["name"], [0] and []');
  return chain(steps);
}

/** Reads a name, a name in quotes, or an index. */
function readKey(text: string): string | number {
  return text.startsWith('"') ? JSON.parse(text) : /^[-\d]/.test(text) ? Number(text) : text;
}

/** Applies each step to the values that the step before it selects. */
function chain(steps: readonly Select[]): Select {
  return (value) => steps.reduce<readonly unknown[]>((values, select) => values.flatMap(select), [value]);
}

/** Selects a member or an item; `null` if there is none, as in jq. */
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
