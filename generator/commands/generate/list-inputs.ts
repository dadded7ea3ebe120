import { relative } from 'node:path';
import { ABSENT } from '../../output/text-file.js';
import { display } from '../sources/targets.js';
import type { Target } from '../sources/targets.js';
import { isAddress } from '../../spec/references/reference.js';

/** What a package is made from, beside the generator itself; each list sorted and without repeats. */
export interface Inputs {
  /** Files that were read, from the current folder, with forward slashes. */
  readonly files: readonly string[];
  /** Files that were looked for and are not there; one that appears changes what is made. */
  readonly missing: readonly string[];
  /** Addresses that were fetched. */
  readonly addresses: readonly string[];
}

/** Lists what a run read, by the hashes of it (`SpecReader.hashes`). */
export function listInputs(
  { config, released }: Target,
  hashes: Readonly<Record<string, string>>,
  cwd: string,
): Inputs {
  const read = Object.entries(hashes).map(([path, hash]) => ({ path, exists: hash !== ABSENT }));
  const files = [
    ...read.filter(({ path }) => !isAddress(path)),
    ...(config === undefined ? [] : [{ path: config, exists: true }]),
    ...(released === undefined ? [] : [released]),
  ];
  const list = (wanted: boolean): readonly string[] =>
    sortUnique(files.filter(({ exists }) => exists === wanted).map(({ path }) => display(relative(cwd, path))));
  return {
    files: list(true),
    missing: list(false),
    addresses: sortUnique(read.map(({ path }) => path).filter(isAddress)),
  };
}

/** In the order of UTF-16 code units, which is the same in every language. */
export function sortUnique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
