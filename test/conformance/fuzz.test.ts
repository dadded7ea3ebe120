import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitrarySchema, arbitraryValue } from './arbitrary-schema.js';
import { compileModule } from './compile-module.js';
import { interpret } from './interpreter.js';

/** Schemas compiled into one module, and values that each is asked about. */
const batch = fc.array(fc.tuple(arbitrarySchema, fc.array(arbitraryValue, { minLength: 8, maxLength: 20 })), {
  minLength: 20,
  maxLength: 40,
});

test('compiled validators agree with the interpreter, and `is` with `check`', async () => {
  const runs = Number(process.env['FUZZ_RUNS'] ?? 15);
  await fc.assert(
    fc.asyncProperty(batch, async (cases) => {
      const validators = await compileModule({
        schemas: Object.fromEntries(cases.map(([schema], index) => [`s${index}`, schema])),
      });
      for (const [index, [schema, values]] of cases.entries()) {
        for (const value of values) {
          const validator = validators[`s${index}`];
          const want = interpret(schema, value);
          const got = { is: validator?.is(value), issues: (validator?.check(value).length ?? 0) > 0 };
          expect(got, JSON.stringify({ schema, value })).toEqual({ is: want, issues: !want });
        }
      }
    }),
    { numRuns: runs },
  );
}, 120_000);
