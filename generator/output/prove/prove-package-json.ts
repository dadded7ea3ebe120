import { isLicense } from '../../emit/license.js';
import type { PlainFinding } from './prove-plain.js';

type Judge = (value: unknown) => boolean;

/** Names of libraries and ranges of their versions, or of files of the package. */
const isPlain: Judge = (value) => typeof value === 'string' && /^[A-Za-z0-9@^~<>=*|. /_-]{1,200}$/.test(value);

/** What package.json may say: everything that a package manager runs, resolves or installs is one of a few texts. */
const MEMBERS: Readonly<Record<string, Judge>> = {
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
export function provePackageJson(text: string): readonly PlainFinding[] {
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

function isMapOf(judge: Judge): Judge {
  return (value) => typeof value === 'object' && value !== null && Object.values(value).every(judge);
}
