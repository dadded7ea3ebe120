import { join } from 'node:path';
import { checkList } from '../../config/read-options.js';
import { PARTS } from '../../emit/emit-context.js';
import { DEFAULT_OUTPUT, type OutputSettings } from '../../options.js';
import { isJsonObject, type JsonObject } from '../../json.js';
import { loadJsonc } from '../../spec/read/libraries.js';
import { readIfAllowed } from '../../output/disk.js';
import { WrongUsage } from '../terminal/console.js';
import { dependsOn, type PackageJson } from './package-json.js';

/** The parts that `--parts` names; throws `WrongUsage` on others. */
export function chooseParts(text: string | undefined): OutputSettings['parts'] {
  if (text === undefined) return PARTS;
  const names = text.split(',').map((name) => name.trim());
  const wrong = checkList('parts', names, {});
  if (wrong !== undefined) throw new WrongUsage(`--parts: ${wrong.message}`);
  return PARTS.filter((part) => names.includes(part));
}

/** Bundlers that look for a file by the very name that is written. */
const LITERAL = ['next', 'webpack', 'metro', 'expo', 'react-native'];

/** Chooses the extension of imports that the compiler and the bundler of a project resolve. */
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
