import type { OperationSubset } from '../operation-pattern.js';

/** One file of a spec as the caller hands it in. */
export interface SpecText {
  /** Name shown in diagnostics and used to resolve relative `$ref`s, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/** Reads another file of the spec, named like the root file and in its folder or below, or where else it is allowed; `undefined` where it may not be read or does not exist. */
export type ReadSpecFile = (file: string) => string | undefined;

/** The longest text of one file that is read, in UTF-16 units: more than that of the largest specs that are published. */
export const MOST_CHARACTERS: number = 64 * 1024 * 1024;

/** A description of a service as text: its document, and what belongs to it. */
export interface SpecSources {
  readonly spec: SpecText;
  /** Overlay documents (OpenAPI Overlay 1.0 or 1.1), applied to the spec one after the other. Default: none. */
  readonly overlays?: readonly SpecText[];
  /** Reads further files that the spec refers to. Default: there are none. */
  readonly readFile?: ReadSpecFile;
  /**
   * Folders outside the one of the spec, named like it, and beginnings of addresses that references may resolve to; `readFile`
   * is asked for what they hold. Default: none.
   */
  readonly allowedRefs?: readonly string[];
  /** True if a fault with a local effect is an error. Default: false, it is repaired, and a warning says how. */
  readonly strict?: boolean | undefined;
  /** Which operations are read, and with them what they need; the rest of the document does not matter. Default: all. */
  readonly operations?: OperationSubset | undefined;
}
