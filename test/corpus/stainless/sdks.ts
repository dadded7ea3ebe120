import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A package that Stainless made, whose document is public. Files are `<name of a repository>:<path>`. */
export interface PublicSdk {
  readonly name: string;
  /** Where its calls are listed; some have a page for each resource besides. */
  readonly pages: readonly string[];
  /** The folder of its tests, which call each of them with values. */
  readonly tests: string;
  readonly document: string;
  /** Its configuration, where that is public; otherwise one is derived from the pages. */
  readonly settings?: string;
  /** Calls that the package does not have, with the reason. */
  readonly missing: { readonly [path: string]: string };
  /** Calls that it has, with values that its tests pass and the document does not take. */
  readonly differs: { readonly [path: string]: string };
}

const stated: {
  readonly sdks: readonly PublicSdk[];
  readonly repositories: { readonly [name: string]: string };
} = parse(readFileSync(new URL('sdks.yaml', import.meta.url), 'utf8'));

/** The packages that are compared. */
export const sdks: readonly PublicSdk[] = stated.sdks;

/** The repositories of their files by name: `<owner>/<name>@<commit>`. */
export const repositories: { readonly [name: string]: string } = stated.repositories;
