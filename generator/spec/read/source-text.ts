import type { Position } from '../../diagnostics.js';
import type { OperationSubset } from '../operation-pattern.js';

/** One file of a spec, which converts offsets into lines and columns. */
export class SourceText {
  /** Name shown in diagnostics. */
  readonly file: string;
  /** Path relative to the root file's folder; empty for the root file itself. */
  readonly path: string;
  /** The text without a byte order mark. */
  readonly text: string;
  /** True if schemas of the file, or of files that are merged with it, may have a URI of their own. */
  mentionsId: boolean;
  /** True if a schema of the file may use a draft of JSON Schema before 2020-12. */
  readonly mentionsOlderDraft: boolean;
  #lineStarts: readonly number[] | undefined;

  constructor(file: string, path: string, text: string) {
    this.file = file;
    this.path = path;
    this.text = text.startsWith('\uFEFF') ? text.slice(1) : text;
    this.mentionsId = this.text.includes('$id');
    this.mentionsOlderDraft = /json-schema\.org\/draft(?!\/2020)/.test(this.text);
  }

  /** Returns the line and the column of an offset in UTF-16 code units; both begin with 1. */
  position(offset: number): Position {
    this.#lineStarts ??= findLineStarts(this.text);
    const line = lastAtMost(this.#lineStarts, offset);
    return { file: this.file, line: line + 1, column: offset - (this.#lineStarts[line] ?? 0) + 1 };
  }
}

function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  if (!text.includes('\r')) {
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
    return starts;
  }
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return starts;
}

/** Finds the index of the last number that is at most `limit`, in an ascending list that starts with 0. */
function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** One file of a spec, as callers pass it. */
export interface SpecText {
  /** Name shown in diagnostics and used to resolve relative `$ref`s, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/**
 * Reads another file of the spec by its name, which is relative like that of the root file; `undefined` if it does not exist or
 * must not be read.
 */
export type ReadSpecFile = (file: string) => string | undefined;

/** Maximum length of the text of one file in UTF-16 units, which is more than the largest published specs need. */
export const MOST_CHARACTERS: number = 64 * 1024 * 1024;

/** The description of a service as text: its document, overlays and further files. */
export interface SpecSources {
  readonly spec: SpecText;
  /** Overlay documents (OpenAPI Overlay 1.0 or 1.1), applied to the spec one after the other. Default: none. */
  readonly overlays?: readonly SpecText[];
  /** Reads further files that the spec refers to. Default: none. */
  readonly readFile?: ReadSpecFile;
  /**
   * Folders outside of the folder of the spec, named like it, and prefixes of addresses to which references may resolve.
   * `readFile` is called for files there. Default: none.
   */
  readonly allowedRefs?: readonly string[];
  /** True if a fault with a local effect is an error. Default: false; it is repaired, and a warning describes the repair. */
  readonly strict?: boolean | undefined;
  /** The operations to read, with everything that they need; the rest of the document is ignored. Default: all. */
  readonly operations?: OperationSubset | undefined;
}
