import { isRegistry, isLicense } from '../../emit/ownership.js';
import type { PlainFile } from '../../emit/source-file.js';
import { isJsonObject } from '../../json.js';
import type { Finding } from './prove-inert.js';
import { provePage, type PlainFinding } from './prove-page.js';

/** Files without text of the spec. */
const FIXED: ReadonlySet<string> = new Set(['LICENSE', 'build.js']);

/**
 * Proves that no text of the spec in a file other than TypeScript acts on people who install or read the package. JSON is
 * data; package.json has only members that emitters write; pages have no HTML and no pictures but badges, and link only to
 * files of the package and to addresses that run nothing. Returns the exceptions.
 */
export function provePlain({ path, text }: PlainFile): readonly Finding[] {
  return findExceptions(path, text).map(({ start, reason, text: found }) => ({
    path,
    reason,
    text: found.slice(0, 200),
    line: text.slice(0, start).split('\n').length,
  }));
}

function findExceptions(path: string, text: string): readonly PlainFinding[] {
  if (path === 'package.json') return provePackageJson(text);
  if (path.endsWith('.json')) {
    const value = parseJson(text);
    // A text that `JSON.stringify` writes, apart from spaces and line ends, means what was serialised.
    const isSerialised = value !== undefined && isSpaced(text, JSON.stringify(value));
    return isSerialised ? [] : [{ reason: NO_JSON, text, start: 0 }];
  }
  if (path === 'SKILL.md') {
    const [head] = SKILL_HEAD.exec(text) ?? [];
    if (head === undefined) return [{ reason: 'has another head than a skill', text, start: 0 }];
    return provePage(text.slice(head.length)).map((one) => ({ ...one, start: one.start + head.length }));
  }
  if (path.endsWith('.md') || path === 'llms.txt') return provePage(text);
  return FIXED.has(path) ? [] : [{ reason: 'is a file that no emitter writes', text: path, start: 0 }];
}

const NO_JSON = 'is no JSON as it is written here';

/** Returns the value of a JSON text; `undefined` if it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a text is another one with spaces and line ends added. */
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

/** The YAML head of a skill, which has a name and a description, a JSON string: `---\nname: pets\ndescription: "…"\n---\n`. */
const SKILL_HEAD = /^---\nname: [a-z0-9]+(?:-[a-z0-9]+)*\ndescription: ("(?:[^"\\\n]|\\["\\])*")\n---\n/;

type Check = (value: unknown) => boolean;

/** Names of libraries and ranges of their versions, or of files of the package. */
const isPlain: Check = (value) => typeof value === 'string' && /^[A-Za-z0-9@^~<>=*|. /_-]{1,200}$/.test(value);

/** Members of package.json: all that a package manager runs, resolves or installs is one of a few texts. */
const MEMBERS: Readonly<Record<string, Check>> = {
  name: (value) => typeof value === 'string' && /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]{0,213}$/.test(value),
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
  publishConfig: checkMap(
    (value) =>
      value === true || value === 'public' || value === 'restricted' || (isText(value) && isRegistry(String(value))),
  ),
};

/** Finds members of a package.json that no emitter writes. */
function provePackageJson(text: string): readonly PlainFinding[] {
  const read = parseJson(text);
  const isCanonical = `${JSON.stringify(read, null, 2)}\n` === text;
  if (!isCanonical || !isJsonObject(read)) return [{ reason: NO_JSON, text, start: 0 }];
  return Object.entries(read).flatMap(([key, value]) => {
    if (Object.hasOwn(MEMBERS, key) && MEMBERS[key]?.(value) === true) return [];
    const start = Math.max(0, text.indexOf(`\n  ${JSON.stringify(key)}:`) + 1);
    return [{ reason: `has a member "${key}" that no emitter writes`, text: JSON.stringify(value), start }];
  });
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && !/[\p{Cc}\p{Surrogate}]/u.test(value);
}

/** Returns whether a value is a path that stays in the package. */
function isFile(value: unknown): boolean {
  return typeof value === 'string' && /^(?:\.\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(value);
}

function checkMap(check: Check): Check {
  return (value) => typeof value === 'object' && value !== null && Object.values(value).every(check);
}
