import { Diagnostics, type Diagnostic } from '../diagnostics.js';
import type { PackageSettings } from '../emit/emit-context.js';
import { isRegistry, describeWrongLicense, isLicense } from '../emit/ownership.js';
import { compact, isJsonObject, parseJson, readMember, type Json, type JsonObject } from '../json.js';
import { readJson } from '../spec/read/read-json.js';
import { SourceText, type SpecText } from '../spec/read/source-text.js';
import { Positions } from '../spec/read/positions.js';

/** The settings that packages take over from the package.json of their project, and its fields that cannot be used. */
interface ProjectPackage {
  /** `directory` is that of the project in its repository. */
  readonly settings: PackageSettings;
  /** Warnings: the packages are generated without these fields. */
  readonly diagnostics: readonly Diagnostic[];
}

const HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

/** Reads the settings of packages from the package.json of their project: licence, author, repository, registry and others. */
export function readProjectPackage(text: SpecText): ProjectPackage {
  const problems: Problem[] = [];
  const ignore = (keys: readonly string[], message: string): undefined => void problems.push({ keys, message });
  const fields = parseJson(text.text.replace(/^\uFEFF/, ''));
  if (!isJsonObject(fields)) return { settings: {}, diagnostics: describeProblems(text, problems) };
  // `npm init` writes `""` for a question without an answer.
  const read = (...keys: readonly string[]): string | undefined => {
    const value = valueAt(fields, keys) ?? '';
    if (typeof value === 'string') return value.trim() === '' ? undefined : value;
    return ignore(keys, `\`${keys.join('.')}\` is a string`);
  };
  const [license, registry] = [read('license'), read('publishConfig', 'registry')];
  const isPrivate = fields['private'] ?? undefined;
  const access = valueAt(fields, ['publishConfig', 'access']) ?? undefined;
  const wrongRegistry = `\`registry\` must be the address of a registry, not ${JSON.stringify(registry)}`;
  const settings: PackageSettings = compact({
    license: license === undefined || isLicense(license) ? license : ignore(['license'], describeWrongLicense(license)),
    author: isJsonObject(fields['author']) ? readPerson(read) : read('author'),
    ...readRepository(fields, read),
    homepage: read('homepage'),
    bugs: isJsonObject(fields['bugs']) ? read('bugs', 'url') : read('bugs'),
    private:
      isPrivate === undefined || typeof isPrivate === 'boolean'
        ? isPrivate
        : ignore(['private'], '`private` must be true or false'),
    registry:
      registry === undefined || isRegistry(registry) ? registry : ignore(['publishConfig', 'registry'], wrongRegistry),
    access:
      access === undefined
        ? undefined
        : ((['public', 'restricted'] as const).find((one) => one === access) ??
          ignore(['publishConfig', 'access'], '`access` must be `public` or `restricted`')),
  });
  return { settings, diagnostics: problems.length === 0 ? [] : describeProblems(text, problems) };
}

function valueAt(root: JsonObject, keys: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const key of keys) value = readMember(value, key);
  return value;
}

/** Reads the string at a path of keys; `undefined` where it is missing or cannot be used. */
type ReadField = (...keys: readonly string[]) => string | undefined;

/** Reads an author that is an object as npm prints it: `Name <address> (page)`. */
function readPerson(read: ReadField): string | undefined {
  const [name, email, url] = ['name', 'email', 'url'].map((key) => read('author', key));
  const parts = [name, email && `<${email}>`, url && `(${url})`].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Reads the repository: `gitlab:acme/pets` → `git+https://gitlab.com/acme/pets.git`. */
function readRepository(root: JsonObject, read: ReadField): Pick<PackageSettings, 'repository' | 'directory'> {
  const isObject = isJsonObject(root['repository']);
  const text = isObject ? read('repository', 'url') : read('repository');
  if (text === undefined) return {};
  const directory = isObject ? read('repository', 'directory') : undefined;
  const [, host = 'github', path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  const repository = path === undefined ? text : `git+https://${HOSTS[host]}/${path.replace(/\.git$/, '')}.git`;
  return { repository, ...(directory !== undefined && { directory }) };
}

/** A field that cannot be used, by its path of keys. */
interface Problem {
  readonly keys: readonly string[];
  readonly message: string;
}

/** Reports fields that cannot be used at their positions. The text is parsed again with positions, which takes longer. */
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

/** Reports `publishConfig.access` of a package.json. */
export function describeAccess(text: SpecText, message: string): readonly Diagnostic[] {
  return describeProblems(text, [{ keys: ['publishConfig', 'access'], message }]);
}
