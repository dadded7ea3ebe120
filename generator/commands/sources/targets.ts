import { existsSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Diagnostics, locateStart, type Diagnostic, type Position } from '../../diagnostics.js';
import { readText, isInside } from '../../output/disk.js';
import { isPackageName } from '../../api/tools/names.js';
import type { NameOptions } from '../../api/tools/name-options.js';
import type { EnumStyle } from '../../api/types/enum-type.js';
import type { MethodNames } from '../../api/naming/short-names.js';
import { copyName, describeWrongAddress, printAddress } from '../../config/address.js';
import {
  projectRoot,
  readConfig,
  CONFIG_FILES,
  findAbove,
  type Config,
  type ServiceConfig,
} from '../../config/read-config.js';
import { PATIENCE, type EmitterConfig } from '../../emit/emitter-module.js';
import { DEFAULT_OUTPUT, PARTS, type OutputSettings } from '../../emit/emit-context.js';
import { isAddress } from '../../spec/references/reference.js';
import type { SpecText } from '../../spec/read/spec-text.js';
import { printPattern, type OperationPattern, type OperationSubset } from '../../spec/operation-pattern.js';
import { didYouMean } from '../../spec/suggest.js';
import { WrongUsage } from '../terminal/console.js';

/** One overlay document of a package. */
export interface TargetOverlay {
  /** Absolute. */
  readonly path: string;
  /** The same as diagnostics name it. */
  readonly file: string;
  /** Where it is named, if that is a position in a file. */
  readonly at?: Position;
}

/** What a service and a spec that no configuration knows have in common; positions only of what a configuration states. */
type FromConfig = Pick<ServiceConfig, 'spec' | 'allowedRefs' | 'out' | 'format' | 'settings' | keyof OutputSettings> &
  Partial<
    Pick<
      ServiceConfig,
      | 'specAt'
      | 'outAt'
      | 'packageName'
      | 'versionAt'
      | 'accessAt'
      | 'capabilities'
      | 'modules'
      | 'emitters'
      | 'templates'
      | 'sources'
      | 'methodNames'
      | 'enums'
      | 'enumsAt'
      | 'names'
      | 'namesAt'
      | 'strict'
      | 'operations'
      | 'types'
      | 'typesAt'
      | 'codecs'
    >
  > &
  Pick<Config, 'vocabulary' | 'vocabularyAt'>;

/** One package to make. */
export interface Target extends FromConfig {
  /** What people call it: name of the service, or file of the spec. */
  readonly label: string;
  /** Root file of the spec as diagnostics name it: relative to `base`, with forward slashes. */
  readonly file: string;
  /** Absolute folder. */
  readonly base: string;
  /** The file as the first line of each file names it, where that is the same on every machine. */
  readonly source?: string;
  /** Overlay documents in the order in which they are applied. */
  readonly overlays: readonly TargetOverlay[];
  readonly command: string;
  /** The speccast.yaml that names it, absolute. */
  readonly config?: string;
  /** The package.json of the project, and those that were looked for before it, once that was done. */
  readonly owner?: readonly { readonly path: string; readonly exists: boolean }[];
  /** Whether it was released, or is now. */
  readonly isReleased?: boolean;
  /** What was released last, once that was looked for. */
  readonly released?: { readonly path: string; readonly exists: boolean };
  /** Where the spec is fetched from, and whether `spec` is a copy of it that is kept. */
  readonly address?: { readonly url: string; readonly isKept: boolean };
  /** Texts of a spec that was fetched and is not kept, by their addresses. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** The packages that were asked for, or what is wrong with speccast.yaml. */
export interface Targets {
  readonly targets: readonly Target[];
  readonly diagnostics: readonly Diagnostic[];
  /** The speccast.yaml that was read, absolute. */
  readonly config?: string;
}

/** The services of speccast.yaml that were named, or all of them. Throws `WrongUsage` on a name it does not have. */
export function configTargets(cwd: string, configFile: string, names: readonly string[]): Targets {
  const path = resolve(cwd, configFile);
  const text = existsSync(path) ? readText(path) : undefined;
  if (text === undefined) throw new WrongUsage(`there is no ${configFile}; ${withoutConfig(cwd, configFile)}`);
  return readTargets(cwd, { file: configFile, text }, names);
}

/** The same of the text of a configuration, whether or not it is on disk. */
export function readTargets(cwd: string, { file, text }: SpecText, names: readonly string[]): Targets {
  const path = resolve(cwd, file);
  const diagnostics = new Diagnostics({ strict: true });
  const config = readConfig({ file, folder: dirname(path), text }, diagnostics);
  if (config === undefined) return { targets: [], diagnostics: diagnostics.list, config: path };
  const chosen = names.length === 0 ? config.services : [...new Set(names)].map((name) => findService(config, name));
  return {
    targets: chosen.map((service) => serviceTarget(service, config, { cwd, path })),
    diagnostics: [],
    config: path,
  };
}

function withoutConfig(cwd: string, configFile: string): string {
  const above = configFile === CONFIG_FILES[0] ? findAbove(cwd) : undefined;
  if (above !== undefined) return `there is ${above}: go to its project, or say --config ${above}`;
  const other = 'name a spec with --spec and a folder with --out';
  return configFile === CONFIG_FILES[0] ? `\`speccast init\` makes one; or ${other}` : other;
}

/** The same package, made from its document alone. */
export function bareTarget(target: Target): Target {
  // What an overlay adds may be all that uses an option: then it is no mistake.
  const { typesAt: _types, enumsAt: _enums, namesAt: _names, argumentStyleAt: _style, codecs = [], ...bare } = target;
  const unlocated = codecs.map(({ at: _at, ...codec }) => codec);
  return { ...bare, codecs: unlocated, overlays: [], command: `${target.command} --no-overlays` };
}

/** The same package in a folder below another; throws `WrongUsage` where that would touch one of the packages to keep. */
export function moveTarget(target: Target, folder: string, kept: readonly Target[]): Target {
  const out = resolve(folder, target.label);
  const taken = kept.find((one) => isInside(out, one.out) || isInside(one.out, out));
  if (taken !== undefined)
    throw new WrongUsage(`--out would write over the package of ${taken.label}; name another folder`);
  return { ...target, out };
}

/** What `--spec` and the flags that go with it ask for. */
export interface SpecOptions extends Partial<OutputSettings> {
  readonly spec: string;
  readonly overlays?: readonly string[] | undefined;
  readonly allowedRefs?: readonly string[] | undefined;
  /** Where a package goes, and beside it the copy of a spec that is an address; absent where neither is written. */
  readonly out?: string | undefined;
  readonly name?: string | undefined;
  /** Default: `short`. */
  readonly methodNames?: MethodNames | undefined;
  /** Default: `union`. */
  readonly enums?: EnumStyle | undefined;
  /** Default: as the spec has them. */
  readonly names?: NameOptions | undefined;
  /** Default: false. */
  readonly format?: boolean | undefined;
  /** Default: false. */
  readonly strict?: boolean | undefined;
  /** Codecs of the user's own, files by name. Default: none. */
  readonly codecs?: Readonly<Record<string, string>> | undefined;
  /** Types by format. Default: none. */
  readonly types?: Readonly<Record<string, string>> | undefined;
  /** Default: all. */
  readonly operations?: OperationSubset | undefined;
  /** Modules of emitters. Default: none. */
  readonly emitters?: readonly string[] | undefined;
  /** Folder of templates. Default: those of speccast. */
  readonly templates?: string | undefined;
}

/** One package from a spec that no configuration knows. Throws `WrongUsage` on a name that npm would not take. */
export function specTarget(cwd: string, options: SpecOptions): Target {
  const { overlays = [], allowedRefs = [], out = '.', name, methodNames = 'short', format = false } = options;
  const { spec, ...address } = locateSpec(cwd, options);
  const { strict = false, operations, types, codecs, enums, names } = options;
  const {
    output,
    parts,
    surfaces = [],
    importExtension,
    argumentStyle,
  }: OutputSettings = { ...DEFAULT_OUTPUT, ...options };
  if (name !== undefined && !isPackageName(name)) {
    throw new WrongUsage(`--name takes the name of an npm package, not ${JSON.stringify(name)}`);
  }
  return {
    label: name ?? (address.address === undefined ? spec : printAddress(options.spec)),
    ...address,
    spec: resolve(cwd, spec),
    file: asNamed(cwd, spec),
    base: cwd,
    overlays: overlays.map((one) => ({ path: resolve(cwd, one), file: asNamed(cwd, one) })),
    allowedRefs: allowedRefs.map((one) => (isAddress(one) ? one : resolve(cwd, one))),
    out: resolve(cwd, out),
    output,
    parts,
    ...(surfaces.length > 0 && { surfaces }),
    importExtension,
    ...(argumentStyle !== undefined && { argumentStyle }),
    methodNames,
    ...(enums === undefined ? {} : { enums }),
    ...(names === undefined ? {} : { names }),
    format,
    strict,
    ...(name === undefined ? {} : { packageName: name }),
    settings: {},
    ...(operations === undefined ? {} : { operations }),
    ...(types === undefined ? {} : { types }),
    ...(codecs && { codecs: Object.entries(codecs).map(([name, file]) => ({ name, path: resolve(cwd, file) })) }),
    ...ownEmitters(cwd, options),
    command: printCommand(spec, options),
  };
}

/** What the first line of each file says: the command with names of files alone, as the output must not depend on where it was made. */
function printCommand(spec: string, options: SpecOptions): string {
  const { overlays = [], methodNames = 'short', format = false, operations, types, codecs, enums, names } = options;
  const {
    output,
    parts,
    surfaces = [],
    importExtension,
    argumentStyle,
  }: OutputSettings = { ...DEFAULT_OUTPUT, ...options };
  return [
    `speccast generate --spec ${basename(spec)}`,
    ...overlays.map((one) => `--overlay ${basename(one)}`),
    ...(output === 'source' ? ['--source'] : []),
    ...(parts.length < PARTS.length ? [`--parts ${parts.join(',')}`] : []),
    ...(surfaces.length > 0 ? [`--surfaces ${surfaces.join(',')}`] : []),
    ...(importExtension === DEFAULT_OUTPUT.importExtension ? [] : [`--import-extension ${importExtension}`]),
    ...(argumentStyle === 'positional' ? ['--argument-style positional'] : []),
    ...(methodNames === 'short' ? [] : [`--method-names ${methodNames}`]),
    ...(types === undefined ? [] : [`--types ${printPairs(types)}`]),
    ...(codecs === undefined ? [] : [`--codecs ${printPairs(codecs, basename)}`]),
    ...(enums === undefined ? [] : [`--enums ${enums}`]),
    ...(names === undefined ? [] : [`--names ${printPairs(names)}`]),
    ...(format ? ['--format'] : []),
    ...subsetFlags(operations),
    ...(options.emitters ?? []).map((one) => `--emitter ${basename(one)}`),
    ...(options.templates === undefined ? [] : [`--templates ${basename(options.templates)}`]),
  ].join(' ');
}

function printPairs(
  pairs: Readonly<Record<string, string>>,
  print: (value: string) => string = (value) => value,
): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key}=${print(value)}`)
    .join(',');
}

/** Emitters and templates that flags name. */
function ownEmitters(cwd: string, { emitters, templates }: SpecOptions): Pick<Target, 'emitters' | 'templates'> {
  const read = (one: string): EmitterConfig => {
    const at = locateStart(asNamed(cwd, one));
    return { path: resolve(cwd, one), options: {}, timeoutMs: PATIENCE, at, optionsAt: () => at };
  };
  return {
    ...(emitters !== undefined && { emitters: emitters.map(read) }),
    ...(templates !== undefined && {
      templates: { folder: resolve(cwd, templates), at: locateStart(asNamed(cwd, templates)) },
    }),
  };
}

/** The flags that ask for a subset, as a shell takes them. */
function subsetFlags({ include = [], exclude = [] }: OperationSubset = {}): readonly string[] {
  const flag = (name: string, pattern: OperationPattern): string => {
    const text = printPattern(pattern);
    return `--${name} ${/^[\w./:,@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`}`;
  };
  return [...include.map((one) => flag('include', one)), ...exclude.map((one) => flag('exclude', one))];
}

/** The file of a spec; of an address, that of its copy, which is beside what is generated: that folder holds nothing else. */
function locateSpec(cwd: string, { spec, out }: SpecOptions): Pick<Target, 'spec' | 'address'> {
  if (!isAddress(spec)) return { spec };
  const wrong = describeWrongAddress(spec);
  if (wrong !== undefined) throw new WrongUsage(`${printAddress(spec)}: ${wrong}`);
  const folder = out === undefined ? cwd : `${resolve(cwd, out)}.spec`;
  return { spec: relative(cwd, join(folder, copyName(spec))), address: { url: spec, isKept: out !== undefined } };
}

/** As the user named it, so that the diagnostics can be found from the current folder. */
function asNamed(cwd: string, path: string): string {
  if (isAddress(path)) return path;
  return toPosixPath(isAbsolute(path) ? path : relative(cwd, resolve(cwd, path)) || '.');
}

function findService({ services }: Config, name: string): ServiceConfig {
  const found = services.find((service) => service.name === name);
  if (found !== undefined) return found;
  const names = services.map((service) => service.name);
  throw new WrongUsage(
    `there is no service ${JSON.stringify(name)}${didYouMean(name, names) || `; there are ${names.join(', ')}`}`,
  );
}

function serviceTarget(
  { name, address, ...service }: ServiceConfig,
  { vocabulary, vocabularyAt }: Config,
  { cwd, path }: { readonly cwd: string; readonly path: string },
): Target {
  return {
    ...service,
    ...(address !== undefined && { address: { url: address, isKept: true } }),
    label: name,
    file: toPosixPath(relative(cwd, service.spec)),
    base: cwd,
    overlays: service.overlays.map((one) => ({ ...one, file: toPosixPath(relative(cwd, one.path)) })),
    source: toPosixPath(relative(projectRoot(dirname(path)), service.spec)),
    vocabulary,
    vocabularyAt,
    command: `speccast generate ${name}`,
    config: path,
  };
}

/** A path as diagnostics and outputs write it, on any system: with forward slashes. */
export function toPosixPath(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Whether an argument names a spec file. A service is named in kebab-case: what else it is must be a file, there or not. */
export function isSpec(cwd: string, what: string): boolean {
  const stats = statSync(resolve(cwd, what), { throwIfNoEntry: false });
  return stats === undefined ? /[./\\]/.test(what) : !stats.isDirectory();
}
