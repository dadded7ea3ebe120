import * as library from '../node_modules/fast-check/lib/fast-check.js';

/*
 * Replaces `fast-check` in the tests: vitest.config.ts resolves the name to this file, which imports the library by its path.
 * Every run has the same seed, so that a commit always passes or always fails. `FUZZ_SEED=<number>` sets another seed,
 * `FUZZ_SEED=random` a new one for each property. A run with the same seed repeats the same cases, so properties try few of them;
 * `FUZZ_RUNS=10` tries ten times as many, to search for new failures.
 */

export * from '../node_modules/fast-check/lib/fast-check.js';

const { FUZZ_SEED: seed = '20261122', FUZZ_RUNS: factor = '1' } = process.env;
if (seed !== 'random') library.configureGlobal({ seed: Number(seed) });

/** Checks a property with its own number of runs, multiplied by `FUZZ_RUNS`. */
export const assert = (<Ts>(
  property: library.IRawProperty<Ts>,
  { numRuns = 100, ...rest }: library.Parameters<Ts> = {},
) =>
  // `as`: the result is a promise only for an asynchronous property, and overloads cannot be written on an arrow function.
  library.assert(property, { ...rest, numRuns: Math.ceil(numRuns * Number(factor)) })) as typeof library.assert;

/** First surrogate code point, and the number of surrogates. */
const [below, surrogates] = [0xd800, 0x800];

/** Any code point except surrogates. The library's own arbitrary builds a table of a million code points in each process. */
const codePoint = library.nat({ max: 0x10ffff - surrogates }).map(
  (index) => String.fromCodePoint(index < below ? index : index + surrogates),
  (text) => {
    const point = typeof text === 'string' ? (text.codePointAt(0) ?? Number.NaN) : Number.NaN;
    const isOne = !Number.isNaN(point) && text === String.fromCodePoint(point);
    if (!isOne || (point >= below && point < below + surrogates)) throw new Error(`${String(text)} is no code point`);
    return point < below ? point : point - surrogates;
  },
);

/** Strings of the library, with the faster arbitrary above for `unit: 'binary'`. */
export const string = (constraints: library.StringConstraints = {}): library.Arbitrary<string> =>
  library.string(constraints.unit === 'binary' ? { ...constraints, unit: codePoint } : constraints);
