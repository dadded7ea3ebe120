import * as library from '../node_modules/fast-check/lib/fast-check.js';

/*
 * What `fast-check` means in the tests (vitest.config.ts puts this in its place; hence the path, which is not): the same
 * seed in every run, so that one commit gets one verdict. `FUZZ_SEED=<number>` takes another seed, `FUZZ_SEED=random` a
 * new one for each property. With one seed a run repeats the cases of the run before, so that properties try few;
 * `FUZZ_RUNS=<factor>` tries so many times as many, to search.
 */

export * from '../node_modules/fast-check/lib/fast-check.js';

const { FUZZ_SEED: seed = '20261122', FUZZ_RUNS: factor = '1' } = process.env;
if (seed !== 'random') library.configureGlobal({ seed: Number(seed) });

/** Tries a property as often as it says, times `FUZZ_RUNS`. */
export const assert = (<Ts>(
  property: library.IRawProperty<Ts>,
  { numRuns = 100, ...rest }: library.Parameters<Ts> = {},
) =>
  // It returns what the library does: a promise for an asynchronous property, which a type of a function cannot say.
  library.assert(property, { ...rest, numRuns: Math.ceil(numRuns * Number(factor)) })) as typeof library.assert;

/** The code points below the surrogates, and how many those are. */
const [below, surrogates] = [0xd800, 0x800];

/** Any code point, as the library's own: that one lists a million of them in each process to look up one. */
const codePoint = library.nat({ max: 0x10ffff - surrogates }).map(
  (index) => String.fromCodePoint(index < below ? index : index + surrogates),
  (text) => {
    const point = typeof text === 'string' ? (text.codePointAt(0) ?? Number.NaN) : Number.NaN;
    const isOne = !Number.isNaN(point) && text === String.fromCodePoint(point);
    if (!isOne || (point >= below && point < below + surrogates)) throw new Error(`${String(text)} is no code point`);
    return point < below ? point : point - surrogates;
  },
);

/** Texts as the library has them. */
export const string = (constraints: library.StringConstraints = {}): library.Arbitrary<string> =>
  library.string(constraints.unit === 'binary' ? { ...constraints, unit: codePoint } : constraints);
