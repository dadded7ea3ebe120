import { readFileSync } from 'node:fs';
import type { Json } from 'speccast/emitter';

/** A schema of the suite and its tests. */
export interface SuiteGroup {
  readonly file: string;
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

/** The remote documents of the suite, by URI. */
export const remotes: Readonly<Record<string, Json>> = read('remotes.json');

/** Reads the groups of a draft in a folder such as `optional/`, by file. */
export function readGroups(draft: string, folder: string): ReadonlyMap<string, readonly SuiteGroup[]> {
  const cases = read<Readonly<Record<string, readonly Omit<SuiteGroup, 'file'>[]>>>(`${draft}.json`);
  const files = Object.entries(cases).filter(([path]) => path.slice(0, path.lastIndexOf('/') + 1) === folder);
  return new Map(
    files.map(([path, groups]) => {
      const file = path.slice(folder.length);
      return [file, groups.map((group) => ({ ...group, file }))];
    }),
  );
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`json-schema-suite/${file}`, import.meta.url), 'utf8'));
}
