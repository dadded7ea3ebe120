import type { Position } from '../diagnostics.js';
import type { JsonObject } from '../json.js';

/** An emitter of the user's own, as the configuration names it. */
export interface EmitterConfig {
  /** Absolute path of its module. */
  readonly path: string;
  readonly options: JsonObject;
  /** Milliseconds that it may take. */
  readonly timeoutMs: number;
  /** Its position in the configuration. */
  readonly at: Position;
  /** Finds the position of a member of its options. */
  readonly optionsAt: (owner: object, key: string | number, atKey: boolean) => Position;
}

/** One file of an emitter: the module that is named, or one that it imports by a relative path. */
export interface EmitterFile {
  /** Name of the file in diagnostics. */
  readonly file: string;
  readonly text: string;
}

/** An emitter of the user's own, read. */
export interface EmitterModule extends EmitterConfig {
  /** Its module and those that it imports by relative paths, by absolute paths with forward slashes. */
  readonly files: ReadonlyMap<string, EmitterFile>;
}

/** Milliseconds that an emitter may take where the configuration does not say. */
export const PATIENCE = 30_000;

/** Lists the files that an import may mean, as in TypeScript: `./a.js` → `./a.js`, `./a.ts`. */
export function listCandidatePaths(path: string): readonly string[] {
  return path.endsWith('.js') ? [path, path.replace(/\.js$/, '.ts')] : [path];
}
