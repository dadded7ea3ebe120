import { dirname, resolve, sep } from 'node:path';
import { describeWrongName, describeWrongType } from '../api/codecs/built-in-codecs.js';
import type { OwnCodec } from '../api/types/codec.js';
import { locateStart, type Position } from '../diagnostics.js';
import { isPackages } from '../emit/own-packages.js';
import { isJsonObject, type Json, type JsonObject } from '../spec/read/json.js';
import type { FileReader } from './capabilities.js';
import type { Mapping } from './mapping.js';
import { parsePairs } from './parse-pairs.js';

/** A codec of the user's own as speccast.yaml names it. */
export interface CodecFile extends Pick<OwnCodec, 'name' | 'packages'> {
  /** The file that it is a copy of. */
  readonly path: string;
  readonly at?: Position | undefined;
}

/** What a service says about the types of its values. */
export interface TypeSettings {
  /** Types by format. */
  readonly types?: Readonly<Record<string, string>>;
  /** Where each is stated, by format. */
  readonly typesAt?: Readonly<Record<string, Position>>;
  readonly codecs?: readonly CodecFile[];
}

/** Reads `types` and `codecs` of a service. */
export function readTypes(service: Mapping): TypeSettings {
  const codecs = readCodecs(service);
  const object = readObjectKey(service, 'types', '`types` must be a mapping from formats to types');
  const { diagnostics, positions } = service.reader;
  // What is wrong with a codec is said of it, and not of the formats that have it.
  const stated = service.value('codecs');
  const own = isJsonObject(stated) ? Object.keys(stated) : [];
  const entries = Object.entries(object ?? {}).flatMap(([format, type]) => {
    const problem =
      typeof type === 'string' ? describeWrongType(format, type, own) : `the type of ${format} must be a string`;
    if (problem !== undefined || object === undefined) {
      diagnostics.error('invalid-config', problem ?? '', positions.ofValue(object ?? {}, format));
      return [];
    }
    return [{ format, type: String(type), at: positions.ofKey(object, format) }];
  });
  return {
    ...(object !== undefined && {
      types: Object.fromEntries(entries.map(({ format, type }) => [format, type])),
      typesAt: Object.fromEntries(entries.map(({ format, at }) => [format, at])),
    }),
    ...(codecs !== undefined && { codecs }),
  };
}

function readObjectKey(service: Mapping, key: string, message: string): JsonObject | undefined {
  const value = service.value(key);
  if (value === undefined || isJsonObject(value)) return value;
  return service.report(key, message);
}

function readCodecs(service: Mapping): readonly CodecFile[] | undefined {
  const { diagnostics, positions, folder } = service.reader;
  const object = readObjectKey(service, 'codecs', '`codecs` must be a mapping from names to files');
  if (object === undefined) return undefined;
  const names = Object.keys(object);
  return Object.entries(object).flatMap(([name, stated], index) => {
    const at = positions.ofKey(object, name);
    const {
      module: file,
      packages,
      ...others
    }: Partial<JsonObject> = isJsonObject(stated) ? stated : { module: stated };
    const path = typeof file === 'string' ? resolve(folder, file) : '';
    const same = names.slice(0, index).find((one) => one.toLowerCase() === name.toLowerCase());
    const problem =
      describeWrongName(name) ??
      (same && `the codecs ${JSON.stringify(same)} and ${JSON.stringify(name)} differ in case alone`) ??
      describeWrongCodec(name, file, path.startsWith(`${folder}${sep}`)) ??
      problemOfMembers(name, packages, Object.keys(others));
    if (problem === undefined) return [{ name, path, at, ...(isPackages(packages) && { packages }) }];
    diagnostics.error('invalid-config', problem, at);
    return [];
  });
}

function describeWrongCodec(name: string, file: unknown, isInside: boolean): string | undefined {
  const quoted = JSON.stringify(name);
  if (typeof file !== 'string' || !/^\P{Cc}+\.ts$/u.test(file))
    return `the codec ${quoted} needs a TypeScript file, such as "codecs/${name}.ts"`;
  return isInside ? undefined : `the file of the codec ${quoted} must be in the folder of the configuration`;
}

function problemOfMembers(name: string, packages: Json | undefined, others: readonly string[]): string | undefined {
  const [unknown] = others;
  const codec = `the codec ${JSON.stringify(name)}`;
  if (unknown !== undefined) return `${codec} has a \`module\` and \`packages\`, not ${JSON.stringify(unknown)}`;
  if (packages === undefined || isPackages(packages)) return undefined;
  return `\`packages\` of ${codec} are packages of npm with ranges of versions, such as { decimal.js: ^10.4.3 }`;
}

/** Reads the files of codecs. */
export function readCodecFiles(
  codecs: readonly CodecFile[],
  { read, nameOf, diagnostics }: FileReader,
): readonly OwnCodec[] {
  return codecs.flatMap(({ name, path, packages, at }) => {
    const text = read(path)
      ?.replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n');
    if (text !== undefined) return [{ name, file: nameOf(path), text, packages, folder: dirname(path), at }];
    diagnostics.error(
      'invalid-config',
      `${nameOf(path)} is not there or may not be read`,
      at ?? locateStart(nameOf(path)),
    );
    return [];
  });
}

/** Types as `--types` has them: `date-time=Date,int64=bigint`; a string says what is wrong. */
export function parseTypes(text: string, codecs: readonly string[] = []): Readonly<Record<string, string>> | string {
  const said = { flag: '--types', takes: 'formats and types, such as date-time=Date,int64=bigint' };
  return parsePairs(text, said, (format, type) => {
    const problem = describeWrongType(format, type, codecs);
    return problem === undefined ? [format, type] : `--types: ${problem}`;
  });
}

/** Codecs as `--codecs` has them: `money=codecs/money.ts`; a string says what is wrong. */
export function parseCodecs(text: string): Readonly<Record<string, string>> | string {
  const said = { flag: '--codecs', takes: 'names and files, such as money=codecs/money.ts' };
  return parsePairs(text, said, (name, file) => {
    const problem = describeWrongName(name) ?? describeWrongCodec(name, file, true);
    return problem === undefined ? [name, file] : `--codecs: ${problem}`;
  });
}
