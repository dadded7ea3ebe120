import { resolve, sep } from 'node:path';
import type { OwnModule, OwnModuleFile } from '../api/behaviour/capabilities.js';
import { isJsonObject, type JsonObject } from '../json.js';
import type { FileReader, Reader } from './capabilities.js';

/** Reads `modules` of a service: the names that its package exports them by, each with a file. */
export function readModules(reader: Reader, service: JsonObject): readonly OwnModule[] {
  const { diagnostics, positions, folder } = reader;
  const entries = Object.hasOwn(service, 'modules') ? service['modules'] : {};
  if (!isJsonObject(entries)) {
    const message = '`modules` must be a mapping from names to files';
    diagnostics.error('invalid-config', message, positions.ofValue(service, 'modules'));
    return [];
  }
  return Object.entries(entries).flatMap(([name, file]) => {
    const at = positions.ofKey(entries, name);
    const path = typeof file === 'string' ? resolve(folder, file) : '';
    const problem = describeWrongModule(name, typeof file === 'string' ? file : '', path.startsWith(`${folder}${sep}`));
    if (problem === undefined) return [{ name, path, at }];
    diagnostics.error('invalid-config', problem, at);
    return [];
  });
}

function describeWrongModule(name: string, file: string, isInside: boolean): string | undefined {
  const quoted = JSON.stringify(name);
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return `a module is named in kebab-case, not ${quoted}`;
  if (!/^\P{Cc}+\.ts$/u.test(file)) return `the module ${quoted} needs a TypeScript file, such as "modules/${name}.ts"`;
  return isInside ? undefined : `the file of the module ${quoted} must be in the folder of the configuration`;
}

/** Reads the files of modules, and their sections of the README. */
export function readModuleFiles(
  modules: readonly OwnModule[],
  { read, nameOf, diagnostics }: FileReader,
): readonly OwnModuleFile[] {
  const readPlainText = (path: string): string | undefined =>
    read(path)
      ?.replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n');
  return modules.flatMap(({ name, path, at }) => {
    const [text, readme] = [readPlainText(path), readPlainText(path.replace(/\.ts$/, '.md'))];
    if (text !== undefined) return [{ name, at, file: nameOf(path), text, ...(readme !== undefined && { readme }) }];
    diagnostics.error('invalid-capability', `${nameOf(path)} is not there or may not be read`, at);
    return [];
  });
}
