import type { Position } from '../diagnostics.js';

/** Where a version stands in a text, and what it becomes. */
export interface VersionEdit {
  readonly text: string;
  /** Of the value. */
  readonly at: Position;
  readonly from: string;
  readonly to: string;
}

/** A plain value, or one in quotes; the quotes stay. */
const VALUE = /^(?<quote>["']?)(?<version>[0-9A-Za-z.+-]+)\k<quote>(?=[\s,\]}]|$)/;

/**
 * Puts another version into a text of YAML or JSON and leaves every other character as it is; `undefined` where the value is
 * not simply written there, as with an alias.
 */
export function editVersion({ text, at, from, to }: VersionEdit): string | undefined {
  const offset = offsetOf(text, at);
  const { quote = '', version } = VALUE.exec(text.slice(offset, offset + 300))?.groups ?? {};
  if (version !== from) return undefined;
  const start = offset + quote.length;
  return text.slice(0, start) + to + text.slice(start + from.length);
}

function offsetOf(text: string, { line, column }: Position): number {
  // Places are those of the text without its byte order mark.
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  const ends = /\r\n|\n|\r/g;
  for (let passed = 1; passed < line; passed++) {
    if (ends.exec(text) === null) return text.length;
    start = ends.lastIndex;
  }
  return start + column - 1;
}
