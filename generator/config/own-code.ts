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
import { toPosixPath } from '../output/disk.js';
import { isOutputPath } from '../output/prove/report-code.js';
import { compact, isJsonObject, listOwnKeys, type Json, type JsonObject } from '../json.js';
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
          : `the name of a module must be in kebab-case, not ${JSON.stringify(name)}`,
      ) ?? [],
    emitters: readEmitters(service),
    templates: readTemplates(service),
  };
}

/** Reads a mapping from names to files. `read` returns an entry, a message about it, or `undefined` if it has reported the entry itself. */
function readNamed<T extends object>(
  service: Mapping,
  key: string,
  read: (name: string, value: Json) => T | string | undefined,
): readonly (T & { readonly name: string; readonly at: Position })[] | undefined {
  const entries = service.value(key);
  if (entries === undefined) return undefined;
  if (!isJsonObject(entries)) return service.report(key, `\`${key}\` must be a mapping from names to files`);
  return Object.entries(entries).flatMap(([name, value]) => {
    const at = service.reader.positions.ofKey(entries, name);
    const found = read(name, value);
    if (typeof found === 'string') service.reject(found, at);
    return typeof found === 'object' ? [{ name, at, ...found }] : [];
  });
}

/** Describes the first unknown key of an entry. `what` begins the message with the known keys: `a capability has a \`file\``. */
function describeUnknown(others: object, what: string): string | undefined {
  const [unknown] = Object.keys(others);
  return unknown === undefined ? undefined : `${what}, not ${JSON.stringify(unknown)}`;
}

/** Returns the absolute path of a file with code of the user, or the reason why it cannot be used. */
function locateCode({ reader: { folder } }: Mapping, kind: CodeKind, name: string, file: unknown): CodePath | string {
  const path = typeof file === 'string' ? resolve(folder, file) : '';
  return describeWrongFile(kind, name, file, path.startsWith(`${folder}${sep}`)) ?? { path };
}

interface CodePath {
  readonly path: string;
}

type CodeKind = 'capability' | 'module' | 'codec';

/** Returns the reason why a file cannot hold code of the user. `isInside`: it is in the folder of the configuration. */
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
  const { file, options, ...others }: Partial<JsonObject> = isJsonObject(entry) ? entry : { file: entry };
  if (!/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name))
    return `the name of a capability must be like that of a function, not ${JSON.stringify(name)}`;
  if (!isIdentifier(name)) return `${JSON.stringify(name)} is a word of TypeScript and cannot name a capability`;
  const found =
    describeUnknown(others, 'a capability has a `file` and `options`') ?? locateCode(service, 'capability', name, file);
  if (typeof found === 'string' || options === undefined || !isJsonObject(entry)) return found;
  if (!isJsonObject(options))
    return service.reject('`options` must be a JSON Schema', positions.ofValue(entry, 'options'));
  checkVocabularySchema({ positions, diagnostics, definitions: {} }, entry, 'options');
  return { ...found, options };
}

/** Reads a codec: a file, or a file and the packages that it imports. */
function readCodec(
  service: Mapping,
  name: string,
  stated: Json,
): (CodePath & Pick<CodecFile, 'packages'>) | string | undefined {
  const { module: file, packages, ...others }: Partial<JsonObject> = isJsonObject(stated) ? stated : { module: stated };
  const names = listOwnKeys(service.value('codecs'));
  const same = names.slice(0, names.indexOf(name)).find((one) => one.toLowerCase() === name.toLowerCase());
  const codec = JSON.stringify(name);
  const found =
    describeWrongName(name) ??
    (same && `the codecs ${JSON.stringify(same)} and ${codec} differ in case alone`) ??
    locateCode(service, 'codec', name, file);
  if (typeof found === 'string') return found;
  const wrong = describeUnknown(others, `the codec ${codec} has a \`module\` and \`packages\``);
  if (wrong !== undefined || packages === undefined) return wrong ?? found;
  if (isPackages(packages)) return { ...found, packages };
  return `\`packages\` of the codec ${codec} are packages of npm with ranges of versions, such as { decimal.js: ^10.4.3 }`;
}

/** Highest `timeoutMs` of an emitter. */
const MAX_TIMEOUT_MS = 600_000;

/** Paths of modules of emitters: `emitters/quotas.ts`. */
const MODULE = /^\P{Cc}+\.(?:ts|js|mjs)$/u;

/** Returns why a path cannot be that of an emitter's module, or `undefined` where it can. */
export function describeWrongEmitter(path: string): string | undefined {
  return MODULE.test(path) ? undefined : 'an emitter must be a file that ends in .ts, .js or .mjs';
}

/** Reads `emitters` of a service: modules, each by its path or with options. */
function readEmitters(service: Mapping): readonly EmitterConfig[] {
  const { folder, positions } = service.reader;
  const list = service.value('emitters');
  if (list === undefined) return [];
  if (!Array.isArray(list)) return service.report('emitters', '`emitters` must be a list of modules') ?? [];
  return list.flatMap((entry: Json, index): EmitterConfig | readonly [] => {
    const at = positions.ofValue(list, index);
    const parts: Partial<JsonObject> = isJsonObject(entry) ? entry : { module: entry };
    const { module, options = {}, timeoutMs = PATIENCE, ...others } = parts;
    const wrong = describeUnknown(others, 'an emitter has a `module`, `options` and `timeoutMs`');
    if (wrong !== undefined) return service.reject(wrong, at) ?? [];
    if (typeof module !== 'string' || !MODULE.test(module))
      return (
        service.reject(
          'an emitter must be the path of a module, such as "emitters/quotas.ts", or have it under `module`',
          at,
        ) ?? []
      );
    if (!isJsonObject(options)) return service.reject('`options` of an emitter must be a mapping', at) ?? [];
    if (typeof timeoutMs !== 'number' || !Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS)
      return (
        service.reject(`\`timeoutMs\` of an emitter must be a number of milliseconds up to ${MAX_TIMEOUT_MS}`, at) ?? []
      );
    const optionsAt: EmitterConfig['optionsAt'] = (owner, key, atKey) =>
      Object.hasOwn(owner, key) ? (atKey ? positions.ofKey(owner, key) : positions.ofValue(owner, key)) : at;
    return { path: resolve(folder, module), options, timeoutMs, at, optionsAt };
  });
}

/** Reads `templates` of a service: a folder, or files by the names of the templates that they replace. */
function readTemplates(service: Mapping): TemplatesConfig | undefined {
  const value = service.value('templates');
  const { folder, positions } = service.reader;
  if (value === undefined) return undefined;
  const at = service.at('templates');
  if (!isJsonObject(value)) {
    const named = service.string('templates');
    return named === undefined ? undefined : { folder: resolve(folder, named), at };
  }
  const files: Record<string, { readonly path: string; readonly at: Position }> = {};
  for (const [name, path] of Object.entries(value)) {
    const at = positions.ofValue(value, name);
    if (typeof path === 'string' && [path, name].every((one) => /^\P{Cc}+\.hbs$/u.test(one)))
      files[name] = { path: resolve(folder, path), at };
    else service.reject('both names end in .hbs: that of the template, such as "client/client.hbs", and your file', at);
  }
  return { files, at };
}

/** Access to the files that a configuration names. */
export interface FileReader {
  /** Text of a file by its absolute path; `undefined` where there is none. */
  readonly read: (path: string) => string | undefined;
  /** Name of a file in diagnostics, by its absolute path. */
  readonly nameFile: (path: string) => string;
  readonly diagnostics: Diagnostics;
}

/** Reads a file without its byte order mark, and with `\n` as line ends. */
function readPlainText({ read }: FileReader, path: string): string | undefined {
  return read(path)
    ?.replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
}

/** Describes a file that cannot be read. */
export function describeMissing({ nameFile }: Pick<FileReader, 'nameFile'>, path: string): string {
  return `${nameFile(path)} does not exist or cannot be read`;
}

/** Reads the files of capabilities, and those below their common folder that they import. */
export function readCapabilityFiles(registered: readonly Capability[], reader: FileReader): Capabilities {
  const { nameFile, diagnostics } = reader;
  const folders = registered.map(({ path }) => dirname(path));
  let [folder = ''] = folders;
  while (folders.some((one) => !`${one}${sep}`.startsWith(`${folder}${sep}`))) folder = dirname(folder);
  const below = (path: string): string => toPosixPath(relative(folder, path));
  const files = new Map<string, CapabilityFile>();
  // `for … of` over a Set also visits values that are added during the loop.
  const pending = new Set(registered.map(({ path }) => below(path)));
  for (const path of pending) {
    const full = resolve(folder, path);
    const text = isOutputPath(path) ? readPlainText(reader, full) : undefined;
    if (text === undefined) continue;
    files.set(path, { path, file: nameFile(full), text });
    // A regular expression finds common relative imports. The parser finds the others later, and reports them.
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export)\b[^;'"]*['"](\.[^'"]+)\.js['"]/gm))
      pending.add(posix.join(posix.dirname(path), `${specifier}.ts`));
  }
  for (const { path, at } of registered) {
    if (files.has(below(path))) continue;
    const wrongName = `${nameFile(path)} has a name that no file of a package can have`;
    const problem = isOutputPath(below(path)) ? describeMissing(reader, path) : wrongName;
    diagnostics.error('invalid-capability', problem, at);
  }
  return { registered: registered.map((one) => ({ ...one, path: below(one.path) })), files: [...files.values()] };
}

/** Reads the files of modules, and their sections of the README. */
export function readModuleFiles(modules: readonly OwnModule[], reader: FileReader): readonly OwnModuleFile[] {
  return modules.flatMap(({ name, path, at }) => {
    const text = readPlainText(reader, path);
    const readme = readPlainText(reader, path.replace(/\.ts$/, '.md'));
    if (text !== undefined) return [compact({ name, at, file: reader.nameFile(path), text, readme })];
    reader.diagnostics.error('invalid-capability', describeMissing(reader, path), at);
    return [];
  });
}

/** Reads the files of codecs. */
export function readCodecFiles(codecs: readonly CodecFile[], reader: FileReader): readonly OwnCodec[] {
  return codecs.flatMap(({ name, path, packages, at }) => {
    const text = readPlainText(reader, path);
    const file = reader.nameFile(path);
    if (text !== undefined) return [{ name, file, text, packages, folder: dirname(path), at }];
    reader.diagnostics.error('invalid-config', describeMissing(reader, path), at ?? locateStart(file));
    return [];
  });
}
