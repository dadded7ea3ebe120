import { generate as run } from './generate.js';
import type { GenerateInput, GenerateResult } from './generate.js';
import { isPackageName } from './package-name.js';
import { readTool } from './read-assets.js';

export type { Api } from './api/api.js';
export type { Diagnostic, Position, Severity } from './diagnostics.js';
export { printDiagnostic } from './diagnostics.js';
export type { GenerateResult } from './generate.js';
export type { TextFile } from './output/text-file.js';
export type { ReadSpecFile, SpecText } from './spec/spec-text.js';

/** What `generate` takes: at least the text of a spec. */
export type GenerateOptions = Omit<GenerateInput, 'assets' | 'vocabulary' | 'cache' | 'printer'>;

/**
 * Turns an OpenAPI document into the files of a package: text in, files out. Mistakes in the spec come back as
 * diagnostics with file, line and column; nothing is written, and nothing is read but speccast's own templates. Throws
 * `TypeError` on a package name that npm would not take.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { packageName } = options;
  if (packageName !== undefined && !isPackageName(packageName))
    throw new TypeError(`npm takes no package named ${JSON.stringify(packageName)}`);
  return run({ ...options, assets: readTool() });
}
