import { existsSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Diagnostics, locateStart, type Diagnostic } from '../../diagnostics.js';
import { readText, isInside, toPosixPath } from '../../output/disk.js';
import { isPackageName } from '../../api/tools/names.js';
import { copyName, describeWrongAddress, printAddress } from '../../config/address.js';
import { projectRoot, readConfig, CONFIG_FILES, findAbove } from '../../config/read-config.js';
import type { Config, PackageConfig, ServiceConfig } from '../../config/read-config.js';
import { PATIENCE } from '../../emit/emitter-module.js';
import { DEFAULT_OUTPUT, pickOptions } from '../../options.js';
import { isAddress } from '../../spec/references/reference.js';
import { didYouMean } from '../../spec/suggest.js';
import { WrongUsage } from '../terminal/console.js';
import { printOptionFlags, type FlaggedOptions } from '../terminal/option-flags.js';
import type { SpecText } from '../../spec/read/source-text.js';

/** One package to generate: a service of speccast.yaml, or a spec that flags describe. */
export interface Target extends PackageConfig, Omit<Config, 'services'> {
  /** Root file of the spec as diagnostics name it: relative to `base`, with forward slashes. */
  readonly file: string;
  /** Folder that names of files in diagnostics start from, absolute: the current one. */
  readonly base: string;
  /** Path of the root file from the root of the project, for the first line of each file; absent if it differs between machines. */
  readonly source?: string;
  readonly command: string;
  /** The speccast.yaml that names it, absolute. */
  readonly config?: string;
  /** The package.json of the project and those that were looked for before it; set by `findOwner`. */
  readonly owner?: readonly FoundFile[];
  /** True if it was released before, or is being released. */
  readonly isReleased?: boolean;
  /** `released.json`, once it was looked for. */
  readonly released?: FoundFile;
  /** True if the spec has an address, and no copy of it is written. */
  readonly isCopyless?: boolean;
  /** Texts of a spec that was fetched without writing a copy, by their addresses. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** A file that was looked for, by its absolute path. */
export interface FoundFile {
  readonly path: string;
  readonly exists: boolean;
}

/** The packages that a call is about, without those that have errors, and the diagnostics about these. */
export interface Project {
  readonly targets: readonly Target[];
  readonly diagnostics: readonly Diagnostic[];
  /** The speccast.yaml that was read, absolute. */
  readonly config?: string | undefined;
}

/** Opens the services of speccast.yaml that were named, or all of them. Throws `WrongUsage` on a name it does not have. */
export function configTargets(cwd: string, configFile: string, names: readonly string[]): Project {
  const path = resolve(cwd, configFile);
  const text = existsSync(path) ? readText(path) : undefined;
  if (text !== undefined) return readTargets(cwd, { file: configFile, text }, names);
  const isUsual = configFile === CONFIG_FILES[0];
  const above = isUsual ? findAbove(cwd) : undefined;
  const other = 'name a spec with --spec and a folder with --out';
  const advice = isUsual ? `\`speccast init\` makes one; or ${other}` : other;
  throw new WrongUsage(
    `there is no ${configFile}; ${above === undefined ? advice : `there is ${above}: go to its project, or pass --config ${above}`}`,
  );
}

/** Opens services of a configuration from its text, which need not be on disk. */
export function readTargets(cwd: string, { file, text }: SpecText, names: readonly string[]): Project {
  const path = resolve(cwd, file);
  const diagnostics = new Diagnostics({ strict: true });
  const config = readConfig({ file, folder: dirname(path), text }, diagnostics);
  if (config === undefined) return { targets: [], diagnostics: diagnostics.list, config: path };
  const { services, ...shared } = config;
  const chosen = names.length === 0 ? services : [...new Set(names)].map((name) => findService(services, name));
  const root = projectRoot(dirname(path));
  const targets = chosen.map((service) => ({
    ...shared,
    ...service,
    file: toPosixPath(relative(cwd, service.spec)),
    base: cwd,
    source: toPosixPath(relative(root, service.spec)),
    command: `speccast generate ${service.name}`,
    config: path,
  }));
  return { targets, diagnostics: [], config: path };
}

function findService(services: readonly ServiceConfig[], name: string): ServiceConfig {
  const found = services.find((service) => service.name === name);
  if (found !== undefined) return found;
  const names = services.map((service) => service.name);
  throw new WrongUsage(
    `there is no service ${JSON.stringify(name)}${didYouMean(name, names) || `; there are ${names.join(', ')}`}`,
  );
}

/** Returns the same package without overlays, for `--no-overlays`. */
export function bareTarget(target: Target): Target {
  // An option without effect is an error only if it has a position. Here it may lack effect because the overlays are left out.
  const { optionsAt: _at, codecs = [], ...bare } = target;
  const unlocated = codecs.map(({ at: _at, ...codec }) => codec);
  return { ...bare, codecs: unlocated, overlays: [], command: `${target.command} --no-overlays` };
}

/** Returns the same package in another folder: `<folder>/pets`. Throws `WrongUsage` if that folder overlaps with one of `kept`. */
export function moveTarget(target: Target, folder: string, kept: readonly Target[]): Target {
  const out = resolve(folder, target.name);
  const taken = kept.find((one) => isInside(out, one.out) || isInside(one.out, out));
  if (taken !== undefined)
    throw new WrongUsage(`--out would write over the package of ${taken.name}; name another folder`);
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

/** Creates the target of `--spec`. Throws `WrongUsage` on a name that npm would not accept. */
export function specTarget(cwd: string, options: SpecOptions): Target {
  const { overlays = [], allowedRefs = [], out, name, codecs, emitters, templates, format = false } = options;
  const folder = resolve(cwd, out ?? '.');
  const address = isAddress(options.spec) ? options.spec : undefined;
  const wrong = address && describeWrongAddress(address);
  if (address !== undefined && wrong !== undefined) throw new WrongUsage(`${printAddress(address)}: ${wrong}`);
  // The folder of the package holds nothing but the package, so the copy is beside it.
  const spec =
    address === undefined
      ? options.spec
      : relative(cwd, join(out === undefined ? cwd : `${folder}.spec`, copyName(address)));
  if (name !== undefined && !isPackageName(name)) {
    throw new WrongUsage(`--name takes the name of an npm package, not ${JSON.stringify(name)}`);
  }
  const flags = [...overlays.map((one) => `--overlay ${basename(one)}`), ...printOptionFlags(options)];
  return {
    ...DEFAULT_OUTPUT,
    ...pickOptions(options),
    format,
    name: name ?? (address === undefined ? spec : printAddress(address)),
    ...(address !== undefined && { address, isCopyless: out === undefined }),
    spec: resolve(cwd, spec),
    file: asNamed(cwd, spec),
    base: cwd,
    overlays: overlays.map((one) => ({ path: resolve(cwd, one), file: asNamed(cwd, one) })),
    allowedRefs: allowedRefs.map((one) => (isAddress(one) ? one : resolve(cwd, one))),
    out: folder,
    ...(name !== undefined && { packageName: name }),
    settings: {},
    ...(codecs && {
      codecs: Object.entries(codecs).map(([codec, file]) => ({ name: codec, path: resolve(cwd, file) })),
    }),
    ...(emitters && {
      emitters: emitters.map((one) => {
        const at = locateStart(asNamed(cwd, one));
        return { path: resolve(cwd, one), options: {}, timeoutMs: PATIENCE, at, optionsAt: () => at };
      }),
    }),
    ...(templates !== undefined && {
      templates: { folder: resolve(cwd, templates), at: locateStart(asNamed(cwd, templates)) },
    }),
    // File names without folders, so that the output is the same in every folder.
    command: [`speccast generate --spec ${basename(spec)}`, ...flags].join(' '),
  };
}

/** Names a file in diagnostics: an absolute path as it is, and others from the current folder. */
function asNamed(cwd: string, path: string): string {
  if (isAddress(path)) return path;
  return toPosixPath(isAbsolute(path) ? path : relative(cwd, resolve(cwd, path)) || '.');
}

/** Returns whether an argument names a spec file rather than a service: it exists, or has a dot or a slash. */
export function isSpec(cwd: string, what: string): boolean {
  const stats = statSync(resolve(cwd, what), { throwIfNoEntry: false });
  return stats === undefined ? /[./\\]/.test(what) : !stats.isDirectory();
}
