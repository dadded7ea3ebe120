import type { ParsedFile } from '../parse-typescript.js';

/** In any line of a comment: more than the compiler itself takes for such a directive. */
const SILENCER = /^[\s*/]*@ts-(?:ignore|expect-error|nocheck)\b|^[^\n]*@ts-nocheck/m;

/** A comment that names a file, without its first two slashes. */
const FILE_REFERENCE = /^\/\s*<(?:reference|amd-)/;

/** What goes against the comments of a file. */
export function commentReasons({ text, comments }: ParsedFile): readonly string[] {
  if (!/@ts-|<reference|<amd-/.test(text)) return [];
  const all = comments();
  const reasons: string[] = [];
  if (all.some(({ value }) => SILENCER.test(value))) reasons.push('silences the compiler in a comment');
  if (all.some(({ value }) => FILE_REFERENCE.test(value))) reasons.push('refers to a file in a comment');
  return reasons;
}
