import type { ReadSpecFile, SpecText } from './read/spec-text.js';

/** A description of a service as text: its document, and what belongs to it. */
export interface SpecSources {
  readonly spec: SpecText;
  /** Overlay documents (OpenAPI Overlay 1.0 or 1.1), applied to the spec one after the other. Default: none. */
  readonly overlays?: readonly SpecText[];
  /** Reads further files that the spec refers to. Default: there are none. */
  readonly readFile?: ReadSpecFile;
  /**
   * Folders outside the one of the spec, named like it, and beginnings of addresses that references may lead to; `readFile`
   * is asked for what they hold. Default: none.
   */
  readonly allowedRefs?: readonly string[];
}
