/** One file of a spec as the caller hands it in. */
export interface SpecText {
  /** Name shown in diagnostics and used to resolve relative `$ref`s, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/** Reads another file of the spec, named like the root file and in its folder or below, or where else it is allowed; `undefined` where it may not be read or does not exist. */
export type ReadSpecFile = (file: string) => string | undefined;
