import { basename, dirname, relative, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { locateStart } from '../diagnostics.js';
import type { Diagnostics, Position } from '../diagnostics.js';
import { isRegistry, overrideSettings, isLicense, describeWrongLicense } from '../emit/ownership.js';
import type { PackageSettings } from '../emit/emit-context.js';
import { options, type OutputSettings } from '../options.js';
import { isPackageName } from '../api/tools/names.js';
import { foldersAbove, isInside, toPosixPath } from '../output/disk.js';
import { isAddress } from '../spec/references/reference.js';
import { compact, isJsonObject } from '../json.js';
import { Positions } from '../spec/read/positions.js';
import { readYaml } from '../spec/read/read-yaml.js';
import { SourceText } from '../spec/read/source-text.js';
import { copyName, describeWrongAddress } from './address.js';
import { Mapping, type ListMessages } from './mapping.js';
import { readOwnCode, type OwnCodeConfig } from './own-code.js';
import { readOptions, readSubset } from './read-options.js';

/** The sources and the settings of one package, with absolute paths. They come from a service of speccast.yaml or from flags. */
export interface PackageConfig extends OutputSettings, OwnCodeConfig {
  /** The kebab-case name that `generate` takes, and the stem of the package's names. */
  readonly name: string;
  /** Root file of the spec. If the spec has an address, this is the file of its copy. */
  readonly spec: string;
  readonly address?: string;
  /** Overlay documents in the order in which they are applied. `file`: name in diagnostics. Default: path from the current folder. */
  readonly overlays: readonly { readonly path: string; readonly file?: string; readonly at?: Position }[];
  /** Folders, and beginnings of addresses, that references may resolve to besides the folder of the spec. */
  readonly allowedRefs: readonly string[];
  readonly packageName?: string;
  readonly out: string;
  readonly settings: PackageSettings;
}

/** A service of speccast.yaml. */
export interface ServiceConfig extends PackageConfig {
  readonly packageName: string;
  readonly optionsAt: Readonly<Record<string, Position>>;
}

/** speccast.yaml, read and checked. */
export interface Config {
  readonly services: readonly ServiceConfig[];
  /** File that lists the `x-` extensions the specs may use. */
  readonly vocabulary?: string | undefined;
  /** The position of the key. */
  readonly vocabularyAt?: Position | undefined;
}

/** Keys of speccast.yaml itself. `$schema` is for editors. */
export const TOP_KEYS: readonly string[] = [
  '$schema',
  ...Object.keys(options).filter((key) => options[key]?.isShared),
  'vocabulary',
  'services',
];
/** Names of services: `a`, `a-b2`. */
export const SERVICE_NAME: RegExp = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** speccast.yaml as text. */
interface ConfigText {
  /** Name shown in diagnostics. */
  readonly file: string;
  /** Absolute folder of the file, which its paths start from. */
  readonly folder: string;
  readonly text: string;
}

/**
 * Returns the folder that paths in the output start from: the folder of speccast.yaml, or its parent if it is called `specs`. Longer
 * paths would differ from machine to machine.
 */
export function projectRoot(folder: string): string {
  return basename(folder) === 'specs' ? dirname(folder) : folder;
}

/** Reads speccast.yaml; every mistake in it is reported at its position, and then the result is undefined. */
export function readConfig({ file, folder, text }: ConfigText, diagnostics: Diagnostics): Config | undefined {
  const positions = new Positions();
  const root = readYaml({ source: new SourceText(file, '', text), positions, diagnostics });
  if (root === undefined) return undefined;
  if (!isJsonObject(root)) {
    const at = typeof root === 'object' && root !== null ? positions.of(root) : locateStart(file);
    diagnostics.error('invalid-config', 'a mapping with the key `services` is expected', at);
    return undefined;
  }
  const top = new Mapping({ file, folder, positions, diagnostics }, root);
  top.checkKeys(TOP_KEYS);
  top.string('$schema');
  const named = top.string('vocabulary');
  const vocabulary = named && resolve(folder, named);
  const services = readServices(top);
  const config = {
    services: services.map(({ config: one }) => one),
    ...(vocabulary !== undefined && { vocabulary, vocabularyAt: top.at('vocabulary') }),
  };
  services.forEach((one, index) => {
    checkApart(one, services.slice(0, index));
    checkOut(one, config);
  });
  return diagnostics.failed ? undefined : config;
}

/** A service, and the mapping that it was read from. */
interface ReadService {
  readonly service: Mapping;
  readonly config: ServiceConfig;
}

/** Package settings of every service that does not state its own. */
interface Common {
  readonly settings: PackageSettings;
  /** The position of `access`, if it is stated. */
  readonly accessAt?: Position | undefined;
}

function readServices(top: Mapping): readonly ReadService[] {
  const value = top.value('services');
  if (value === undefined) return top.reportMissing('services') ?? [];
  if (!isJsonObject(value)) return top.report('services', '`services` must be a mapping from names to services') ?? [];
  if (Object.keys(value).length === 0) top.report('services', '`services` names no service');
  const common = { settings: readSettings(top), accessAt: top.has('access') ? top.at('access') : undefined };
  const services = new Mapping(top.reader, value);
  return Object.keys(value).flatMap((name) => readService(services, name, common) ?? []);
}

/** Reads the fields of package.json that a configuration or a service states. */
function readSettings(mapping: Mapping): PackageSettings {
  return compact({
    license: mapping.string('license', (text) => (isLicense(text) ? undefined : describeWrongLicense(text))),
    author: mapping.string('author'),
    repository: mapping.string('repository'),
    homepage: mapping.string('homepage'),
    bugs: mapping.string('bugs'),
    keywords: mapping
      .list('keywords', ['`keywords` must be a list of strings', 'a keyword must be a string', 'the keyword'])
      ?.map(({ text }) => text),
    private: mapping.boolean('private'),
    registry: mapping.string('registry', (text) =>
      isRegistry(text) ? undefined : `\`registry\` must be the address of a registry, not ${JSON.stringify(text)}`,
    ),
    access: mapping.choice('access', ['public', 'restricted']),
  });
}

/** Reports a service with the package name of an earlier one, and folders of two services that contain each other. */
function checkApart({ service, config: { out, packageName } }: ReadService, before: readonly ReadService[]): void {
  for (const { config: other } of before) {
    if (packageName === other.packageName)
      service.report('package', `${JSON.stringify(packageName)} is the package of ${other.name}, too`);
    if (isInside(out, other.out) || isInside(other.out, out))
      service.report('out', `this folder and that of ${other.name} overlap`);
  }
}

/** Reports a folder `out` that contains a source of any service: `generate` replaces everything in it. */
function checkOut({ service, config: { out } }: ReadService, { services, vocabulary }: Config): void {
  const { file, folder } = service.reader;
  const sources = services.flatMap((one) => {
    const { name, spec, overlays, capabilities = [], modules = [], codecs = [], emitters = [], templates } = one;
    const kinds: readonly (readonly [what: string, files: readonly { readonly path?: string | undefined }[]])[] = [
      ['the spec', [{ path: spec }]],
      ['an overlay', overlays],
      ['a capability', capabilities],
      ['a module', modules],
      ['a codec', codecs],
      ['an emitter', emitters],
      ['a template', [{ path: templates?.folder }, ...Object.values(templates?.files ?? {})]],
    ];
    return kinds.flatMap(([what, files]) => files.map(({ path }) => [`${what} of ${name}`, path] as const));
  });
  const kept = [[basename(file), folder] as const, ...sources, ['the vocabulary', vocabulary] as const];
  const found = kept.find(([, path]) => path !== undefined && isInside(path, out));
  if (found !== undefined) service.report('out', `this folder holds ${found[0]}; name one for the package alone`);
}

/** Lists the keys of a service. */
export function listServiceKeys(): readonly string[] {
  return Object.keys(options);
}

function readService(services: Mapping, name: string, common: Common): ReadService | undefined {
  const { folder, diagnostics } = services.reader;
  const wrongName = `the name of a service must be in kebab-case, not ${JSON.stringify(name)}`;
  if (!SERVICE_NAME.test(name)) diagnostics.error('invalid-config', wrongName, services.keyAt(name));
  const value = services.value(name);
  if (!isJsonObject(value)) return services.report(name, `the service ${JSON.stringify(name)} must be a mapping`);
  const service = new Mapping(services.reader, value);
  service.checkKeys(listServiceKeys());
  const spec = service.required('spec');
  const output = readOptions(service);
  const checkName = (text: string): string | undefined =>
    isPackageName(text) ? undefined : `npm does not allow the package name ${JSON.stringify(text)}`;
  // Plain source has no package.json; its client is called after the service.
  const isSource = service.value('output') === 'source';
  const packageName = isSource
    ? (service.string('package', checkName) ?? name)
    : service.required('package', checkName);
  const out = service.required('out', (text) =>
    isAddress(text) ? '`out` must be a folder, not an address' : undefined,
  );
  const version = service.string('version', (text) =>
    VERSION.test(text) ? undefined : `\`version\` must be like "1.2.3", not ${JSON.stringify(text)}`,
  );
  const read = {
    overlays: service.list('overlays', OVERLAYS)?.map(({ text, at }) => ({ path: resolve(folder, text), at })) ?? [],
    allowedRefs: service.list('refs', REFS)?.map(({ text }) => (isAddress(text) ? text : resolve(folder, text))) ?? [],
    ...readOwnCode(service),
    ...readSubset(service),
  };
  const settings = overrideSettings(common.settings, readSettings(service));
  if (spec === undefined || packageName === undefined || out === undefined) return undefined;
  // `directory` is a path in the repository of the project; a folder outside of it may be in another repository.
  const root = projectRoot(folder);
  const path = resolve(folder, out);
  const directory = isInside(path, root) ? toPosixPath(relative(root, path)) : undefined;
  const config = {
    name,
    ...locateSpec(service, name, spec),
    packageName,
    out: path,
    ...output,
    ...read,
    settings: compact({ version, ...settings, directory }),
    optionsAt: { ...(common.accessAt && { access: common.accessAt }), ...output.optionsAt },
  };
  return { service, config };
}

/** Locates the file of a spec. A spec with an address has a copy in a folder with the name of the service: `pets/openapi.yaml`. */
function locateSpec(service: Mapping, name: string, spec: string): Pick<PackageConfig, 'spec' | 'address'> {
  const { folder, diagnostics } = service.reader;
  if (!isAddress(spec)) return { spec: resolve(folder, spec) };
  const wrong = describeWrongAddress(spec);
  if (wrong !== undefined) diagnostics.error('unsafe-address', wrong, service.at('spec'));
  return { spec: resolve(folder, name, copyName(spec)), address: spec };
}

/** Versions that npm accepts: `1.2.3`, `1.2.3-beta.1`. */
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

const OVERLAYS: ListMessages = [
  '`overlays` must be a list of files',
  'an overlay must be the path of a file',
  'the overlay',
];
const REFS: ListMessages = [
  '`refs` must be a list of folders and beginnings of addresses',
  'an entry of `refs` must be a folder, or the beginning of an address',
];

/** Paths of configurations from the root of a project, the usual one first. */
export const CONFIG_FILES = ['specs/speccast.yaml', 'speccast.yaml'] as const;

/** Returns the path of the configuration: `named`, or the first of `CONFIG_FILES` that exists, or the first of them if none does. */
export function findConfig(cwd: string, named?: string): string {
  return named ?? CONFIG_FILES.find((file) => existsSync(resolve(cwd, file))) ?? CONFIG_FILES[0];
}

/** Finds the nearest configuration in a folder above: `../specs/speccast.yaml`. */
export function findAbove(cwd: string): string | undefined {
  const files = foldersAbove(cwd).flatMap((folder) => CONFIG_FILES.map((file) => resolve(folder, file)));
  const found = files.find((path) => existsSync(path));
  return found && toPosixPath(relative(cwd, found));
}
