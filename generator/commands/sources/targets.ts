import { existsSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Diagnostics, locateStart } from '../../diagnostics.js';
import type { Diagnostic, Position } from '../../diagnostics.js';
import { readText, isInside, toPosixPath } from '../../output/disk.js';
import { isPackageName } from '../../api/tools/names.js';
import { copyName, describeWrongAddress, printAddress } from '../../config/address.js';
import { projectRoot, readConfig, CONFIG_FILES, findAbove } from '../../config/read-config.js';
import type { Config, ServiceConfig } from '../../config/read-config.js';
import { PATIENCE, type EmitterConfig } from '../../emit/emitter-module.js';
import { DEFAULT_OUTPUT, pickOptions, type OutputSettings } from '../../options.js';
import { isAddress } from '../../spec/references/reference.js';
import type { SpecText } from '../../spec/read/spec-text.js';
import { didYouMean } from '../../spec/suggest.js';
import { WrongUsage } from '../terminal/console.js';
import { printOptionFlags, type FlaggedOptions } from '../terminal/option-flags.js';

/** One overlay document of a package. */
export interface TargetOverlay {
  /** Absolute. */
  readonly path: string;
  /** The same as diagnostics name it. */
  readonly file: string;
  /** The position in the configuration that names it. */
  readonly at?: Position;
}

/** Settings of a target that a configuration may state. */
type FromConfig = OutputSettings &
  Pick<ServiceConfig, 'spec' | 'allowedRefs' | 'out' | 'settings'> &
  Partial<Pick<ServiceConfig, 'packageName' | 'capabilities' | 'modules' | 'emitters' | 'templates' | 'codecs'>> &
  Pick<Config, 'vocabulary' | 'vocabularyAt'>;

/** One package to make. */
export interface Target extends FromConfig {
  /** Its name in messages: that of the service, or the file of the spec. */
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
  /** Whether it was released before, or is being released. */
  readonly isReleased?: boolean;
  /** `released.json`, once it was looked for. */
  readonly released?: { readonly path: string; readonly exists: boolean };
  /** The address of the spec, and whether `spec` is a copy of it that is kept. */
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
  const { optionsAt: _at, codecs = [], ...bare } = target;
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

/** Values of `--spec` and the flags that go with it. */
export interface SpecOptions extends FlaggedOptions {
  readonly spec: string;
  readonly overlays?: readonly string[] | undefined;
  readonly allowedRefs?: readonly string[] | undefined;
  /** Folder of the package, and beside it the copy of a spec that is an address; absent if neither is written. */
  readonly out?: string | undefined;
  readonly name?: string | undefined;
}

/** One package from a spec that no configuration knows. Throws `WrongUsage` on a name that npm would not take. */
export function specTarget(cwd: string, options: SpecOptions): Target {
  const { overlays = [], allowedRefs = [], out = '.', name, codecs = {}, format = false } = options;
  const { spec, ...address } = locateSpec(cwd, options);
  if (name !== undefined && !isPackageName(name)) {
    throw new WrongUsage(`--name takes the name of an npm package, not ${JSON.stringify(name)}`);
  }
  const flags = [...overlays.map((one) => `--overlay ${basename(one)}`), ...printOptionFlags(options)];
  return {
    ...DEFAULT_OUTPUT,
    ...pickOptions(options),
    format,
    label: name ?? (address.address === undefined ? spec : printAddress(options.spec)),
    ...address,
    spec: resolve(cwd, spec),
    file: asNamed(cwd, spec),
    base: cwd,
    overlays: overlays.map((one) => ({ path: resolve(cwd, one), file: asNamed(cwd, one) })),
    allowedRefs: allowedRefs.map((one) => (isAddress(one) ? one : resolve(cwd, one))),
    out: resolve(cwd, out),
    ...(name === undefined ? {} : { packageName: name }),
    settings: {},
    ...(options.codecs && {
      codecs: Object.entries(codecs).map(([codec, file]) => ({ name: codec, path: resolve(cwd, file) })),
    }),
    ...ownEmitters(cwd, options),
    // Names of files alone, as the output must not depend on where it is made.
    command: [`speccast generate --spec ${basename(spec)}`, ...flags].join(' '),
  };
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

/** Returns whether an argument names a spec file rather than a service: it exists, or has a dot or a slash. */
export function isSpec(cwd: string, what: string): boolean {
  const stats = statSync(resolve(cwd, what), { throwIfNoEntry: false });
  return stats === undefined ? /[./\\]/.test(what) : !stats.isDirectory();
}
