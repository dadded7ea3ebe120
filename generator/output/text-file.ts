import { hash } from 'node:crypto';

/** A finished file: path relative to the package folder, with forward slashes, and its text with LF line ends. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
  /** Set if it replaces a file that is otherwise made once and kept. */
  readonly replaces?: true;
}

/** Returns whether a file is TypeScript, which is printed and may be formatted; others are final as an emitter makes them. */
export function isCode({ path }: Pick<TextFile, 'path'>): boolean {
  return path.endsWith('.ts');
}

/** Hashes texts: SHA-256 in lower-case hex. Each text counts with its length, so that `a, bc` and `ab, c` differ. */
export function hashTexts(...texts: readonly string[]): string {
  return hash('sha256', texts.map((text) => `${text.length}:${text}`).join(''));
}

/** The hash of a file that is missing. */
export const ABSENT: string = hashTexts('\0');

/** Hash of the text of a file, there or not. */
export function hashText(text: string | undefined): string {
  return text === undefined ? ABSENT : hashTexts(text);
}
