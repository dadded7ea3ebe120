import { dirname, resolve, sep } from 'node:path';
import { describeWrongName } from '../api/schemas/codecs.js';
import type { OwnCodec } from '../api/types/codec.js';
import { locateStart, type Position } from '../diagnostics.js';
import { isPackages } from '../emit/own-packages.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import type { FileReader } from './capabilities.js';
import type { Mapping } from './mapping.js';

/** A codec of the user's own as speccast.yaml names it. */
export interface CodecFile extends Pick<OwnCodec, 'name' | 'packages'> {
  /** The file that it is a copy of. */
  readonly path: string;
  readonly at?: Position | undefined;
}

/** Reads `codecs` of a service. */
export function readCodecs(service: Mapping): readonly CodecFile[] | undefined {
  const { diagnostics, positions, folder } = service.reader;
  const object = service.value('codecs');
  if (object === undefined) return undefined;
  if (!isJsonObject(object)) return service.report('codecs', '`codecs` must be a mapping from names to files');
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

/** Says why a file cannot be that of a codec; `isInside`: whether it is in the folder of the configuration. */
export function describeWrongCodec(name: string, file: unknown, isInside: boolean): string | undefined {
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
