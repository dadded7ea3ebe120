import { dirname, posix, relative, resolve, sep } from 'node:path';
import type { Capabilities, Capability, CapabilityFile } from '../api/behaviour/capabilities.js';
import type { Diagnostics } from '../diagnostics.js';
import { isIdentifier } from '../emit/code/literals.js';
import { isOutputPath } from '../output/prove/report-code.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import type { Positions } from '../spec/read/positions.js';
import { checkVocabularySchema } from '../spec/vocabulary/vocabulary.js';

/** The file that is read, and the collector of its mistakes. */
export interface Reader {
  /** Name of the file in diagnostics. */
  readonly file: string;
  /** Absolute folder of speccast.yaml. */
  readonly folder: string;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/** Reads `capabilities` of a service: names, each with a file, or with a file and the JSON Schema of its options. */
export function readCapabilities(reader: Reader, service: JsonObject): readonly Capability[] {
  const entries = Object.hasOwn(service, 'capabilities') ? service['capabilities'] : {};
  if (isJsonObject(entries)) return Object.keys(entries).flatMap((name) => readEntry(reader, entries, name) ?? []);
  const { diagnostics, positions } = reader;
  const message = '`capabilities` must be a mapping from names to files';
  diagnostics.error('invalid-config', message, positions.ofValue(service, 'capabilities'));
  return [];
}

function readEntry(reader: Reader, entries: JsonObject, name: string): Capability | undefined {
  const { diagnostics, positions, folder } = reader;
  const at = positions.ofKey(entries, name);
  const entry = entries[name];
  const { file, options, ...others }: Record<string, Json | undefined> = isJsonObject(entry) ? entry : { file: entry };
  const reject = (message: string): undefined => void diagnostics.error('invalid-config', message, at);
  if (!/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name))
    return reject(`a capability is named like a function, not ${JSON.stringify(name)}`);
  if (!isIdentifier(name))
    return reject(`${JSON.stringify(name)} is a word of TypeScript and cannot name a capability`);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return reject(`a capability has a \`file\` and \`options\`, not ${JSON.stringify(unknown)}`);
  if (typeof file !== 'string' || !/^\P{Cc}+\.ts$/u.test(file))
    return reject(`the capability ${JSON.stringify(name)} needs a TypeScript file, such as "capabilities/stamp.ts"`);
  const path = resolve(folder, file);
  if (!path.startsWith(`${folder}${sep}`))
    return reject(`the file of the capability ${JSON.stringify(name)} must be in the folder of the configuration`);
  if (options === undefined) return { name, path, at };
  if (!isSchema(reader, entry, options)) return undefined;
  return { name, path, options, at };
}

/** Options are described by the keywords that a vocabulary has. */
function isSchema({ positions, diagnostics }: Reader, entry: Json | undefined, options: Json): options is JsonObject {
  const isObject = isJsonObject(entry) && isJsonObject(options);
  if (isObject) checkVocabularySchema({ positions, diagnostics, definitions: {} }, entry, 'options');
  else if (isJsonObject(entry))
    diagnostics.error('invalid-config', '`options` must be a JSON Schema', positions.ofValue(entry, 'options'));
  return isObject;
}

/** Access to the files that a configuration names. */
export interface FileReader {
  /** Text of a file by its absolute path; `undefined` where there is none. */
  readonly read: (path: string) => string | undefined;
  /** Name of a file in diagnostics, by its absolute path. */
  readonly nameOf: (path: string) => string;
  readonly diagnostics: Diagnostics;
}

/** Reads the files of capabilities, and those below their common folder that they import. */
export function readCapabilityFiles(
  registered: readonly Capability[],
  { read, nameOf, diagnostics }: FileReader,
): Capabilities {
  const folder = commonFolder(registered.map(({ path }) => dirname(path)));
  const below = (path: string): string => relative(folder, path).replaceAll('\\', '/');
  const files = new Map<string, CapabilityFile>();
  const pending = registered.map(({ path }) => below(path));
  for (const path of pending) {
    if (files.has(path) || !isOutputPath(path)) continue;
    const full = resolve(folder, path);
    const text = read(full)
      ?.replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n');
    if (text === undefined) continue;
    files.set(path, { path, file: nameOf(full), text });
    pending.push(...findCapabilityImports(path, text));
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

function commonFolder(folders: readonly string[]): string {
  const [first = '', ...others] = folders;
  let folder = first;
  while (others.some((one) => !`${one}${sep}`.startsWith(`${folder}${sep}`))) folder = dirname(folder);
  return folder;
}

/** Files that a module seems to import by relative paths; whether it imports something else is seen when it is parsed. */
function findCapabilityImports(path: string, text: string): readonly string[] {
  return [...text.matchAll(/^(?:import|export)\b[^;'"]*['"](\.[^'"]+)\.js['"]/gm)].map(([, specifier = '']) =>
    posix.join(posix.dirname(path), `${specifier}.ts`),
  );
}
