import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Validator } from '@speccast/runtime/validators';
import type { Json } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { compileModule } from './compile-module.js';
import { readGroups, remotes, type SuiteGroup } from './read-suite.js';

/** A folder of the suite, the options for its schemas, and the least number of its tests. */
interface Part {
  readonly draft: string;
  /** The `$schema` that is added to schemas without one. Absent for drafts whose tests all have it. */
  readonly dialect?: string;
  readonly folder: string;
  readonly formats: 'assert' | 'annotate';
  readonly size: number;
}

const parts: readonly Part[] = (
  [
    ['draft2020-12', undefined, 1299, 162, 764],
    ['draft2019-09', undefined, 1259, 0, 0],
    ['draft7', 'http://json-schema.org/draft-07/schema#', 927, 0, 0],
    ['draft6', 'http://json-schema.org/draft-06/schema#', 839, 0, 0],
    ['draft4', 'http://json-schema.org/draft-04/schema#', 618, 0, 0],
  ] as const
).flatMap(([draft, dialect, required, optional, formats]) => {
  const shared = { draft, ...(dialect && { dialect }) };
  return [
    { ...shared, folder: '', formats: 'annotate', size: required },
    { ...shared, folder: 'optional/', formats: 'annotate', size: optional },
    { ...shared, folder: 'optional/format/', formats: 'assert', size: formats },
  ];
});

const known = new Set(
  readFileSync(new URL('known-failures.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

const files = new Map(parts.map((part) => [part, readGroups(part.draft, part.folder)]));

describe.each([...files])('official suite, $draft/$folder, formats: $formats', (part, groups) => {
  test('is complete', () => {
    const size = [...groups.values()].flat().reduce((sum, group) => sum + group.tests.length, 0);
    expect(size).toBeGreaterThanOrEqual(part.size);
  });
  test.each([...groups.keys()])('%s', async (file) => {
    const failures = await listFailures(groups.get(file) ?? [], part);
    expect(failures).toEqual([...known].filter((line) => line.startsWith(`${part.draft}/${part.folder}${file} | `)));
  });
});
test('every known failure names a file of the suite', () => {
  const names = new Set(
    [...files].flatMap(([{ draft, folder }, groups]) => [...groups.keys()].map((file) => `${draft}/${folder}${file}`)),
  );
  expect([...known].filter((line) => !names.has(line.split(' | ')[0] ?? ''))).toEqual([]);
});

/** Lists the tests that `is` or `check` decides differently from the suite, or whose schema is rejected. */
async function listFailures(groups: readonly SuiteGroup[], part: Part): Promise<readonly string[]> {
  const { draft, dialect, folder, formats } = part;
  const state = (schema: Json): Json => (dialect && isJsonObject(schema) ? { $schema: dialect, ...schema } : schema);
  const schemas = Object.fromEntries(
    groups.map((group, index) => [`${index} ${group.description}`, state(group.schema)]),
  );
  const validators = await compileModule({ schemas, remotes, formats }).catch(() => undefined);
  if (validators === undefined && groups.length > 1) {
    const each = await Promise.all(groups.map((group) => listFailures([group], part)));
    return each.flat();
  }
  return groups.flatMap((group, index) =>
    listWrongTests(group, validators?.[`${index} ${group.description}`]).map((line) => `${draft}/${folder}${line}`),
  );
}

function listWrongTests(
  { file, description, tests }: SuiteGroup,
  validator: Validator<unknown> | undefined,
): readonly string[] {
  const wrong = tests.filter(
    ({ data, valid }) => validator?.is(data) !== valid || (validator.check(data).length === 0) !== valid,
  );
  return wrong.map((one) => `${file} | ${description} | ${one.description}`);
}
