import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Validator } from '../../templates/runtime/validators/check/validator.js';
import { compileModule } from './compile-module.js';
import { readGroups, remotes, type SuiteGroup } from './read-suite.js';

/** A folder of the suite: what its schemas are compiled with, and the tests that it holds at least. */
interface Part {
  readonly folder: string;
  readonly formats: 'assert' | 'annotate';
  readonly size: number;
}

const parts: readonly Part[] = [
  { folder: '', formats: 'annotate', size: 1299 },
  { folder: 'optional/', formats: 'annotate', size: 162 },
  { folder: 'optional/format/', formats: 'assert', size: 764 },
];

const known = new Set(
  readFileSync(new URL('known-failures.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

const files = new Map(parts.map((part) => [part, readGroups(part.folder)]));

describe.each([...files])('official suite, draft 2020-12/$folder, formats: $formats', (part, groupsOf) => {
  test('is the whole suite', () => {
    const size = [...groupsOf.values()].flat().reduce((sum, group) => sum + group.tests.length, 0);
    expect(size).toBeGreaterThanOrEqual(part.size);
  });
  test.each([...groupsOf.keys()])('%s', async (file) => {
    const failures = await failuresOf(groupsOf.get(file) ?? [], part);
    expect(failures).toEqual([...known].filter((line) => line.startsWith(`${part.folder}${file} | `)));
  });
});
test('every known failure names a file of the suite', () => {
  const names = new Set([...files].flatMap(([{ folder }, groups]) => [...groups.keys()].map((file) => folder + file)));
  expect([...known].filter((line) => !names.has(line.split(' | ')[0] ?? ''))).toEqual([]);
});

/** Tests that `is` or `check` judges otherwise than the suite, or whose schema is refused. */
async function failuresOf(groups: readonly SuiteGroup[], { folder, formats }: Part): Promise<readonly string[]> {
  const schemas = Object.fromEntries(groups.map((group, index) => [`${index} ${group.description}`, group.schema]));
  const validators = await compileModule({ schemas, remotes, formats }).catch(() => undefined);
  if (validators === undefined && groups.length > 1) {
    const each = await Promise.all(groups.map((group) => failuresOf([group], { folder, formats, size: 0 })));
    return each.flat();
  }
  return groups.flatMap((group, index) =>
    wrongTests(group, validators?.[`${index} ${group.description}`]).map((line) => folder + line),
  );
}

function wrongTests(
  { file, description, tests }: SuiteGroup,
  validator: Validator<unknown> | undefined,
): readonly string[] {
  const wrong = tests.filter(
    ({ data, valid }) => validator?.is(data) !== valid || (validator.check(data).length === 0) !== valid,
  );
  return wrong.map((one) => `${file} | ${description} | ${one.description}`);
}
