import type { Api } from '../api/api.js';
import type { Declaration } from './declarations.js';
import type { EmitMemory } from './emit-memory.js';
import type { Layout } from './layout.js';
import type { PackageSettings } from './package-settings.js';

/** A name and the module that exports it; module paths are relative to `src/`, without extension: `models/playlists`. */
export interface CodeSymbol {
  readonly name: string;
  readonly module: string;
}

/** One `import` line of a file. */
export interface ImportLine {
  readonly module: string;
  readonly name: string;
  /** Local name where `name` was taken. */
  readonly alias?: string;
  readonly typeOnly: boolean;
}

/** A TypeScript file before printing: declarations as data, statements as text from templates. */
export interface SourceFile {
  readonly kind: 'source';
  /** Relative to the package folder: `src/models/playlists.ts`. */
  readonly path: string;
  readonly imports: readonly ImportLine[];
  readonly body: readonly (Declaration | string)[];
}

/** A file that is final, byte for byte: runtime copies, package.json, README. */
export interface PlainFile {
  readonly kind: 'plain';
  readonly path: string;
  readonly text: string;
}

/** What emitters make. */
export type OutputFile = SourceFile | PlainFile;

/** What every emitter is given. */
export interface EmitContext {
  readonly api: Api;
  readonly layout: Layout;
  readonly packageName: string;
  /** The command that makes this output, for the first line of each file. */
  readonly command: string;
  readonly assets: Assets;
  /** What package.json says beyond the spec; absent for `generate --spec`. */
  readonly settings?: PackageSettings;
  /** What was kept when this package was emitted before. Default: nothing. */
  readonly memory?: EmitMemory;
}

/** The templates and the runtime as text, by path: `models/interface.hbs`, `client/core.ts`. */
export interface Assets {
  readonly templates: ReadonlyMap<string, string>;
  readonly runtime: ReadonlyMap<string, string>;
}

/** A stage-three function: one a kind of output, none imports another. Files are printed while it goes on. */
export type Emitter = (context: EmitContext) => Iterable<OutputFile>;
