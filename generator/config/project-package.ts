import { Diagnostics, type Diagnostic } from '../diagnostics.js';
import type { PackageSettings } from '../emit/emit-context.js';
import { describeWrongLicense, isLicense } from '../emit/license.js';
import { isRegistry } from '../emit/ownership.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { readJson } from '../spec/read/read-json.js';
import { SourceText } from '../spec/read/source-text.js';
import type { SpecText } from '../spec/read/spec-text.js';
import { Positions } from '../spec/read/positions.js';

/** Whose the packages of a project are, by its package.json, and what of that cannot be used. */
interface ProjectPackage {
  /** `directory` is that of the project in its repository. */
  readonly settings: PackageSettings;
  /** Warnings: a package that says less is made all the same. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Says of a field that it cannot be used, and why. */
type Ignore = (keys: readonly string[], message: string) => undefined;

/** Reads from the package.json of a project whose its packages are. */
export function readProjectPackage(text: SpecText): ProjectPackage {
  const problems: Problem[] = [];
  const root = parse(text.text);
  if (root === undefined) return { settings: {}, diagnostics: describeProblems(text, problems) };
  const ignore: Ignore = (keys, message) => void problems.push({ keys, message });
  const fields = {
    license: readLicense(root, ignore),
    author: readAuthor(root, ignore),
    ...readRepository(root, ignore),
    homepage: readString(root, ['homepage'], ignore),
    bugs: isJsonObject(root['bugs']) ? readString(root, ['bugs', 'url'], ignore) : readString(root, ['bugs'], ignore),
    private: readPrivate(root, ignore),
    registry: readRegistry(root, ignore),
    access: readAccess(root, ignore),
  };
  const settings = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { settings, diagnostics: problems.length === 0 ? [] : describeProblems(text, problems) };
}

/** The object in a text; `undefined` where there is none. */
function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function valueAt(root: JsonObject, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>(
    (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  );
}

/** A string; npm leaves empty what nobody has filled in. */
function readString(root: JsonObject, keys: readonly string[], ignore: Ignore): string | undefined {
  const value = valueAt(root, keys) ?? '';
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  return ignore(keys, `\`${keys.join('.')}\` is a string`);
}

function readLicense(root: JsonObject, ignore: Ignore): string | undefined {
  const license = readString(root, ['license'], ignore);
  return license === undefined || isLicense(license) ? license : ignore(['license'], describeWrongLicense(license));
}

/** `Name <address> (page)`, as npm writes a person who is an object. */
function readAuthor(root: JsonObject, ignore: Ignore): string | undefined {
  if (!isJsonObject(root['author'])) return readString(root, ['author'], ignore);
  const [name, email, url] = ['name', 'email', 'url'].map((key) => readString(root, ['author', key], ignore));
  const parts = [name, email && `<${email}>`, url && `(${url})`].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

const HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

function readRepository(root: JsonObject, ignore: Ignore): Pick<PackageSettings, 'repository' | 'directory'> {
  const isObject = isJsonObject(root['repository']);
  const text = readString(root, isObject ? ['repository', 'url'] : ['repository'], ignore);
  if (text === undefined) return {};
  const directory = isObject ? readString(root, ['repository', 'directory'], ignore) : undefined;
  const [, host = 'github', path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  const repository = path === undefined ? text : `git+https://${HOSTS[host]}/${path.replace(/\.git$/, '')}.git`;
  return { repository, ...(directory !== undefined && { directory }) };
}

function readPrivate(root: JsonObject, ignore: Ignore): boolean | undefined {
  const value = valueAt(root, ['private']) ?? undefined;
  return value === undefined || typeof value === 'boolean' ? value : ignore(['private'], '`private` is true or false');
}

function readRegistry(root: JsonObject, ignore: Ignore): string | undefined {
  const keys = ['publishConfig', 'registry'];
  const registry = readString(root, keys, ignore);
  if (registry === undefined || isRegistry(registry)) return registry;
  return ignore(keys, `\`registry\` is the address of a registry, not ${JSON.stringify(registry)}`);
}

function readAccess(root: JsonObject, ignore: Ignore): PackageSettings['access'] {
  const keys = ['publishConfig', 'access'];
  const value = valueAt(root, keys) ?? undefined;
  if (value === undefined || value === 'public' || value === 'restricted') return value;
  return ignore(keys, '`access` is `public` or `restricted`');
}

interface Problem {
  readonly keys: readonly string[];
  readonly message: string;
}

/** Finds where the fields are that cannot be used; what tells positions is not loaded where all of them can. */
function describeProblems({ file, text }: SpecText, problems: readonly Problem[]): readonly Diagnostic[] {
  const [positions, own, found] = [new Positions(), new Diagnostics(), new Diagnostics()];
  const source = new SourceText(file, '', text);
  const root = readJson({ source, positions, diagnostics: own });
  for (const { message, at } of own.list) found.warning('unusable-field', message, at);
  if (root !== undefined && !isJsonObject(root))
    found.warning('unusable-field', 'an object is expected', source.position(0));
  for (const { keys, message } of problems) {
    const holder = isJsonObject(root) ? valueAt(root, keys.slice(0, -1)) : undefined;
    const key = keys.at(-1) ?? '';
    const at = isJsonObject(holder) && key in holder ? positions.ofValue(holder, key) : source.position(0);
    found.warning('unusable-field', message, at);
  }
  return found.list;
}

/** The position of `publishConfig.access` in a package.json. */
export function describeAccess(text: SpecText, message: string): readonly Diagnostic[] {
  return describeProblems(text, [{ keys: ['publishConfig', 'access'], message }]);
}
