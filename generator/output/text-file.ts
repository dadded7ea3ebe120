import { hash } from 'node:crypto';

/** A finished file: path relative to the package folder, with forward slashes, and its text with LF line ends. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
  /** Set if it replaces a file of `KEPT`, which is usually written once and kept. */
  readonly replaces?: true;
}

/** Returns whether a file is TypeScript, which is printed and formatted. Other files are written exactly as emitted. */
export function isCode({ path }: Pick<TextFile, 'path'>): boolean {
  return path.endsWith('.ts');
}

/** Hashes texts: SHA-256 in lower-case hex. The length of each text is hashed, too, so that `a, bc` and `ab, c` differ. */
export function hashTexts(...texts: readonly string[]): string {
  return hash('sha256', texts.map((text) => `${text.length}:${text}`).join(''));
}

/** The hash of a file that is missing. */
export const ABSENT: string = hashTexts('\0');

/** Hashes the text of a file; a missing file has the hash `ABSENT`. */
export function hashText(text: string | undefined): string {
  return text === undefined ? ABSENT : hashTexts(text);
}
