import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test('fast-check has the same seed in every run, unless FUZZ_SEED is set', () => {
  const { FUZZ_SEED: seed = '20261122' } = process.env;
  expect(fc.readConfigureGlobal()).toEqual(seed === 'random' ? {} : { seed: Number(seed) });
});

// vitest ignores `execArgv` outside of `projects`: flags had no effect there once.
test('the flags of V8 reach the processes that run the tests', () => {
  expect(process.execArgv.map((flag) => flag.split('=')[0])).toContain('--max-semi-space-size');
});
