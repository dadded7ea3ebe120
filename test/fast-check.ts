import { configureGlobal } from '../node_modules/fast-check/lib/fast-check.js';

/*
 * What `fast-check` means in the tests (vitest.config.ts puts this in its place; hence the path, which is not): the same
 * seed in every run, so that one commit gets one verdict. `FUZZ_SEED=<number>` takes another seed, `FUZZ_SEED=random` a
 * new one for each property.
 */

export * from '../node_modules/fast-check/lib/fast-check.js';

const { FUZZ_SEED: seed = '20261122' } = process.env;
if (seed !== 'random') configureGlobal({ seed: Number(seed) });
