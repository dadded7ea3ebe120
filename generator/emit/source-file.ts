import type { StatementStructures } from 'ts-morph';
import type { Api } from '../api/api.js';
import type { EmitMemory } from './emit-memory.js';
import type { Layout } from './layout.js';
import type { PackageSettings } from './package-settings.js';

/**
 * A name and the module that exports it. Module paths are relative to `src/`, without extension: `models/playlists`; those
 * that begin with `runtime/` or `emulator/` are files of `@speccast/runtime` and `@speccast/emulator`.
 */
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

/** A statement of a file: a declaration as ts-morph's structure of it, any other as text from a template. */
export type Statement = StatementStructures | string;

/** A TypeScript file before printing. */
export interface SourceFile {
  readonly kind: 'source';
  /** Relative to the package folder: `src/models/playlists.ts`. */
  readonly path: string;
  readonly imports: readonly ImportLine[];
  readonly body: readonly Statement[];
}

/** A file that is final, byte for byte: package.json, README. */
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
  readonly memory?: EmitMemory | undefined;
}

/** Texts that output is made from, by path: `models/interface.hbs`, `validators/union.ts`. */
export interface Assets {
  readonly templates: ReadonlyMap<string, string>;
  /** Sources of the validators' runtime: `speccast validators` writes what it needs of them into its module. */
  readonly runtime: ReadonlyMap<string, string>;
}

/** A stage-three function: one a kind of output, none imports another. Files are printed while it goes on. */
export type Emitter = (context: EmitContext) => Iterable<OutputFile>;
