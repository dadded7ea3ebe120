import type { StatementStructures } from 'ts-morph';

/**
 * A name and the module that exports it. Module paths are relative to `src/`, without extension: `models/playlists`; `runtime`,
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
  /**
   * Packages that it imports, with the versions that do, as npm has them: `{ zod: '^4.3.0' }`; whoever uses the module installs
   * them. In `imports`, the module of a symbol of theirs is `npm:zod`. Default: none.
   */
  readonly packages?: Readonly<Record<string, string>>;
}

/** A file that is final, byte for byte: package.json, README. */
export interface PlainFile {
  readonly kind: 'plain';
  readonly path: string;
  readonly text: string;
}

/** A TypeScript file that the user wrote, for `mocks/capabilities`. */
export interface CapabilityFile {
  readonly kind: 'capability';
  readonly path: string;
  /** The file that it is a copy of, as diagnostics name it. */
  readonly file: string;
  readonly text: string;
  /** Names of the capabilities that it has to export. */
  readonly exports: readonly string[];
  /** Packages that it imports besides those that all may, with ranges of versions. */
  readonly packages?: Readonly<Record<string, string>> | undefined;
}

/** A file that an emitter returns. */
export type OutputFile = SourceFile | PlainFile | CapabilityFile;
