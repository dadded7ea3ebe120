import type { Position } from '../../diagnostics.js';

/** One file of a spec, able to turn an offset into a line and a column. */
export class SourceText {
  /** Name shown in diagnostics. */
  readonly file: string;
  /** Path relative to the root file's folder; empty for the root file itself. */
  readonly path: string;
  /** The text without a byte order mark. */
  readonly text: string;
  /** True if schemas of the file, or of those that are merged with it, may have a URI of their own. */
  mentionsId: boolean;
  /** True if a schema of the file may be in a draft of JSON Schema before 2020-12. */
  readonly mentionsOlderDraft: boolean;
  #lineStarts: readonly number[] | undefined;

  constructor(file: string, path: string, text: string) {
    this.file = file;
    this.path = path;
    this.text = text.startsWith('\uFEFF') ? text.slice(1) : text;
    this.mentionsId = this.text.includes('$id');
    this.mentionsOlderDraft = /json-schema\.org\/draft(?!\/2020)/.test(this.text);
  }

  /** Finds line and column, both from 1, of an offset in UTF-16 code units. */
  position(offset: number): Position {
    this.#lineStarts ??= findLineStarts(this.text);
    const line = lastAtMost(this.#lineStarts, offset);
    return { file: this.file, line: line + 1, column: offset - (this.#lineStarts[line] ?? 0) + 1 };
  }

  /** Returns the text of a line, counted from 1, without its end; `undefined` where there is no such line. */
  line(number: number): string | undefined {
    this.#lineStarts ??= findLineStarts(this.text);
    const start = this.#lineStarts[number - 1];
    if (start === undefined) return undefined;
    let end = this.#lineStarts[number] ?? this.text.length;
    while (end > start && /[\r\n]/.test(this.text.charAt(end - 1))) end--;
    return this.text.slice(start, end);
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

/** Finds the index of the last number that is at most `limit`; the list ascends and starts with 0. */
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
