import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { existsSync } from 'node:fs';
import { startOf, type Diagnostics, type Position } from '../diagnostics.js';
import { isLicense, describeWrongLicense } from '../emit/license.js';
import type { PackageSettings } from '../emit/emit-context.js';
import { isPackageName } from '../api/naming/package-name.js';
import { isAddress } from '../spec/references/reference.js';
import { isJsonObject, type Json, type JsonObject } from '../spec/read/json.js';
import { Positions } from '../spec/references/positions.js';
import { readYaml } from '../spec/read/read-yaml.js';
import { SourceText } from '../spec/read/source-text.js';
import { didYouMean } from '../spec/suggest.js';
import type { Capability } from '../api/capabilities.js';
import { readCapabilities } from './capabilities.js';

/** One overlay document that speccast.yaml names. */
interface OverlayConfig {
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
  /** What references may resolve to besides the folder of the spec: absolute folders, and beginnings of addresses. */
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
  /** Where the version is stated, if it is. */
  readonly versionAt?: Position | undefined;
}

/** speccast.yaml, read and checked. */
export interface Config {
  readonly services: readonly ServiceConfig[];
  /** File that lists the `x-` extensions the specs may use. */
  readonly vocabulary?: string | undefined;
  /** Where it is named. */
  readonly vocabularyAt?: Position | undefined;
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
interface ConfigText {
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

/** Reads speccast.yaml; every mistake in it is reported at its position, and then the result is undefined. */
export function readConfig({ file, folder, text }: ConfigText, diagnostics: Diagnostics): Config | undefined {
  const positions = new Positions();
  const root = readYaml({ source: new SourceText(file, '', text), positions, diagnostics });
  if (root === undefined) return undefined;
  const reader: Reader = { file, folder, positions, diagnostics };
  if (!isJsonObject(root)) {
    const at = typeof root === 'object' && root !== null ? positions.of(root) : startOf(file);
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
  readString(reader, root, '$schema');
  const file = readString(reader, root, 'vocabulary');
  const vocabulary = file === undefined ? undefined : resolve(reader.folder, file);
  const services = readServices(reader, root);
  const config = {
    services: services.map(({ config: one }) => one),
    ...(vocabulary !== undefined && { vocabulary, vocabularyAt: reader.positions.ofValue(root, 'vocabulary') }),
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
  const services = valueOf(root, 'services');
  if (services === undefined) {
    reader.diagnostics.error('invalid-config', '`services` is missing', reader.positions.of(root));
    return [];
  }
  if (!isJsonObject(services)) {
    reportAt(reader, [root, 'services'], '`services` must be a mapping from names to services');
    return [];
  }
  if (Object.keys(services).length === 0) reportAt(reader, [root, 'services'], '`services` names no service');
  const common = readSettings(reader, root);
  return Object.keys(services).flatMap((name) => readService({ reader, common, services, name }) ?? []);
}

/** What package.json says beyond the spec: of every package, or of one, which then counts. */
function readSettings(reader: Reader, object: JsonObject): PackageSettings {
  const settings = {
    license: readString(reader, object, 'license', (text) =>
      isLicense(text) ? undefined : describeWrongLicense(text),
    ),
    author: readString(reader, object, 'author'),
    repository: readString(reader, object, 'repository'),
    homepage: readString(reader, object, 'homepage'),
    bugs: readString(reader, object, 'bugs'),
    keywords: readKeywords(reader, object),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** Two services write to two folders, neither inside the other, and make two packages. */
function checkApart(
  reader: Reader,
  { service, config: { out, packageName } }: ReadService,
  before: readonly ReadService[],
): void {
  for (const { config: other } of before) {
    if (packageName === other.packageName) {
      reportAt(reader, [service, 'package'], `${JSON.stringify(packageName)} is the package of ${other.name}, too`);
    }
    if (isInside(out, other.out) || isInside(other.out, out)) {
      reportAt(reader, [service, 'out'], `this folder and that of ${other.name} overlap`);
    }
  }
}

/** A package replaces all of its folder: no source may be in it. */
function checkOut({ folder, file, diagnostics }: Reader, { out, outAt }: ServiceConfig, config: Config): void {
  const sources = config.services.flatMap(({ name, spec, overlays, capabilities }) => [
    ['the spec of ' + name, spec] as const,
    ...overlays.map(({ path }) => [`an overlay of ${name}`, path] as const),
    ...capabilities.map(({ path }) => [`a capability of ${name}`, path] as const),
  ]);
  const { vocabulary } = config;
  const kept = [[basename(file), folder] as const, ...sources, ['the vocabulary', vocabulary] as const];
  const found = kept.find(([, path]) => path !== undefined && isInside(path, out));
  if (found === undefined) return;
  diagnostics.error('invalid-config', `this folder holds ${found[0]}; name one for the package alone`, outAt);
}

/** Whether a path is that of a folder or of something in it; both absolute. */
export function isInside(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

interface ServiceInput {
  readonly reader: Reader;
  /** What holds of every package. */
  readonly common: PackageSettings;
  readonly services: JsonObject;
  readonly name: string;
}

function readService({ reader, common, services, name }: ServiceInput): ReadService | undefined {
  const { diagnostics, folder, positions } = reader;
  if (!SERVICE_NAME.test(name)) {
    const message = `a service is named in kebab-case, not ${JSON.stringify(name)}`;
    diagnostics.error('invalid-config', message, positions.ofKey(services, name));
  }
  const service = services[name];
  if (!isJsonObject(service)) {
    reportAt(reader, [services, name], `the service ${JSON.stringify(name)} must be a mapping`);
    return undefined;
  }
  checkKeys(reader, service, SERVICE_KEYS);
  const spec = readRequired(reader, service, 'spec');
  const packageName = readRequired(reader, service, 'package', (text) =>
    isPackageName(text) ? undefined : `npm takes no package named ${JSON.stringify(text)}`,
  );
  const out = readRequired(reader, service, 'out', (text) =>
    isAddress(text) ? '`out` is a folder, not an address' : undefined,
  );
  const read = {
    overlays: readOverlays(reader, service),
    allowedRefs: readRefs(reader, service),
    capabilities: readCapabilities(reader, service),
    format: readBoolean(reader, service, 'format', true),
    sources: readBoolean(reader, service, 'sources', false),
  };
  const version = readString(reader, service, 'version', (text) =>
    VERSION.test(text) ? undefined : `a version is like "1.2.3", not ${JSON.stringify(text)}`,
  );
  const own = { ...(version !== undefined && { version }), ...common, ...readSettings(reader, service) };
  if (spec === undefined || packageName === undefined || out === undefined) return undefined;
  const directory = belowRoot(reader, resolve(folder, out));
  const config = {
    name,
    spec: resolve(folder, spec),
    specAt: positions.ofValue(service, 'spec'),
    packageName,
    out: resolve(folder, out),
    outAt: positions.ofValue(service, 'out'),
    ...read,
    settings: { ...own, ...(directory !== undefined && { directory }) },
    ...(Object.hasOwn(service, 'version') && { versionAt: positions.ofValue(service, 'version') }),
  };
  return { service, config };
}

/** Versions as npm has them. */
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

function readKeywords(reader: Reader, object: JsonObject): readonly string[] | undefined {
  const items = readList(
    reader,
    [object, 'keywords'],
    ['`keywords` must be a list of strings', 'a keyword is a string'],
  );
  const words = items?.map(({ text }) => text);
  return words?.filter((word, index) => isFirst(reader, `the keyword ${JSON.stringify(word)}`, { items, index }));
}

function readOverlays(reader: Reader, service: JsonObject): readonly OverlayConfig[] {
  const messages = ['`overlays` must be a list of files', 'an overlay is the path of a file'] as const;
  const items = readList(reader, [service, 'overlays'], messages) ?? [];
  items.forEach(({ text }, index) => isFirst(reader, `the overlay ${JSON.stringify(text)}`, { items, index }));
  return items.map(({ text, at }) => ({ path: resolve(reader.folder, text), at }));
}

function readRefs(reader: Reader, service: JsonObject): readonly string[] {
  const items = readList(
    reader,
    [service, 'refs'],
    [
      '`refs` must be a list of folders and beginnings of addresses',
      'what references may resolve to is a folder, or the beginning of an address',
    ],
  );
  return items?.map(({ text }) => (isAddress(text) ? text : resolve(reader.folder, text))) ?? [];
}

interface Item {
  readonly text: string;
  readonly at: Position;
}

/** The strings of a list with their positions; what is no list, or no string in it, is reported by these messages. */
function readList(
  reader: Reader,
  [owner, key]: readonly [JsonObject, string],
  [noList, noText]: readonly [string, string],
): readonly Item[] | undefined {
  const list = valueOf(owner, key);
  if (list !== undefined && !Array.isArray(list)) reportAt(reader, [owner, key], noList);
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((text: Json, index) => {
    const at = reader.positions.ofValue(list, index);
    if (isPlainText(text)) return [{ text, at }];
    reader.diagnostics.error('invalid-config', noText, at);
    return [];
  });
}

/** Whether an item of a list is there for the first time; reports it where it is not. */
function isFirst(
  { diagnostics }: Reader,
  what: string,
  { items = [], index }: { readonly items: readonly Item[] | undefined; readonly index: number },
): boolean {
  const item = items[index];
  const first = items.find(({ text }) => text === item?.text);
  if (item !== undefined && first !== item) diagnostics.error('invalid-config', `${what} is listed twice`, item.at);
  return first === item;
}

function readBoolean(reader: Reader, service: JsonObject, key: string, without: boolean): boolean {
  const value = Object.hasOwn(service, key) ? service[key] : without;
  if (typeof value === 'boolean') return value;
  reportAt(reader, [service, key], `\`${key}\` must be true or false`);
  return without;
}

/** A folder from the root of the project; `undefined` outside of it, where the repository may be another one. */
function belowRoot({ folder }: Reader, path: string): string | undefined {
  const below = relative(projectRoot(folder), path);
  return isAbsolute(below) || below.split(sep)[0] === '..' ? undefined : below.replaceAll('\\', '/');
}

/** A string that can be a path, or a value of package.json: no file is named with control characters. */
function isPlainText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && !/\p{Cc}/u.test(value);
}

/** Finds what is wrong with a string, if anything is. */
type Check = (text: string) => string | undefined;

function readRequired(reader: Reader, object: JsonObject, key: string, check?: Check): string | undefined {
  if (Object.hasOwn(object, key)) return readString(reader, object, key, check);
  reader.diagnostics.error('invalid-config', `\`${key}\` is missing`, reader.positions.of(object));
  return undefined;
}

function readString(reader: Reader, object: JsonObject, key: string, check?: Check): string | undefined {
  const value = valueOf(object, key);
  if (value === undefined) return undefined;
  const hasControls = typeof value === 'string' && value !== '';
  const problem = isPlainText(value)
    ? check?.(value)
    : `\`${key}\` must be ${hasControls ? 'a string without control characters' : 'a string'}`;
  if (problem !== undefined) reportAt(reader, [object, key], problem);
  return isPlainText(value) ? value : undefined;
}

function valueOf(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function reportAt(
  { diagnostics, positions }: Reader,
  [owner, key]: readonly [JsonObject, string],
  message: string,
): void {
  diagnostics.error('invalid-config', message, positions.ofValue(owner, key));
}

function checkKeys({ diagnostics, positions }: Reader, object: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    const message = `unknown key ${JSON.stringify(key)}${didYouMean(key, known)}`;
    diagnostics.error('invalid-config', message, positions.ofKey(object, key));
  }
}

/** Where a configuration may be, the usual location first. */
export const CONFIG_FILES = ['specs/speccast.yaml', 'speccast.yaml'] as const;

/** The configuration that was named, or the one that is there; the usual location where there is none. */
export function findConfig(cwd: string, named?: string): string {
  return named ?? CONFIG_FILES.find((file) => existsSync(resolve(cwd, file))) ?? CONFIG_FILES[0];
}

/** The nearest configuration in a folder above, from the current one; `undefined` where there is none. */
export function findAbove(cwd: string): string | undefined {
  for (let at = dirname(cwd); ; at = dirname(at)) {
    const found = CONFIG_FILES.map((file) => resolve(at, file)).find((path) => existsSync(path));
    if (found !== undefined) return relative(cwd, found).replaceAll('\\', '/');
    if (at === dirname(at)) return undefined;
  }
}
