import type { StatementStructures } from 'ts-morph';

/**
 * A name and the module that exports it. Modules are paths below `src/` without extension: `models/playlists`. The modules `runtime`,
 * `emulator` and their subpaths are entries of `@speccast/runtime` and `@speccast/emulator`.
 */
export interface CodeSymbol {
  readonly name: string;
  readonly module: string;
}

/** One `import` line of a file. */
export interface ImportLine {
  readonly module: string;
  readonly name: string;
  /** Local name, if `name` is taken in the file. */
  readonly alias?: string;
  readonly typeOnly: boolean;
}

/** A statement of a file: a declaration as a structure of ts-morph, or source code from a template. */
export type Statement = StatementStructures | string;

/** A TypeScript file before printing. */
export interface SourceFile {
  readonly kind: 'source';
  /** Relative to the package folder: `src/models/playlists.ts`. */
  readonly path: string;
  readonly imports: readonly ImportLine[];
  readonly body: readonly Statement[];
  /**
   * Packages that it imports, with ranges of npm: `{ zod: '^4.3.0' }`. They become optional peer dependencies of the package. In `imports`,
   * the module of their symbols is `npm:zod`. Default: none.
   */
  readonly packages?: Readonly<Record<string, string>>;
}

/** A file that is written unchanged: package.json, README. */
export interface PlainFile {
  readonly kind: 'plain';
  readonly path: string;
  readonly text: string;
}

/** A TypeScript file that the user wrote, for `mocks/capabilities`. */
export interface CapabilityFile {
  readonly kind: 'capability';
  readonly path: string;
  /** Name of the original file in diagnostics. */
  readonly file: string;
  readonly text: string;
  /** Names that it must export. */
  readonly exports: readonly string[];
  /** Packages that it imports beside those of speccast, with ranges of npm. */
  readonly packages?: Readonly<Record<string, string>> | undefined;
}

/** A file that an emitter returns. */
export type OutputFile = SourceFile | PlainFile | CapabilityFile;
