/** A finished file: path relative to the package folder, with forward slashes, and its text with LF line ends. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
  /** Whether it takes the place of a file that is otherwise made once and kept. */
  readonly replaces?: true;
}
