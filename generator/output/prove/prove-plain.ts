import { isRegistry, isLicense } from '../../emit/ownership.js';
import type { PlainFile } from '../../emit/source-file.js';
import { isJsonObject, parseJson } from '../../json.js';
import type { Finding } from './prove-inert.js';
import { provePage, type PlainFinding } from './prove-page.js';

/** Files without text of the spec. */
const FIXED: ReadonlySet<string> = new Set(['LICENSE', 'build.js']);

/**
 * Proves that text of the spec in a file other than TypeScript cannot harm people who install or read the package. JSON must be pure
 * data; package.json may have only members that emitters write; pages may have no HTML, no pictures except badges, and no dangerous
 * links. Returns the violations.
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
    // If `JSON.stringify` prints the same text, apart from spaces, the text is the serialised value and nothing else.
    const isSerialised = value !== undefined && squeeze(text) === squeeze(JSON.stringify(value));
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

const NO_JSON = 'is not written as `JSON.stringify` writes it';

/** Removes spaces and line ends. */
function squeeze(text: string): string {
  return text.replace(/[ \n]/g, '');
}

/** The YAML head of a skill, which has a name and a description, a JSON string: `---\nname: pets\ndescription: "…"\n---\n`. */
const SKILL_HEAD = /^---\nname: [a-z0-9]+(?:-[a-z0-9]+)*\ndescription: ("(?:[^"\\\n]|\\["\\])*")\n---\n/;

type Check = (value: unknown) => boolean;

/** Names of libraries and ranges of their versions, or of files of the package. */
const isPlain = matches(/^[A-Za-z0-9@^~<>=*|. /_-]{1,200}$/);

/** A text without control characters. */
const isText = matches(/^[^\p{Cc}\p{Surrogate}]*$/u);

/** A path that stays in the package. */
const isFile = matches(/^(?:\.\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/);

/** Members of package.json, with a check of each. Everything that a package manager runs, resolves or installs is limited to a few forms. */
const MEMBERS: ReadonlyMap<string, Check> = new Map<string, Check>(
  Object.entries({
    name: matches(/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]{0,213}$/),
    version: isPlain,
    private: isAmong(true),
    description: isText,
    license: (value) => typeof value === 'string' && isLicense(value),
    author: isText,
    repository: () => true,
    homepage: isText,
    bugs: () => true,
    keywords: checkList(isText),
    type: isAmong('module'),
    sideEffects: (value) => value === false || checkList(isFile)(value),
    engines: checkMap(isPlain),
    exports: checkMap((value) => isFile(value) || checkMap((one) => isFile(one) || checkMap(isFile)(one))(value)),
    imports: checkMap(isAmong('./dist/validators/index.js')),
    bin: checkMap(matches(/^dist\/(?:mocks|conformance|cli|mcp)\/bin\.js$/)),
    files: checkList(isFile),
    scripts: checkMap(isAmong('node build.js', 'npm run build')),
    dependencies: (value) => checkMap(isPlain)(value) && Object.keys(Object(value)).join() === '@speccast/runtime',
    peerDependencies: checkMap(isPlain),
    peerDependenciesMeta: checkMap(checkMap(isAmong(true))),
    devDependencies: checkMap(isPlain),
    publishConfig: checkMap(
      (value) => isAmong(true, 'public', 'restricted')(value) || (isText(value) && isRegistry(String(value))),
    ),
  }),
);

/** Finds members of a package.json that no emitter writes. */
function provePackageJson(text: string): readonly PlainFinding[] {
  const read = parseJson(text);
  const isCanonical = `${JSON.stringify(read, null, 2)}\n` === text;
  if (!isCanonical || !isJsonObject(read)) return [{ reason: NO_JSON, text, start: 0 }];
  return Object.entries(read).flatMap(([key, value]) => {
    if (MEMBERS.get(key)?.(value)) return [];
    const start = Math.max(0, text.indexOf(`\n  ${JSON.stringify(key)}:`) + 1);
    return [{ reason: `has a member "${key}" that no emitter writes`, text: JSON.stringify(value), start }];
  });
}

function matches(pattern: RegExp): Check {
  return (value) => typeof value === 'string' && pattern.test(value);
}

function isAmong(...values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

function checkList(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function checkMap(check: Check): Check {
  return (value) => typeof value === 'object' && value !== null && Object.values(value).every(check);
}
