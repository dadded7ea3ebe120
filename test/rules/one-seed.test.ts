import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test('properties are tried from the same seed in every run, unless another is asked for', () => {
  const { FUZZ_SEED: seed = '20261122' } = process.env;
  expect(fc.readConfigureGlobal()).toEqual(seed === 'random' ? {} : { seed: Number(seed) });
});
