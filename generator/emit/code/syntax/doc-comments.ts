import { replaceHidden, unicodeEscape } from './literals.js';

/** A block tag of our own: `@deprecated`, `@example`; its text comes from anywhere. */
export interface DocTag {
  readonly tag: 'deprecated' | 'throws' | 'example';
  readonly text: string;
}

/** Text of a doc comment: paragraphs and lines of any origin, and tags of ours. */
export type DocLine = string | DocTag;

/**
 * What comes between `/**` and its end, without the stars: for the `docs` of ts-morph structures.
 * Spec text cannot end the comment, start a tag or hide characters; nothing of it is dropped.
 */
export function docText(lines: readonly DocLine[]): string {
  return lines.flatMap(printLine).join('\n');
}

/** A whole doc comment, on one line where it fits; empty string where there is nothing to say. */
export function docComment(lines: readonly DocLine[]): string {
  const printed = lines.flatMap(printLine);
  if (printed.length === 0) return '';
  if (printed.length === 1) return `/** ${printed[0]} */`;
  return ['/**', ...printed.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'].join('\n');
}

function printLine(line: DocLine): readonly string[] {
  if (typeof line === 'string') return inertLines(line);
  const [first = '', ...rest] = inertLines(line.text);
  return [`@${line.tag} ${first}`.trimEnd(), ...rest];
}

/** U+0085, U+2028 and U+2029 end lines in some readers, so they do here. */
function inertLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\n\r\u0085\u2028\u2029]/);
  return lines.map((line) => inertLine(line).trimEnd());
}

/**
 * The sign before a word that compilers, bundlers or debuggers obey anywhere in a comment: `@ts-ignore`,
 * `@jsxImportSource`, `@__PURE__`, `# sourceMappingURL`.
 */
const DIRECTIVE = /[@#](?=ts-|jsx|__[A-Z]|\s*source(?:Mapping)?URL)/gi;

function inertLine(line: string): string {
  const visible = replaceHidden(line, (code) => (code === 9 ? '\t' : unicodeEscape(code)));
  return visible
    .replace(/\*(?=\/)/g, '*\\')
    .replace(DIRECTIVE, '$&\\')
    .replace(/^([\s*/]*)@/, '$1\\@')
    .replace(/\{(?=@)/g, '{\\');
}
