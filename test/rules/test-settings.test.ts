import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test('properties are tried from the same seed in every run, unless another is asked for', () => {
  const { FUZZ_SEED: seed = '20261122' } = process.env;
  expect(fc.readConfigureGlobal()).toEqual(seed === 'random' ? {} : { seed: Number(seed) });
});

// Projects take nothing from the settings above them: flags that stood there were read by nobody.
test('the flags of the engine reach the processes that run the tests', () => {
  expect(process.execArgv.map((flag) => flag.split('=')[0])).toContain('--max-semi-space-size');
});
