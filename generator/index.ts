import { compileValidators as compile } from './output/compile-validators.js';
import { Diagnostics, type Diagnostic } from './diagnostics.js';
import { diffSpecs as diff, type DiffResult } from './compare/diff-specs.js';
import { describeContradiction, isRegistry, isLicense, describeWrongLicense } from './emit/ownership.js';
import { generate as run, type GenerateOptions, type GenerateResult } from './generate.js';
import { isPackageName } from './api/tools/names.js';
import { checkList } from './config/read-options.js';
import { ownVocabulary } from './config/own-vocabulary.js';
import { readTool } from './output/read-tool.js';
import type { SpecSources } from './spec/read/source-text.js';

export type { Api } from './api/api.js';
export type { Code, Diagnostic, Position, Severity } from './diagnostics.js';
export { describeDiagnostic, printDiagnostic } from './diagnostics.js';
export type { Bump, Change, ChangeCode, ChangeDirection, ChangeKind } from './compare/changes/change.js';
export type { GenerateOptions, GenerateResult } from './generate.js';
export type { DiffResult } from './compare/diff-specs.js';
export type { PackageSettings } from './emit/emit-context.js';
export type { OutputSettings, Part } from './options.js';
export type { TextFile } from './output/text-file.js';
export type { ReadSpecFile, SpecSources, SpecText } from './spec/read/source-text.js';

/**
 * Turns an OpenAPI document into the files of a package: text in, files out. Mistakes in the spec come back as
 * diagnostics with file, line and column; nothing is written, and nothing is read but speccast's own templates. Only
 * `codecs`, which are code, are loaded once: in a thread of their own, from a temporary folder. Throws `TypeError` on a
 * package name, a licence or a registry that npm would not take, and on output that contradicts itself.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { packageName, output = 'package', parts, importExtension = '.js' } = options;
  const wrongParts = parts && checkList('parts', parts, options);
  if (wrongParts !== undefined) throw new TypeError(wrongParts.message);
  if (output === 'package' && importExtension !== '.js')
    throw new TypeError('`importExtension` goes with `output: source`; packages import `.js`');
  if (packageName !== undefined && !isPackageName(packageName))
    throw new TypeError(`npm does not allow the package name ${JSON.stringify(packageName)}`);
  const { settings = {} } = options;
  const { license, registry } = settings;
  if (license !== undefined && !isLicense(license)) throw new TypeError(describeWrongLicense(license));
  if (registry !== undefined && !isRegistry(registry))
    throw new TypeError(`\`registry\` must be the address of a registry, not ${JSON.stringify(registry)}`);
  const contradiction = describeContradiction(settings);
  if (contradiction !== undefined) throw new TypeError(contradiction);
  return run({ ...options, vocabulary: ownVocabulary(), assets: readTool() });
}

/** One of the specs to compare: its text, and its further files and overlays. */
export type DiffSide = SpecSources;

/** The texts of two specs. */
export interface DiffSpecsOptions {
  readonly before: DiffSide;
  readonly after: DiffSide;
  /** Name of the package that both describe. Default: from the title of the old one. */
  readonly packageName?: string;
}

/**
 * Compares two OpenAPI documents of the same service: texts in, changes out, each breaking, a feature or a fix. Mistakes
 * in the specs come back as diagnostics with file, line and column; nothing is read but speccast's own vocabulary.
 */
export function diffSpecs({ before, after, packageName }: DiffSpecsOptions): DiffResult {
  const shared = { vocabulary: ownVocabulary(), ...(packageName !== undefined && { packageName }) };
  return diff({ ...before, ...shared }, { ...after, ...shared });
}

/** Options of `compileValidators`: at least the text of a file of schemas. */
export interface CompileValidatorsOptions {
  /** JSON: `{"schemas": {name: JSON Schema 2020-12}, "remotes": {uri: schema}}`; or an OpenAPI, Swagger 2.0 or Discovery document, whose named schemas are compiled. */
  readonly text: string;
  /** Reads further files that a document refers to, named like the file and in its folder or below. Default: there are none. */
  readonly readFile?: (file: string) => string | undefined;
  /** Name of the file for diagnostics. Default: `schemas.json`. */
  readonly file?: string;
  /** `assert` validates `format`; `annotate` ignores it, as the draft demands. Default: `annotate`. */
  readonly formats?: 'assert' | 'annotate';
  /** Adds `position` to each issue: the file, line and column of its keyword. Default: false. */
  readonly positions?: boolean;
  /** @deprecated Use `positions`; removed in 0.3. */
  readonly places?: boolean;
  /** Also exports `checkLeniently`, which accepts values that a newer version of a service may send. Default: false. */
  readonly lenient?: boolean;
}

/** A module, or the reasons why there is none. */
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
  const { text, file = 'schemas.json', readFile, formats = 'annotate', lenient = false } = options;
  const diagnostics = new Diagnostics({ strict: true });
  const code = await compile({
    text,
    file,
    readFile,
    formats,
    positions: options.positions ?? options.places ?? false,
    lenient,
    diagnostics,
  });
  return { ...(code !== undefined && { code }), diagnostics: diagnostics.list };
}
