import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Diagnostics, Position } from '../diagnostics.js';
import { isLicense, refuseLicense } from '../emit/license.js';
import type { PackageSettings } from '../emit/emit-context.js';
import { present } from '../commands/present.js';
import { isPackageName } from '../api/naming/package-name.js';
import { isJsonObject } from '../spec/read/json.js';
import type { Json, JsonObject } from '../spec/read/json.js';
import { isAddress } from '../spec/references/reference.js';
import { Positions } from '../spec/references/positions.js';
import { readYaml } from '../spec/read/read-yaml.js';
import { SourceText } from '../spec/read/source-text.js';
import { didYouMean } from '../spec/suggest.js';
import type { Capability } from '../api/capabilities.js';
import { readCapabilities } from './capabilities.js';

/** One overlay document that speccast.yaml names. */
export interface OverlayConfig {
  /** Absolute path. */
  readonly path: string;
  /** The entry that names it. */
  readonly at: Position;
}

/** One service of speccast.yaml, with absolute paths. */
export interface ServiceConfig {
  /** Kebab-case name: what `generate` is told, and the stem of the package's names. */
  readonly name: string;
  readonly spec: string;
  /** Where it is named. */
  readonly specAt: Position;
  /** Overlay documents in the order in which they are applied. */
  readonly overlays: readonly OverlayConfig[];
  /** What references may lead to besides the folder of the spec: absolute folders, and beginnings of addresses. */
  readonly allowedRefs: readonly string[];
  /** Code of its own for its emulator, by absolute paths. */
  readonly capabilities: readonly Capability[];
  readonly packageName: string;
  readonly out: string;
  /** Where that folder is named. */
  readonly outAt: Position;
  /** Whether prettier formats what is generated. */
  readonly format: boolean;
  /** Whether the package names the source of each fact. */
  readonly sources: boolean;
  readonly settings: PackageSettings;
  /** Where the version stands, if it does. */
  readonly versionAt?: Position;
}

/** speccast.yaml, read and checked. */
export interface Config {
  readonly services: readonly ServiceConfig[];
  /** File that lists the `x-` extensions the specs may use. */
  readonly vocabulary?: string;
  /** Where it is named. */
  readonly vocabularyAt?: Position;
}

/** What package.json says beyond the spec: of every package, or of one, which then counts. */
const SETTINGS_KEYS = ['license', 'author', 'repository', 'homepage', 'bugs', 'keywords'];
/** Keys of speccast.yaml itself; specs/speccast.schema.json describes each. `$schema` is for editors. */
export const TOP_KEYS: readonly string[] = ['$schema', ...SETTINGS_KEYS, 'vocabulary', 'services'];
/** Keys of a service. */
export const SERVICE_KEYS: readonly string[] = [
  'spec',
  'overlays',
  'refs',
  'capabilities',
  'package',
  'version',
  ...SETTINGS_KEYS,
  'out',
  'format',
  'sources',
];
/** Names of services: `a`, `a-b2`. */
export const SERVICE_NAME: RegExp = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** speccast.yaml as text. */
export interface ConfigText {
  /** Name shown in diagnostics. */
  readonly file: string;
  /** Absolute folder of the file, which its paths start from. */
  readonly folder: string;
  readonly text: string;
}

/**
 * The folder that output names files from, by the folder of speccast.yaml: a folder `specs` is one below the root of its
 * project. What the folder above is called differs from machine to machine.
 */
export function projectRoot(folder: string): string {
  return basename(folder) === 'specs' ? dirname(folder) : folder;
}

/** Reads speccast.yaml; every mistake in it is reported at its place, and then the result is undefined. */
export function readConfig({ file, folder, text }: ConfigText, diagnostics: Diagnostics): Config | undefined {
  const positions = new Positions();
  const root = readYaml({ source: new SourceText(file, '', text), positions, diagnostics });
  if (root === undefined) return undefined;
  const reader: Reader = { file, folder, positions, diagnostics };
  if (!isJsonObject(root)) {
    const at = typeof root === 'object' && root !== null ? positions.of(root) : { file, line: 1, column: 1 };
    diagnostics.error('invalid-config', 'a mapping with the key `services` is expected', at);
    return undefined;
  }
  const config = readRoot(reader, root);
  return diagnostics.failed ? undefined : config;
}

interface Reader {
  readonly file: string;
  readonly folder: string;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

function readRoot(reader: Reader, root: JsonObject): Config | undefined {
  checkKeys(reader, root, TOP_KEYS);
  readText(reader, root, '$schema', false);
  const vocabulary = readText(reader, root, 'vocabulary', false);
  const services = readServices(reader, root);
  const config = {
    services: services.map(({ config: one }) => one),
    ...(vocabulary === undefined
      ? {}
      : { vocabulary: fromConfig(reader, vocabulary), vocabularyAt: reader.positions.ofValue(root, 'vocabulary') }),
  };
  services.forEach((one, index) => {
    checkApart(reader, one, services.slice(0, index));
    checkOut(reader, one.config, config);
  });
  return config;
}

/** A service, and the mapping that says it. */
interface ReadService {
  readonly service: JsonObject;
  readonly config: ServiceConfig;
}

function readServices(reader: Reader, root: JsonObject): readonly ReadService[] {
  const services = Object.hasOwn(root, 'services') ? root['services'] : undefined;
  if (services === undefined) {
    reader.diagnostics.error('invalid-config', '`services` is missing', reader.positions.of(root));
    return [];
  }
  if (!isJsonObject(services)) {
    refuseAt(reader, [root, 'services'], '`services` must be a mapping from names to services');
    return [];
  }
  if (Object.keys(services).length === 0) refuseAt(reader, [root, 'services'], '`services` names no service');
  const common = readSettings(reader, root);
  return Object.keys(services).flatMap((name) => readService({ reader, common, services, name }) ?? []);
}

function readSettings(reader: Reader, object: JsonObject): PackageSettings {
  const text = (key: string): string | undefined => readText(reader, object, key, false);
  return present({
    license: readLicense(reader, object),
    author: text('author'),
    repository: text('repository'),
    homepage: text('homepage'),
    bugs: text('bugs'),
    keywords: readKeywords(reader, object),
  });
}

function readLicense(reader: Reader, object: JsonObject): string | undefined {
  const license = readText(reader, object, 'license', false);
  if (license !== undefined && !isLicense(license)) refuseAt(reader, [object, 'license'], refuseLicense(license));
  return license;
}

function readKeywords(reader: Reader, object: JsonObject): readonly string[] | undefined {
  const words = Object.hasOwn(object, 'keywords') ? object['keywords'] : undefined;
  if (words === undefined) return undefined;
  if (!Array.isArray(words)) {
    refuseAt(reader, [object, 'keywords'], '`keywords` must be a list of texts');
    return undefined;
  }
  return words.flatMap((word: Json, index) => {
    const problem = !isPlainText(word) ? 'a keyword is text' : `the keyword ${JSON.stringify(word)} is listed twice`;
    const isGood = isPlainText(word) && words.indexOf(word) === index;
    if (!isGood) reader.diagnostics.error('invalid-config', problem, reader.positions.ofValue(words, index));
    return isGood ? [word] : [];
  });
}

/** Two services write to two folders, neither inside the other, and make two packages. */
function checkApart(
  reader: Reader,
  { service, config: { out, packageName } }: ReadService,
  before: readonly ReadService[],
): void {
  for (const { config: other } of before) {
    if (packageName === other.packageName) {
      refuseAt(reader, [service, 'package'], `${JSON.stringify(packageName)} is the package of ${other.name}, too`);
    }
    if (isInside(out, other.out) || isInside(other.out, out)) {
      refuseAt(reader, [service, 'out'], `this folder and that of ${other.name} overlap`);
    }
  }
}

/** A package takes the place of its folder as a whole: no source may stand in it. */
function checkOut({ folder, file, diagnostics }: Reader, { out, outAt }: ServiceConfig, config: Config): void {
  const sources = config.services.flatMap(({ name, spec, overlays, capabilities }) => [
    ['the spec of ' + name, spec] as const,
    ...overlays.map(({ path }) => [`an overlay of ${name}`, path] as const),
    ...capabilities.map(({ path }) => [`a capability of ${name}`, path] as const),
  ]);
  const kept = [
    [basename(file), folder] as const,
    ...sources,
    ...(config.vocabulary === undefined ? [] : [['the vocabulary', config.vocabulary] as const]),
  ];
  const found = kept.find(([, path]) => isInside(path, out));
  if (found === undefined) return;
  diagnostics.error('invalid-config', `this folder holds ${found[0]}; name one for the package alone`, outAt);
}

/** Whether a path is that of a folder or leads to something in it; both absolute. */
export function isInside(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function refuseAt(
  { diagnostics, positions }: Reader,
  [owner, key]: readonly [JsonObject, string],
  message: string,
): void {
  diagnostics.error('invalid-config', message, positions.ofValue(owner, key));
}

interface ServiceInput {
  readonly reader: Reader;
  /** What holds of every package. */
  readonly common: PackageSettings;
  readonly services: JsonObject;
  readonly name: string;
}

function readService({ reader, common, services, name }: ServiceInput): ReadService | undefined {
  const { diagnostics, positions } = reader;
  if (!SERVICE_NAME.test(name)) {
    diagnostics.error(
      'invalid-config',
      `a service is named in kebab-case, not ${JSON.stringify(name)}`,
      positions.ofKey(services, name),
    );
  }
  const service = services[name];
  if (!isJsonObject(service)) {
    diagnostics.error(
      'invalid-config',
      `the service ${JSON.stringify(name)} must be a mapping`,
      positions.ofValue(services, name),
    );
    return undefined;
  }
  checkKeys(reader, service, SERVICE_KEYS);
  const spec = readText(reader, service, 'spec', true);
  const packageName = readPackageName(reader, service);
  const out = readText(reader, service, 'out', true);
  if (isAddress(out ?? '')) refuseAt(reader, [service, 'out'], '`out` is a folder, not an address');
  const overlays = readOverlays(reader, service);
  const allowedRefs = readRefs(reader, service);
  const capabilities = readCapabilities(reader, service);
  const version = readVersion(reader, service);
  const own = readSettings(reader, service);
  if (spec === undefined || packageName === undefined || out === undefined) return undefined;
  const folder = fromConfig(reader, out);
  const config = {
    name,
    spec: fromConfig(reader, spec),
    specAt: positions.ofValue(service, 'spec'),
    overlays,
    allowedRefs,
    capabilities,
    packageName,
    out: folder,
    outAt: positions.ofValue(service, 'out'),
    format: readBoolean(reader, service, 'format', true),
    sources: readBoolean(reader, service, 'sources', false),
    settings: present({ version, ...common, ...own, directory: belowRoot(reader, folder) }),
    ...(Object.hasOwn(service, 'version') && { versionAt: positions.ofValue(service, 'version') }),
  };
  return { service, config };
}

function readPackageName(reader: Reader, service: JsonObject): string | undefined {
  const name = readText(reader, service, 'package', true);
  if (name !== undefined && !isPackageName(name))
    refuseAt(reader, [service, 'package'], `npm takes no package named ${JSON.stringify(name)}`);
  return name;
}

function readOverlays(reader: Reader, service: JsonObject): readonly OverlayConfig[] {
  const files = Object.hasOwn(service, 'overlays') ? service['overlays'] : [];
  if (!Array.isArray(files)) {
    refuseAt(reader, [service, 'overlays'], '`overlays` must be a list of files');
    return [];
  }
  return files.flatMap((file: Json, index) => {
    const at = reader.positions.ofValue(files, index);
    const isText = isPlainText(file);
    if (!isText) reader.diagnostics.error('invalid-config', 'an overlay is the path of a file', at);
    else if (files.indexOf(file) !== index)
      reader.diagnostics.error('invalid-config', `the overlay ${JSON.stringify(file)} is listed twice`, at);
    return isText ? [{ path: fromConfig(reader, file), at }] : [];
  });
}

function readBoolean(reader: Reader, service: JsonObject, key: string, without: boolean): boolean {
  const value = Object.hasOwn(service, key) ? service[key] : without;
  if (typeof value === 'boolean') return value;
  refuseAt(reader, [service, key], `\`${key}\` must be true or false`);
  return without;
}

function readRefs(reader: Reader, service: JsonObject): readonly string[] {
  const refs = Object.hasOwn(service, 'refs') ? service['refs'] : [];
  if (!Array.isArray(refs)) {
    refuseAt(reader, [service, 'refs'], '`refs` must be a list of folders and beginnings of addresses');
    return [];
  }
  return refs.flatMap((ref: Json, index) => {
    if (isPlainText(ref)) return [isAddress(ref) ? ref : fromConfig(reader, ref)];
    const message = 'what references may lead to is a folder, or the beginning of an address';
    reader.diagnostics.error('invalid-config', message, reader.positions.ofValue(refs, index));
    return [];
  });
}

/** Versions as npm has them. */
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

function readVersion(reader: Reader, service: JsonObject): string | undefined {
  const version = readText(reader, service, 'version', false);
  if (version !== undefined && !VERSION.test(version)) {
    refuseAt(reader, [service, 'version'], `a version is like "1.2.3", not ${JSON.stringify(version)}`);
  }
  return version;
}

/** A folder from the root of the project; `undefined` outside of it, where the repository may be another one. */
function belowRoot({ folder }: Reader, path: string): string | undefined {
  const below = relative(projectRoot(folder), path);
  return isAbsolute(below) || below.split(sep)[0] === '..' ? undefined : below.replaceAll('\\', '/');
}

/** Text that can be a path, or a value of package.json: no file is named with control characters. */
function isPlainText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && !/\p{Cc}/u.test(value);
}

function readText(reader: Reader, object: JsonObject, key: string, required: boolean): string | undefined {
  const value: Json | undefined = Object.hasOwn(object, key) ? object[key] : undefined;
  if (isPlainText(value)) return value;
  if (value === undefined && !required) return undefined;
  const problem =
    value === undefined
      ? `\`${key}\` is missing`
      : `\`${key}\` must be ${typeof value === 'string' && value !== '' ? 'text without control characters' : 'text'}`;
  const { diagnostics, positions } = reader;
  diagnostics.error(
    'invalid-config',
    problem,
    value === undefined ? positions.of(object) : positions.ofValue(object, key),
  );
  return undefined;
}

function checkKeys({ diagnostics, positions }: Reader, object: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    const message = `unknown key ${JSON.stringify(key)}${didYouMean(key, known)}`;
    diagnostics.error('invalid-config', message, positions.ofKey(object, key));
  }
}

function fromConfig({ folder }: Reader, path: string): string {
  return resolve(folder, path);
}
