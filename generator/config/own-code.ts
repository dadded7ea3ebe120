import { dirname, posix, relative, resolve, sep } from 'node:path';
import type {
  Capabilities,
  Capability,
  CapabilityFile,
  OwnModule,
  OwnModuleFile,
} from '../api/behaviour/capabilities.js';
import { describeWrongName } from '../api/schemas/codecs.js';
import type { OwnCodec } from '../api/types/codec.js';
import { locateStart, type Diagnostics, type Position } from '../diagnostics.js';
import { isIdentifier } from '../emit/code/literals.js';
import { PATIENCE, type EmitterConfig } from '../emit/emitter-module.js';
import { isPackages } from '../emit/own-packages.js';
import { isOutputPath } from '../output/prove/report-code.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { checkVocabularySchema } from '../spec/vocabulary/vocabulary.js';
import type { Mapping } from './mapping.js';

/** A codec of the user's own as speccast.yaml names it. */
export interface CodecFile extends Pick<OwnCodec, 'name' | 'packages'> {
  /** Absolute path of the user's file, which the package has a copy of. */
  readonly path: string;
  readonly at?: Position | undefined;
}

/** Templates of the user's own: a folder of them, or the files that replace some. */
export interface TemplatesConfig {
  readonly folder?: string;
  /** Absolute paths of files by the names of the templates that they replace. */
  readonly files?: Readonly<Record<string, { readonly path: string; readonly at: Position }>>;
  readonly at: Position;
}

/** Code and templates that a service adds, by absolute paths. */
export interface OwnCodeConfig {
  readonly capabilities?: readonly Capability[];
  readonly codecs?: readonly CodecFile[];
  /** Modules that the package exports. */
  readonly modules?: readonly OwnModule[];
  readonly emitters?: readonly EmitterConfig[];
  readonly templates?: TemplatesConfig | undefined;
}

/** Reads the code and the templates that a service adds: `codecs: { money: codecs/money.ts }`. */
export function readOwnCode(service: Mapping): OwnCodeConfig {
  const codecs = readNamed(service, 'codecs', (name, value) => readCodec(service, name, value));
  return {
    ...(codecs !== undefined && { codecs }),
    capabilities: readNamed(service, 'capabilities', (name, value) => readCapability(service, name, value)) ?? [],
    modules:
      readNamed(service, 'modules', (name, file) =>
        /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)
          ? locateCode(service, 'module', name, file)
          : `a module is named in kebab-case, not ${JSON.stringify(name)}`,
      ) ?? [],
    emitters: readEmitters(service),
    templates: readTemplates(service),
  };
}

/** Reads a mapping from names to files. `read` returns an entry, what is wrong with it, or nothing where it has reported that itself. */
function readNamed<T extends object>(
  service: Mapping,
  key: string,
  read: (name: string, value: Json) => T | string | undefined,
): readonly (T & { readonly name: string; readonly at: Position })[] | undefined {
  const { diagnostics, positions } = service.reader;
  const entries = service.value(key);
  if (entries === undefined) return undefined;
  if (!isJsonObject(entries)) return service.report(key, `\`${key}\` must be a mapping from names to files`);
  return Object.entries(entries).flatMap(([name, value]) => {
    const at = positions.ofKey(entries, name);
    const found = read(name, value);
    if (typeof found === 'object') return [{ name, at, ...found }];
    if (found !== undefined) diagnostics.error('invalid-config', found, at);
    return [];
  });
}

/** Resolves the file of own code, or says why it cannot be that. */
function locateCode({ reader: { folder } }: Mapping, kind: CodeKind, name: string, file: unknown): CodePath | string {
  const path = typeof file === 'string' ? resolve(folder, file) : '';
  return describeWrongFile(kind, name, file, path.startsWith(`${folder}${sep}`)) ?? { path };
}

interface CodePath {
  readonly path: string;
}

type CodeKind = 'capability' | 'module' | 'codec';

/** Says why a file cannot hold own code; `isInside` says that it is in the folder of the configuration. */
export function describeWrongFile(kind: CodeKind, name: string, file: unknown, isInside: boolean): string | undefined {
  const what = `${kind} ${JSON.stringify(name)}`;
  const example = kind === 'capability' ? 'capabilities/stamp.ts' : `${kind}s/${name}.ts`;
  if (typeof file !== 'string' || !/^\P{Cc}+\.ts$/u.test(file))
    return `the ${what} needs a TypeScript file, such as "${example}"`;
  return isInside ? undefined : `the file of the ${what} must be in the folder of the configuration`;
}

/** Reads a capability: a file, or a file and the JSON Schema of its options. */
function readCapability(
  service: Mapping,
  name: string,
  entry: Json,
): (CodePath & Pick<Capability, 'options'>) | string | undefined {
  const { diagnostics, positions } = service.reader;
  const { file, options, ...others }: Record<string, Json | undefined> = isJsonObject(entry) ? entry : { file: entry };
  if (!/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name))
    return `a capability is named like a function, not ${JSON.stringify(name)}`;
  if (!isIdentifier(name)) return `${JSON.stringify(name)} is a word of TypeScript and cannot name a capability`;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `a capability has a \`file\` and \`options\`, not ${JSON.stringify(unknown)}`;
  const found = locateCode(service, 'capability', name, file);
  if (typeof found === 'string' || options === undefined || !isJsonObject(entry)) return found;
  if (isJsonObject(options)) {
    checkVocabularySchema({ positions, diagnostics, definitions: {} }, entry, 'options');
    return { ...found, options };
  }
  diagnostics.error('invalid-config', '`options` must be a JSON Schema', positions.ofValue(entry, 'options'));
  return undefined;
}

/** Reads a codec: a file, or a file and the packages that it imports. */
function readCodec(
  service: Mapping,
  name: string,
  stated: Json,
): (CodePath & Pick<CodecFile, 'packages'>) | string | undefined {
  const codecs = service.value('codecs');
  const names = isJsonObject(codecs) ? Object.keys(codecs) : [];
  const { module: file, packages, ...others }: Partial<JsonObject> = isJsonObject(stated) ? stated : { module: stated };
  const same = names.slice(0, names.indexOf(name)).find((one) => one.toLowerCase() === name.toLowerCase());
  const codec = JSON.stringify(name);
  const wrong =
    describeWrongName(name) ?? (same && `the codecs ${JSON.stringify(same)} and ${codec} differ in case alone`);
  if (wrong !== undefined) return wrong;
  const found = locateCode(service, 'codec', name, file);
  if (typeof found === 'string') return found;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return `the codec ${codec} has a \`module\` and \`packages\`, not ${JSON.stringify(unknown)}`;
  if (packages === undefined) return found;
  if (isPackages(packages)) return { ...found, packages };
  return `\`packages\` of the codec ${codec} are packages of npm with ranges of versions, such as { decimal.js: ^10.4.3 }`;
}

/** Highest `timeoutMs` of an emitter. */
const MOST = 600_000;

/** Paths of modules of emitters: `emitters/quotas.ts`. */
const MODULE = /^\P{Cc}+\.(?:ts|js|mjs)$/u;

/** Returns why a path cannot be that of an emitter's module, or `undefined` where it can. */
export function describeWrongEmitter(path: string): string | undefined {
  return MODULE.test(path) ? undefined : 'an emitter is a file that ends in .ts, .js or .mjs';
}

/** Reads `emitters` of a service: modules, each by its path or with options. */
function readEmitters(service: Mapping): readonly EmitterConfig[] {
  const { folder, positions, diagnostics } = service.reader;
  const list = service.value('emitters');
  if (list === undefined) return [];
  if (!Array.isArray(list)) return service.report('emitters', '`emitters` must be a list of modules') ?? [];
  return list.flatMap((entry: Json, index): readonly EmitterConfig[] => {
    const at = positions.ofValue(list, index);
    const reject = (message: string): readonly [] => {
      diagnostics.error('invalid-config', message, at);
      return [];
    };
    const parts: Record<string, Json | undefined> = isJsonObject(entry) ? entry : { module: entry };
    const { module, options = {}, timeoutMs = PATIENCE, ...others } = parts;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      return reject(`an emitter has a \`module\`, \`options\` and \`timeoutMs\`, not ${JSON.stringify(unknown)}`);
    if (typeof module !== 'string' || !MODULE.test(module))
      return reject('an emitter is the path of a module, such as "emitters/quotas.ts", or has it as `module`');
    if (!isJsonObject(options)) return reject('`options` of an emitter must be a mapping');
    if (typeof timeoutMs !== 'number' || !Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MOST)
      return reject(`\`timeoutMs\` of an emitter is a number of milliseconds up to ${MOST}`);
    const optionsAt: EmitterConfig['optionsAt'] = (owner, key, atKey) =>
      Object.hasOwn(owner, key) ? (atKey ? positions.ofKey(owner, key) : positions.ofValue(owner, key)) : at;
    return [{ path: resolve(folder, module), options, timeoutMs, at, optionsAt }];
  });
}

/** Reads `templates` of a service: a folder, or files by the names of the templates that they replace. */
function readTemplates(service: Mapping): TemplatesConfig | undefined {
  const value = service.value('templates');
  const { folder, positions, diagnostics } = service.reader;
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) {
    const named = service.string('templates');
    return named === undefined ? undefined : { folder: resolve(folder, named), at: service.at('templates') };
  }
  const files: Record<string, { readonly path: string; readonly at: Position }> = {};
  for (const [name, path] of Object.entries(value)) {
    const at = positions.ofValue(value, name);
    if (typeof path === 'string' && [path, name].every((one) => /^\P{Cc}+\.hbs$/u.test(one)))
      files[name] = { path: resolve(folder, path), at };
    else
      diagnostics.error(
        'invalid-config',
        'a template, such as "client/client.hbs", is replaced by a file of its kind',
        at,
      );
  }
  return { files, at: service.at('templates') };
}

/** Access to the files that a configuration names. */
export interface FileReader {
  /** Text of a file by its absolute path; `undefined` where there is none. */
  readonly read: (path: string) => string | undefined;
  /** Name of a file in diagnostics, by its absolute path. */
  readonly nameOf: (path: string) => string;
  readonly diagnostics: Diagnostics;
}

/** Reads a file without its byte order mark, and with `\n` as line ends. */
function readPlainText({ read }: FileReader, path: string): string | undefined {
  return read(path)
    ?.replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
}

/** Reads the files of capabilities, and those below their common folder that they import. */
export function readCapabilityFiles(registered: readonly Capability[], reader: FileReader): Capabilities {
  const { nameOf, diagnostics } = reader;
  const folders = registered.map(({ path }) => dirname(path));
  let [folder = ''] = folders;
  while (folders.some((one) => !`${one}${sep}`.startsWith(`${folder}${sep}`))) folder = dirname(folder);
  const below = (path: string): string => relative(folder, path).replaceAll('\\', '/');
  const files = new Map<string, CapabilityFile>();
  const pending = registered.map(({ path }) => below(path));
  for (const path of pending) {
    if (files.has(path) || !isOutputPath(path)) continue;
    const full = resolve(folder, path);
    const text = readPlainText(reader, full);
    if (text === undefined) continue;
    files.set(path, { path, file: nameOf(full), text });
    // Relative imports by their looks: the parser finds all others later, and reports them.
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export)\b[^;'"]*['"](\.[^'"]+)\.js['"]/gm))
      pending.push(posix.join(posix.dirname(path), `${specifier}.ts`));
  }
  for (const { path, at } of registered) {
    if (files.has(below(path))) continue;
    const problem = isOutputPath(below(path))
      ? 'is not there or may not be read'
      : 'has a name that no file of a package can have';
    diagnostics.error('invalid-capability', `${nameOf(path)} ${problem}`, at);
  }
  return { registered: registered.map((one) => ({ ...one, path: below(one.path) })), files: [...files.values()] };
}

/** Reads the files of modules, and their sections of the README. */
export function readModuleFiles(modules: readonly OwnModule[], reader: FileReader): readonly OwnModuleFile[] {
  const { nameOf, diagnostics } = reader;
  return modules.flatMap(({ name, path, at }) => {
    const text = readPlainText(reader, path);
    const readme = readPlainText(reader, path.replace(/\.ts$/, '.md'));
    if (text !== undefined) return [{ name, at, file: nameOf(path), text, ...(readme !== undefined && { readme }) }];
    diagnostics.error('invalid-capability', `${nameOf(path)} is not there or may not be read`, at);
    return [];
  });
}

/** Reads the files of codecs. */
export function readCodecFiles(codecs: readonly CodecFile[], reader: FileReader): readonly OwnCodec[] {
  return codecs.flatMap(({ name, path, packages, at }) => {
    const text = readPlainText(reader, path);
    const file = reader.nameOf(path);
    if (text !== undefined) return [{ name, file, text, packages, folder: dirname(path), at }];
    reader.diagnostics.error('invalid-config', `${file} is not there or may not be read`, at ?? locateStart(file));
    return [];
  });
}
