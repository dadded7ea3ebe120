import { describe, expect, test } from 'vitest';
import { readSuite, suiteNames } from './own-checks.js';

describe.each(suiteNames)('the checks in %s.yaml', (name) => {
  test.each(readSuite(name))('%s', async (_title, run) => {
    expect(await run()).toBeUndefined();
  });
});
