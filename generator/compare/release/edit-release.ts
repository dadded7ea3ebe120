import type { Position } from '../../diagnostics.js';

/** A text with the position of a version in it, and the version that replaces it. */
interface VersionEdit {
  readonly text: string;
  /** Of the value. */
  readonly at: Position;
  readonly from: string;
  readonly to: string;
}

/** A version as a value of YAML or JSON: `1.2.3`, `'1.2.3'`, `"1.2.3"`. */
const VALUE = /^(?<quote>["']?)(?<version>[0-9A-Za-z.+-]+)\k<quote>(?=[\s,\]}]|$)/;

/**
 * Replaces the version in a text of YAML or JSON and keeps every other character. `undefined` if the version is not written at the
 * position, as with an alias.
 */
export function editVersion({ text, at, from, to }: VersionEdit): string | undefined {
  const offset = findOffset(text, at);
  const { quote = '', version } = VALUE.exec(text.slice(offset, offset + 300))?.groups ?? {};
  if (version !== from) return undefined;
  const start = offset + quote.length;
  return text.slice(0, start) + to + text.slice(start + from.length);
}

function findOffset(text: string, { line, column }: Position): number {
  // Positions count without the byte order mark.
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  const ends = /\r\n|\n|\r/g;
  for (let passed = 1; passed < line; passed++) {
    if (ends.exec(text) === null) return text.length;
    start = ends.lastIndex;
  }
  return start + column - 1;
}

/**
 * Inserts an entry above the older ones of a changelog and keeps every other character: title, introduction and unreleased notes
 * stay on top. If there is a heading of the same version, written by a person or an interrupted release, the entry is added to the
 * text below it, unless that has it already. `body` is Markdown below the heading, with LF line ends, without blank lines around it.
 */
export function insertEntry(
  changelog: string,
  { version, body }: { readonly version: string; readonly body: string },
): string {
  if (changelog.trim() === '') return `# Changelog\n\n## ${version}\n\n${body}\n`;
  const lineEnd = /\r?\n/.exec(changelog)?.[0] ?? '\n';
  const shown = body.replaceAll('\n', lineEnd);
  const sections = findSections(changelog);
  const own = sections.findIndex(({ name }) => {
    // A heading names its version as `0.2.0`, `v0.2.0`, `[0.2.0] - 2026-01-01` or `[0.2.0](https://…)`.
    const bare = name.replace(/^\[?v?/i, '');
    return bare.startsWith(version) && !/^[\w.+-]/.test(bare.slice(version.length));
  });
  if (own < 0) {
    const at = sections.find(({ name }) => !/^\[?unreleased\b/i.test(name))?.start ?? changelog.length;
    return insertBlock(changelog, { block: `## ${version}${lineEnd}${lineEnd}${shown}`, at, lineEnd });
  }
  const end = sections[own + 1]?.start ?? changelog.length;
  const isThere = changelog.slice(sections[own]?.start, end).includes(shown);
  return isThere ? changelog : insertBlock(changelog, { block: shown, at: end, lineEnd });
}

/** Finds the headings of the second level, and headings of other levels that are versions. Ignores fenced code. */
function findSections(text: string): readonly { readonly name: string; readonly start: number }[] {
  const sections = [];
  let fence: string | undefined;
  for (const { 0: line, index } of text.matchAll(/^[^\r\n]+/gm)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const [, level = '', name = ''] = /^(#{1,3})[ \t]+(.*)$/.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else if (level === '##' || (level !== '' && /^\[?v?\d+\.\d+\.\d+/i.test(name)))
      sections.push({ name, start: index });
  }
  return sections;
}

function insertBlock(
  text: string,
  { block, at, lineEnd }: { readonly block: string; readonly at: number; readonly lineEnd: string },
): string {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const ends = /(?:\r?\n)*$/.exec(before)?.[0].split('\n').length ?? 1;
  const gap = lineEnd.repeat(Math.max(0, 3 - ends));
  return `${before}${gap}${block}${lineEnd}${after === '' ? '' : lineEnd}${after}`;
}
