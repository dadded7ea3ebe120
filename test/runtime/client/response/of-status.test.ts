import { expect } from 'vitest';
import { createValidation } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { readRows } from '../../../rows.js';
import { createTestCore, catchError, json, createOperation, scriptFetch } from '../support.js';

/** Returns a validator that rejects all values, with the name of its schema in the message. */
function createRejecting(schema: string): Validator<unknown> {
  const check: Validator<unknown>['check'] = () => [{ message: `is of ${schema}`, path: [], keyword: 'not', schema }];
  // `as`: a validation calls only `check`.
  return { check } as Validator<unknown>;
}

const title = 'a response with %i is validated by the validator for its status, its class, or `default`, of %j: %s';

readRows(import.meta.url).table(title, async (status: number, declared: readonly string[], want?: string) => {
  const responses = Object.fromEntries(declared.map((one) => [one, createRejecting(one)]));
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
