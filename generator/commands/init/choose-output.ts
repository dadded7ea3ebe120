import { join } from 'node:path';
import { describeWrongParts, sortParts } from '../../config/read-output.js';
import { DEFAULT_OUTPUT, PARTS, type OutputSettings } from '../../emit/emit-context.js';
import { isJsonObject, type JsonObject } from '../../spec/read/json.js';
import { loadJsonc } from '../../spec/read/libraries.js';
import { readIfAllowed } from '../sources/spec-reader.js';
import { WrongUsage } from '../terminal/console.js';
import { dependsOn, type PackageJson } from './package-json.js';

/** The parts that `--parts` names; throws `WrongUsage` on others. */
export function chooseParts(text: string | undefined): OutputSettings['parts'] {
  if (text === undefined) return PARTS;
  const names = text.split(',').map((name) => name.trim());
  const wrong = describeWrongParts(names);
  if (wrong !== undefined) throw new WrongUsage(`--parts: ${wrong}`);
  return sortParts(names);
}

/** Bundlers that look for a file by the very name that is written. */
const LITERAL = ['next', 'webpack', 'metro', 'expo', 'react-native'];

/** How modules name each other, as the compiler and the bundler of a project find them. */
export function chooseExtension(
  folder: string,
  packageJson: PackageJson | undefined,
): OutputSettings['importExtension'] {
  const options = ['tsconfig.json', 'tsconfig.app.json'].map((file) => compilerOptions(join(folder, file)));
  const isSet = (key: string, value: RegExp): boolean => options.some((one) => value.test(String(one[key])));
  if (isSet('moduleResolution', /^node(?:16|next)$/i) || isSet('module', /^node(?:16|18|20|next)$/i)) {
    return isSet('rewriteRelativeImportExtensions', /^true$/) ? '.ts' : '.js';
  }
  if (packageJson !== undefined && LITERAL.some((name) => dependsOn(packageJson, name))) return 'none';
  const takesTypeScript =
    isSet('allowImportingTsExtensions', /^true$/) || isSet('rewriteRelativeImportExtensions', /^true$/);
  return takesTypeScript ? '.ts' : DEFAULT_OUTPUT.importExtension;
}

function compilerOptions(path: string): JsonObject {
  const value: unknown = loadJsonc().parse(readIfAllowed(path) ?? '{}');
  const options = isJsonObject(value) ? value['compilerOptions'] : undefined;
  return isJsonObject(options) ? options : {};
}
