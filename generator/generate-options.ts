import type { Api } from './api/api.js';
import type { Diagnostic } from './diagnostics.js';
import type { PackageSettings } from './emit/emit-context.js';
import type { TextFile } from './output/text-file.js';
import type { SpecSources } from './spec/read/spec-text.js';

/** What `generate` takes: at least the text of a spec. */
export interface GenerateOptions extends SpecSources {
  /** Name of the package: `@scope/name`. Default: from the spec's title. */
  readonly packageName?: string;
  /** The command that makes this output, for the first line of each file. Default: `speccast generate`. */
  readonly command?: string;
  /** The file it is made from, for the first line of each file; the same on every machine. */
  readonly source?: string;
  /** What package.json says beyond the spec: version, repository and the like. */
  readonly settings?: PackageSettings;
  /** Whether prettier formats the TypeScript files. Default: true. */
  readonly format?: boolean;
  /** Whether doc comments, the emulator and the conformance checks name the source of each fact (`x-source`). Default: false. */
  readonly sources?: boolean;
  /** Told the name of each stage when it begins: `read`, `lower`, `emit`, `print`. */
  readonly onStage?: (stage: string) => void;
}

/** What came out: files of the package, or the reasons why there are none. */
export interface GenerateResult {
  /** Sorted by path; empty where a diagnostic is an error. */
  readonly files: readonly TextFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** The intermediate representation, where the spec could be read. */
  readonly api?: Api;
}
