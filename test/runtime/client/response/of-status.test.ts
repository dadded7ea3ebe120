import { expect } from 'vitest';
import { createValidation } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { readRows } from '../../../rows.js';
import { createTestCore, catchError, json, createOperation, scriptFetch } from '../support.js';

/** A validator that likes nothing, and says what it is of. */
function dislike(schema: string): Validator<unknown> {
  const check: Validator<unknown>['check'] = () => [{ message: `is of ${schema}`, path: [], keyword: 'not', schema }];
  // `as`: what a validation does with a validator is to let it check.
  return { check } as Validator<unknown>;
}

const title = 'a response with %i is validated, of %j, by the one for the status, its class, or all: %s';

readRows(import.meta.url).table(title, async (status: number, declared: readonly string[], want?: string) => {
  const responses = Object.fromEntries(declared.map((one) => [one, dislike(one)]));
  const use = createValidation({
    check: (validator, value) => ({ issues: validator.check(value), drift: [] }),
    calls: { 'films.list': { responses } },
  });
  const { fetch } = scriptFetch(json({}, { status }));
  const call = createTestCore({ fetch, validate: { use, response: 'error' } }).call(createOperation(), {});
  if (want === undefined) expect(await call).toEqual({});
  else
    expect(await catchError(call)).toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining(`is of ${want}`),
    });
});
