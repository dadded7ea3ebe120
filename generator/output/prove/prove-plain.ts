import { isLicense } from '../../emit/license.js';
import type { PlainFile } from '../../emit/source-file.js';
import type { Finding } from './prove-inert.js';

/** Files without a word of the spec. */
const FIXED: ReadonlySet<string> = new Set(['LICENSE', 'build.js']);

/**
 * Proves of a file that is no TypeScript that nothing of the spec in it acts on whoever installs or reads the package: JSON is
 * data and package.json says nothing but what emitters say; pages have no HTML, and links only to files of the package
 * and to a few addresses of ours. Returns what goes against that.
 */
export function provePlain({ path, text }: PlainFile): readonly Finding[] {
  return reasonsAgainst(path, text).map(({ start, reason, text: found }) => ({
    path,
    reason,
    text: found.slice(0, 200),
    line: lineAt(text, start),
  }));
}

function reasonsAgainst(path: string, text: string): readonly PlainFinding[] {
  if (path === 'package.json') return provePackageJson(text);
  if (path.endsWith('.json')) return proveJson(text);
  if (path.endsWith('.md')) return provePage(text);
  return FIXED.has(path) ? [] : [{ reason: 'is a file that no emitter writes', text: path, start: 0 }];
}

/** What was serialised is what is read: the same text comes out again, but for spaces and line ends between its parts. */
function proveJson(text: string): readonly PlainFinding[] {
  return isSerialised(text) ? [] : [{ reason: 'is no JSON as it is written here', text, start: 0 }];
}

function isSerialised(text: string): boolean {
  try {
    return isSpaced(text, JSON.stringify(JSON.parse(text)));
  } catch {
    return false;
  }
}

/** Whether a text is another one with spaces and line ends. */
function isSpaced(text: string, compact: string): boolean {
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === compact.charCodeAt(at)) at++;
    else if (code !== SPACE && code !== LINE_END) return false;
  }
  return at === compact.length;
}

const [SPACE, LINE_END] = [0x20, 0x0a];

/** Line of an offset, from 1. */
function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

type Check = (value: unknown) => boolean;

/** Names of libraries and ranges of their versions, or of files of the package. */
const isPlain: Check = (value) => typeof value === 'string' && /^[A-Za-z0-9@^~<>=*|. /_-]{1,200}$/.test(value);

/** What package.json may say: everything that a package manager runs, resolves or installs is one of a few texts. */
const MEMBERS: Readonly<Record<string, Check>> = {
  name: isName,
  version: isPlain,
  description: isText,
  license: (value) => typeof value === 'string' && isLicense(value),
  author: isText,
  repository: () => true,
  homepage: isText,
  bugs: () => true,
  keywords: (value) => Array.isArray(value) && value.every(isText),
  type: (value) => value === 'module',
  sideEffects: (value) => Array.isArray(value) && value.every(isFile),
  engines: isMapOf(isPlain),
  exports: isMapOf((value) => isFile(value) || isMapOf((one) => isFile(one) || isMapOf(isFile)(one))(value)),
  imports: isMapOf((value) => value === './dist/validators/index.js'),
  bin: isMapOf((value) => value === 'dist/mocks/bin.js' || value === 'dist/conformance/bin.js'),
  files: (value) => Array.isArray(value) && value.every(isFile),
  scripts: isMapOf((value) => value === 'node build.js' || value === 'npm run build'),
  dependencies: (value) => isMapOf(isPlain)(value) && Object.keys(Object(value)).join() === '@speccast/runtime',
  peerDependencies: isMapOf(isPlain),
  peerDependenciesMeta: isMapOf(isMapOf((value) => value === true)),
  devDependencies: isMapOf(isPlain),
  publishConfig: isMapOf((value) => value === 'public' || value === true),
};

/** What in a package.json is none of what emitters write. */
function provePackageJson(text: string): readonly PlainFinding[] {
  const read = readObject(text);
  if (read === undefined) return [{ reason: 'is no JSON as it is written here', text, start: 0 }];
  return Object.entries(read).flatMap(([key, value]) => {
    if (Object.hasOwn(MEMBERS, key) && MEMBERS[key]?.(value) === true) return [];
    const start = Math.max(0, text.indexOf(`\n  ${JSON.stringify(key)}:`) + 1);
    return [{ reason: `has a member "${key}" that no emitter writes`, text: JSON.stringify(value), start }];
  });
}

function readObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const canonical = `${JSON.stringify(value, null, 2)}\n` === text;
    return canonical && typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && !/[\p{Cc}\p{Surrogate}]/u.test(value);
}

/** What npm takes: nothing that leaves a folder or is no word. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]{0,213}$/.test(value);
}

/** A path that stays in the package. */
function isFile(value: unknown): boolean {
  return typeof value === 'string' && /^(?:\.\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(value);
}

function isMapOf(check: Check): Check {
  return (value) => typeof value === 'object' && value !== null && Object.values(value).every(check);
}

/** What goes against a file that is no TypeScript, and where in it. */
interface PlainFinding {
  readonly reason: string;
  readonly text: string;
  /** Offset in the file. */
  readonly start: number;
}

/** Addresses outside the package that pages link to. */
const OURS: ReadonlySet<string> = new Set([
  'https://mswjs.io',
  'https://standardschema.dev',
  'https://github.com/speccast/speccast/blob/main/templates/runtime/README.md',
  'https://github.com/speccast/speccast/blob/main/templates/emulator/README.md',
]);

/** A file of the package, with or without an anchor in it, or an anchor of the page itself. */
const INSIDE = /^(?:[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*)?(?:#[\p{L}\p{N}_-]+)?$/u;

/** A line with a badge of ours: what package.json says, or what the registry has of a package of that name. */
const BADGE =
  /^\[!\[[A-Za-z0-9:. -]+\]\(https:\/\/img\.shields\.io\/(?:npm\/v|badge)\/[\w@%./-]+\)\]\((?:https:\/\/www\.npmjs\.com\/package\/[\w@./-]+|LICENSE|api\.md|package\.json)\)$/;

/** Lines that belong to no paragraph before them. */
const APART = /^ {0,3}(?:#{1,6}(?: |$)|[-*+](?: |$)|\d{1,9}[.)] |[>|]|=+ *$|-+ *$|(?:[*_] *){3,}$|$)/;

/** Without any of these a text has nothing to find; most of them are in code, or link to an anchor of the page. */
const SUSPECT = /<[A-Za-z/!?]|!\[|\]\((?!#[\w-]+\)|src(?:[./][\w-]+)+\))|\]:|~~~|^ +```/m;

interface Block {
  readonly text: string;
  /** Offset in the page. */
  readonly start: number;
}

/** What in a page of Markdown is neither text nor a link of ours: HTML, pictures other than badges, links elsewhere. */
export function provePage(page: string): readonly PlainFinding[] {
  const found: PlainFinding[] = [];
  for (const block of blocksOf(page)) {
    if (!SUSPECT.test(block.text) || hasBadgesOnly(block.text)) continue;
    if (block.text.startsWith('|')) for (const cell of cellsOf(block)) found.push(...proveInline(cell));
    else found.push(...proveStarts(block), ...proveInline(block));
  }
  return found;
}

function hasBadgesOnly(text: string): boolean {
  return text.split('\n').every((line) => line === '' || BADGE.test(line));
}

/** Paragraphs, rows of tables and the like; what is in a fence is text. */
function* blocksOf(page: string): Iterable<Block> {
  let fence: string | undefined;
  let block: Block | undefined;
  for (const line of linesOf(page)) {
    const [, ticks, info = ''] = line.text.startsWith('```') ? (/^(`{3,})([^`]*)$/.exec(line.text) ?? []) : [];
    if (fence === undefined && ticks === undefined) {
      const joins = block !== undefined && !APART.test(line.text);
      if (block !== undefined && !joins) yield block;
      block = block !== undefined && joins ? { ...block, text: `${block.text}\n${line.text}` } : line;
      continue;
    }
    if (block !== undefined) yield block;
    block = undefined;
    if (fence === undefined) fence = ticks;
    else if (ticks !== undefined && info.trim() === '' && ticks.startsWith(fence)) fence = undefined;
  }
  if (block !== undefined) yield block;
}

function* linesOf(page: string): Iterable<Block> {
  let start = 0;
  for (const text of page.split('\n')) {
    yield { text, start };
    start += text.length + 1;
  }
}

/** A bar without a backslash before it ends a cell, even in code. */
function* cellsOf({ text, start }: Block): Iterable<Block> {
  let at = start;
  for (const cell of text.split(/(?<!\\)\|/)) {
    yield { text: cell, start: at };
    at += cell.length + 1;
  }
}

/** What counts at the start of a line, even where code seems to go on from the line before. */
const STARTS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^[ >]*<(?!\/?code>)/gm, 'has HTML'],
  [/^[ >]*\[[^\][]*\]:/gm, 'defines a link'],
  [/^[ >]*~~~|^[ >]+```[^`\n]*$/gm, 'opens a fence'],
];

function proveStarts({ text, start }: Block): readonly PlainFinding[] {
  return STARTS.flatMap(([pattern, reason]) =>
    [...text.matchAll(pattern)].map(({ index }) => ({ reason, text: lineFrom(text, index), start: start + index })),
  );
}

/** What counts everywhere but in code and after a backslash. */
function proveInline({ text, start }: Block): readonly PlainFinding[] {
  const found: PlainFinding[] = [];
  const marks = /\\[!-/:-@[-`{-~]|`+|<(?=[A-Za-z/!?])|!\[|\]\(/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const { 0: what, index } = mark;
    if (what.startsWith('`')) marks.lastIndex = endOfSpan(text, what, marks.lastIndex) ?? marks.lastIndex;
    const reason = reasonAgainst(what, text.slice(index, index + 200));
    if (reason !== undefined) found.push({ reason, text: lineFrom(text, index), start: start + index });
  }
  return found;
}

function reasonAgainst(what: string, text: string): string | undefined {
  if (what === '<') return /^<\/?code>/.test(text) ? undefined : 'has HTML';
  if (what === '![') return 'has a picture';
  return what === '](' && !isOurs(text.slice(2)) ? 'has a link to elsewhere' : undefined;
}

/** Where a code span ends: after the next run of as many back-ticks. */
function endOfSpan(text: string, ticks: string, from: number): number | undefined {
  for (const { 0: run, index } of text.slice(from).matchAll(/`+/g))
    if (run.length === ticks.length) return from + index + run.length;
  return undefined;
}

function isOurs(text: string): boolean {
  const target = text.slice(0, text.indexOf(')'));
  return OURS.has(target) || (target !== '' && INSIDE.test(target));
}

function lineFrom(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end === -1 ? undefined : end);
}
