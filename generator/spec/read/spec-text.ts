/** One file of a spec as the caller hands it in. */
export interface SpecText {
  /** Name shown in diagnostics and used to resolve relative `$ref`s, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/** Reads another file of the spec, named like the root file and in its folder or below, or where else it is allowed; `undefined` where it may not be read or does not exist. */
export type ReadSpecFile = (file: string) => string | undefined;

/** The longest text of one file that is read, in UTF-16 units: more than that of the largest specs that are published. */
export const MOST_CHARACTERS: number = 64 * 1024 * 1024;
