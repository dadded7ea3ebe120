import { hash } from 'node:crypto';

/** A finished file: path relative to the package folder, with forward slashes, and its text with LF line ends. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
  /** Whether it replaces a file that is otherwise made once and kept. */
  readonly replaces?: true;
}

/** Whether a file is one of TypeScript, which is printed and may be formatted; any other is final as an emitter makes it. */
export function isCode({ path }: Pick<TextFile, 'path'>): boolean {
  return path.endsWith('.ts');
}

/** SHA-256 of texts in lower-case hex; each text counts with its length, so that `a, bc` and `ab, c` differ. */
export function hashTexts(...texts: readonly string[]): string {
  return hash('sha256', texts.map((text) => `${text.length}:${text}`).join(''));
}

/** The hash of a file that is missing. */
export const ABSENT: string = hashTexts('\0');

/** Hash of the text of a file, there or not. */
export function hashText(text: string | undefined): string {
  return text === undefined ? ABSENT : hashTexts(text);
}

const hashes = new WeakMap<TextFile, string>();

/** `hashTexts` of the text of a file; found out once, however often it is asked for. */
export function hashFile(file: TextFile): string {
  const hash = hashes.get(file) ?? hashTexts(file.text);
  hashes.set(file, hash);
  return hash;
}
