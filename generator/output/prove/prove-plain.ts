import { isLicense } from '../../emit/license.js';
import { isRegistry } from '../../emit/ownership.js';
import type { PlainFile } from '../../emit/source-file.js';
import type { Finding } from './prove-inert.js';
import type { PlainFinding } from './page-blocks.js';
import { provePage } from './prove-page.js';

/** Files without a word of the spec. */
const FIXED: ReadonlySet<string> = new Set(['LICENSE', 'build.js']);

/**
 * Proves of a file that is no TypeScript that nothing of the spec in it acts on whoever installs or reads the package: JSON is
 * data and package.json says nothing but what emitters say; pages have no HTML and no pictures of others, and links
 * only to files of the package and to addresses that run nothing. Returns what goes against that.
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
  if (path === 'SKILL.md') return proveSkill(text);
  if (path.endsWith('.md') || path === 'llms.txt') return provePage(text);
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

/** The head of a skill, as YAML: its name, and its description as a string of JSON, and nothing else. */
const SKILL_HEAD = /^---\nname: [a-z0-9]+(?:-[a-z0-9]+)*\ndescription: ("(?:[^"\\\n]|\\["\\])*")\n---\n/;

function proveSkill(text: string): readonly PlainFinding[] {
  const [head] = SKILL_HEAD.exec(text) ?? [];
  if (head === undefined) return [{ reason: 'has another head than a skill', text, start: 0 }];
  return provePage(text.slice(head.length)).map((one) => ({ ...one, start: one.start + head.length }));
}

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
  private: (value) => value === true,
  description: isText,
  license: (value) => typeof value === 'string' && isLicense(value),
  author: isText,
  repository: () => true,
  homepage: isText,
  bugs: () => true,
  keywords: (value) => Array.isArray(value) && value.every(isText),
  type: (value) => value === 'module',
  sideEffects: (value) => value === false || (Array.isArray(value) && value.every(isFile)),
  engines: checkMap(isPlain),
  exports: checkMap((value) => isFile(value) || checkMap((one) => isFile(one) || checkMap(isFile)(one))(value)),
  imports: checkMap((value) => value === './dist/validators/index.js'),
  bin: checkMap((value) => /^dist\/(?:mocks|conformance|cli|mcp)\/bin\.js$/.test(String(value))),
  files: (value) => Array.isArray(value) && value.every(isFile),
  scripts: checkMap((value) => value === 'node build.js' || value === 'npm run build'),
  dependencies: (value) => checkMap(isPlain)(value) && Object.keys(Object(value)).join() === '@speccast/runtime',
  peerDependencies: checkMap(isPlain),
  peerDependenciesMeta: checkMap(checkMap((value) => value === true)),
  devDependencies: checkMap(isPlain),
  publishConfig: checkMap((value) => value === true || isAccess(value) || (isText(value) && isRegistry(String(value)))),
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

function isAccess(value: unknown): boolean {
  return value === 'public' || value === 'restricted';
}

/** A path that stays in the package. */
function isFile(value: unknown): boolean {
  return typeof value === 'string' && /^(?:\.\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(value);
}

function checkMap(check: Check): Check {
  return (value) => typeof value === 'object' && value !== null && Object.values(value).every(check);
}
