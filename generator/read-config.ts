import { basename, dirname, relative, resolve } from 'node:path';
import type { Diagnostics, Position } from './diagnostics.js';
import type { PackageSettings } from './emit/source-file.js';
import { isPackageName } from './package-name.js';
import { isAddress } from './spec/allowed-refs.js';
import type { Json, JsonObject } from './spec/json.js';
import { isJsonObject } from './spec/json.js';
import { Places } from './spec/places.js';
import { readYaml } from './spec/read-yaml.js';
import { SourceText } from './spec/source-text.js';
import { didYouMean } from './spec/suggest.js';

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
  /** Overlay documents in the order in which they are applied. */
  readonly overlays: readonly OverlayConfig[];
  /** What references may lead to besides the folder of the spec: absolute folders, and beginnings of addresses. */
  readonly allowedRefs: readonly string[];
  readonly packageName: string;
  readonly out: string;
  readonly settings: PackageSettings;
}

/** speccast.yaml, read and checked. */
export interface Config {
  readonly services: readonly ServiceConfig[];
  /** File that lists the `x-` extensions the specs may use. */
  readonly vocabulary?: string;
}

const TOP_KEYS = ['repository', 'homepage', 'bugs', 'vocabulary', 'services'];
const SERVICE_KEYS = ['spec', 'overlays', 'refs', 'package', 'version', 'out'];

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
  const places = new Places();
  const root = readYaml({ source: new SourceText(file, '', text), places, diagnostics });
  if (root === undefined) return undefined;
  const reader: Reader = { file, folder, places, diagnostics };
  if (!isJsonObject(root)) return refuse(reader, 'a mapping with the key `services` is expected');
  const config = readRoot(reader, root);
  return diagnostics.failed ? undefined : config;
}

interface Reader {
  readonly file: string;
  readonly folder: string;
  readonly places: Places;
  readonly diagnostics: Diagnostics;
}

function refuse({ file, diagnostics }: Reader, message: string): undefined {
  diagnostics.error('invalid-config', message, { file, line: 1, column: 1 });
}

function readRoot(reader: Reader, root: JsonObject): Config | undefined {
  checkKeys(reader, root, TOP_KEYS);
  const services = root['services'];
  if (!isJsonObject(services)) return refuse(reader, '`services` must be a mapping from names to services');
  const vocabulary = readText(reader, root, 'vocabulary', false);
  const list = Object.keys(services).map((name) => readService({ reader, root, services, name }));
  const found = list.filter((one) => one !== undefined);
  if (Object.keys(services).length === 0) refuseAt(reader, [root, 'services'], '`services` names no service');
  found.forEach((one, index) => checkApart(reader, services, [one, found.slice(0, index)]));
  return {
    services: found,
    ...(vocabulary === undefined ? {} : { vocabulary: fromConfig(reader, vocabulary) }),
  };
}

/** Two services write to two folders, neither inside the other, and make two packages. */
function checkApart(
  reader: Reader,
  services: JsonObject,
  [{ name, out, packageName }, before]: readonly [ServiceConfig, readonly ServiceConfig[]],
): void {
  const service = services[name];
  if (!isJsonObject(service)) return;
  for (const other of before) {
    if (packageName === other.packageName) {
      refuseAt(reader, [service, 'package'], `${JSON.stringify(packageName)} is the package of ${other.name}, too`);
    }
    if (isInside(out, other.out) || isInside(other.out, out)) {
      refuseAt(reader, [service, 'out'], `this folder and that of ${other.name} overlap`);
    }
  }
}

function isInside(path: string, folder: string): boolean {
  return `${path}/`.startsWith(`${folder}/`);
}

function refuseAt({ diagnostics, places }: Reader, [owner, key]: readonly [JsonObject, string], message: string): void {
  diagnostics.error('invalid-config', message, places.ofValue(owner, key));
}

interface ServiceInput {
  readonly reader: Reader;
  readonly root: JsonObject;
  readonly services: JsonObject;
  readonly name: string;
}

function readService({ reader, root, services, name }: ServiceInput): ServiceConfig | undefined {
  const { diagnostics, places } = reader;
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    diagnostics.error(
      'invalid-config',
      `a service is named in kebab-case, not ${JSON.stringify(name)}`,
      places.ofKey(services, name),
    );
  }
  const service = services[name];
  if (!isJsonObject(service)) {
    diagnostics.error(
      'invalid-config',
      `the service ${JSON.stringify(name)} must be a mapping`,
      places.ofValue(services, name),
    );
    return undefined;
  }
  checkKeys(reader, service, SERVICE_KEYS);
  const spec = readText(reader, service, 'spec', true);
  const packageName = readText(reader, service, 'package', true);
  const out = readText(reader, service, 'out', true);
  if (spec === undefined || packageName === undefined || out === undefined) return undefined;
  if (!isPackageName(packageName)) {
    refuseAt(reader, [service, 'package'], `npm takes no package named ${JSON.stringify(packageName)}`);
  }
  const folder = fromConfig(reader, out);
  return {
    name,
    spec: fromConfig(reader, spec),
    overlays: readOverlays(reader, service),
    allowedRefs: readRefs(reader, service),
    packageName,
    out: folder,
    settings: readSettings(reader, root, { service, folder }),
  };
}

function readOverlays(reader: Reader, service: JsonObject): readonly OverlayConfig[] {
  const files = Object.hasOwn(service, 'overlays') ? service['overlays'] : [];
  if (!Array.isArray(files)) {
    refuseAt(reader, [service, 'overlays'], '`overlays` must be a list of files');
    return [];
  }
  return files.flatMap((file: Json, index) => {
    const at = reader.places.ofValue(files, index);
    const isText = typeof file === 'string' && file !== '';
    if (!isText) reader.diagnostics.error('invalid-config', 'an overlay is the path of a file', at);
    else if (files.indexOf(file) !== index)
      reader.diagnostics.error('invalid-config', `the overlay ${JSON.stringify(file)} is listed twice`, at);
    return isText ? [{ path: fromConfig(reader, file), at }] : [];
  });
}

function readRefs(reader: Reader, service: JsonObject): readonly string[] {
  const refs = Object.hasOwn(service, 'refs') ? service['refs'] : [];
  if (!Array.isArray(refs)) {
    refuseAt(reader, [service, 'refs'], '`refs` must be a list of folders and beginnings of addresses');
    return [];
  }
  return refs.flatMap((ref: Json, index) => {
    if (typeof ref === 'string' && ref !== '') return [isAddress(ref) ? ref : fromConfig(reader, ref)];
    const message = 'what references may lead to is a folder, or the beginning of an address';
    reader.diagnostics.error('invalid-config', message, reader.places.ofValue(refs, index));
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

function readSettings(
  reader: Reader,
  root: JsonObject,
  { service, folder }: { service: JsonObject; folder: string },
): PackageSettings {
  const texts = {
    version: readVersion(reader, service),
    repository: readText(reader, root, 'repository', false),
    homepage: readText(reader, root, 'homepage', false),
    bugs: readText(reader, root, 'bugs', false),
    directory: relative(projectRoot(reader.folder), folder).replaceAll('\\', '/'),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

function readText(reader: Reader, object: JsonObject, key: string, required: boolean): string | undefined {
  const value: Json | undefined = Object.hasOwn(object, key) ? object[key] : undefined;
  if (typeof value === 'string' && value !== '') return value;
  if (value === undefined && !required) return undefined;
  const problem = value === undefined ? `\`${key}\` is missing` : `\`${key}\` must be text`;
  const { diagnostics, places } = reader;
  diagnostics.error('invalid-config', problem, value === undefined ? places.of(object) : places.ofValue(object, key));
  return undefined;
}

function checkKeys({ diagnostics, places }: Reader, object: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    const message = `unknown key ${JSON.stringify(key)}${didYouMean(key, known)}`;
    diagnostics.error('invalid-config', message, places.ofKey(object, key));
  }
}

function fromConfig({ folder }: Reader, path: string): string {
  return resolve(folder, path);
}
