import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../../generator/spec/read/json.js';

/** One schema of the suite and the values that it is asked about. */
export interface SuiteGroup {
  readonly file: string;
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

const root = resolve(fileURLToPath(import.meta.url), '../../..');

/** Folder of the official JSON Schema test suite; `undefined` where there is none on this machine. */
export const suiteFolder: string | undefined = [
  process.env['JSON_SCHEMA_TEST_SUITE'],
  join(root, '../shared/json-schema-suite'),
].find((folder): folder is string => folder !== undefined && existsSync(join(folder, 'tests/draft2020-12')));

/** Groups of a folder of the suite, by file. */
export function readGroups(folder: string): ReadonlyMap<string, readonly SuiteGroup[]> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted();
  return new Map(
    files.map((file) => [
      file,
      readJson<readonly Omit<SuiteGroup, 'file'>[]>(join(folder, file)).map((group) => ({ ...group, file })),
    ]),
  );
}

/** The suite's remote documents of this draft, by the URI that its schemas use. */
export function readRemotes(suite: string): Readonly<Record<string, Json>> {
  const files = readdirSync(join(suite, 'remotes'), { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const wanted = files.filter((file) => file.endsWith('.json') && !/^(?:draft(?!2020-12)|v1)/.test(file));
  return Object.fromEntries(
    wanted.map((file) => [`http://localhost:1234/${file}`, readJson<Json>(join(suite, 'remotes', file))]),
  );
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8'));
}
