import type { Position } from '../diagnostics.js';
import type { JsonObject } from '../json.js';

/** The configuration of a user's emitter. */
export interface EmitterConfig {
  /** Absolute path of its module. */
  readonly path: string;
  readonly options: JsonObject;
  /** Time limit in milliseconds. */
  readonly timeoutMs: number;
  /** Its position in the configuration. */
  readonly at: Position;
  /** Finds the position of a member of its options. */
  readonly optionsAt: (owner: object, key: string | number, atKey: boolean) => Position;
}

/** A file of an emitter: its module, or one that this imports by a relative path. */
export interface EmitterFile {
  /** Name of the file in diagnostics. */
  readonly file: string;
  readonly text: string;
}

/** A user's emitter with the text of its files. */
export interface EmitterModule extends EmitterConfig {
  /** Its module and the relative imports of this, by absolute paths with forward slashes. */
  readonly files: ReadonlyMap<string, EmitterFile>;
}

/** Default time limit of an emitter in milliseconds. */
export const PATIENCE = 30_000;

/** Lists the files that an import can resolve to, as in TypeScript: `./a.js` → `./a.js`, `./a.ts`. */
export function listCandidatePaths(path: string): readonly string[] {
  return path.endsWith('.js') ? [path, path.replace(/\.js$/, '.ts')] : [path];
}
