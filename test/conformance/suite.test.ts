import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Validator } from '../../templates/runtime/validators/validator.js';
import { compileModule } from './compile-module.js';
import { readGroups, readRemotes, suiteFolder, type SuiteGroup } from './read-suite.js';

const known = new Set(
  readFileSync(new URL('known-failures.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

if (suiteFolder === undefined) {
  test.skip('the official JSON Schema suite was not found: set JSON_SCHEMA_TEST_SUITE to its folder', () => {});
} else {
  runSuite(suiteFolder);
}

function runSuite(suite: string): void {
  const remotes = readRemotes(suite);
  const files = readGroups(join(suite, 'tests/draft2020-12'));
  describe('official suite, draft 2020-12', () => {
    test('is the whole suite', () => {
      const size = [...files.values()].flat().reduce((sum, group) => sum + group.tests.length, 0);
      expect(size).toBeGreaterThanOrEqual(1299);
    });
    test.each([...files.keys()])('%s', async (file) => {
      const groups = files.get(file) ?? [];
      const schemas = Object.fromEntries(groups.map((group, index) => [`${index} ${group.description}`, group.schema]));
      const validators = await compileModule({ schemas, remotes });
      const failures = groups.flatMap((group, index) => failuresOf(group, validators[`${index} ${group.description}`]));
      expect(failures).toEqual([...known].filter((line) => line.startsWith(`${file} | `)));
    });
    test('every known failure names a file of the suite', () => {
      expect([...known].filter((line) => !files.has(line.split(' | ')[0] ?? ''))).toEqual([]);
    });
  });
}

/** Values that `is` or `check` judges otherwise than the suite. */
function failuresOf(
  { file, description, tests }: SuiteGroup,
  validator: Validator<unknown> | undefined,
): readonly string[] {
  const wrong = tests.filter(
    ({ data, valid }) => validator?.is(data) !== valid || (validator.check(data).length === 0) !== valid,
  );
  return wrong.map((one) => `${file} | ${description} | ${one.description}`);
}
