import { compileValidators as compile } from './compile-validators.js';
import { Diagnostics } from './diagnostics.js';
import type { Diagnostic } from './diagnostics.js';
import { generate as run } from './generate.js';
import type { GenerateInput, GenerateResult } from './generate.js';
import { isPackageName } from './package-name.js';
import { ownVocabulary } from './own-vocabulary.js';
import { readTool } from './read-assets.js';

export type { Api } from './api/api.js';
export type { Code, Diagnostic, Position, Severity } from './diagnostics.js';
export { printDiagnostic } from './diagnostics.js';
export { describeDiagnostic } from './diagnostics/describe-diagnostic.js';
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
  return run({ ...options, vocabulary: ownVocabulary(), assets: readTool() });
}

/** What `compileValidators` takes: at least the text of a file of schemas. */
export interface CompileValidatorsOptions {
  /** JSON: `{"schemas": {name: JSON Schema 2020-12}, "remotes": {uri: schema}}`. */
  readonly text: string;
  /** Name of the file for diagnostics. Default: `schemas.json`. */
  readonly file?: string;
  /** Whether `format` is judged or merely tells. Default: `annotate`, as the draft demands. */
  readonly formats?: 'assert' | 'annotate';
  /** Whether each issue also says where the schemas state what it is about: file, line and column. Default: it does not. */
  readonly places?: boolean;
}

/** What came out: a module, or the reasons why there is none. */
export interface CompileValidatorsResult {
  /** TypeScript that imports nothing and exports `validators`, by the names of the schemas; absent where a diagnostic is an error. */
  readonly code?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles JSON Schemas to a TypeScript module of validators: text in, text out. Mistakes in the schemas come back as
 * diagnostics with file, line and column; nothing is written, and nothing is read but speccast's own templates.
 */
export async function compileValidators(options: CompileValidatorsOptions): Promise<CompileValidatorsResult> {
  const { text, file = 'schemas.json', formats = 'annotate', places = false } = options;
  const diagnostics = new Diagnostics();
  const code = await compile({ text, file, formats, places, diagnostics });
  return { ...(code === undefined ? {} : { code }), diagnostics: diagnostics.list };
}
