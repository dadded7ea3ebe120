import { expect } from 'vitest';
import { fillError, HttpError } from '@speccast/runtime/requests';
import type { ErrorFacts } from '@speccast/runtime/requests';
import type { JsonObject } from '@speccast/runtime';
import { readRows } from '../../../rows.js';

const { table } = readRows(import.meta.url);

/** An error, the schema of a response, and the body that is sent for the error. */
interface Row {
  readonly error: 'wrong' | 'unknown' | 'parameter';
  readonly schema: JsonObject;
  readonly facts?: Partial<ErrorFacts>;
  readonly want: JsonObject;
}

const errors: Readonly<Record<Row['error'], HttpError>> = {
  wrong: new HttpError(400, 'invalidValue', 'must have at least 2 characters', {
    location: 'data.title',
    locationType: 'body',
  }),
  unknown: new HttpError(404, 'notFound', 'There is no such entry in books: 7.'),
  parameter: new HttpError(400, 'invalidParameter', 'must be a whole number', {
    location: 'limit',
    locationType: 'parameter',
  }),
};

table('an error has the form that is declared', ({ error, schema, facts, want }: Row) => {
  const all = { error: errors[error], path: '/books', now: 0, ...facts };
  expect(fillError({ schema, root: schema }, all, () => undefined)).toEqual(want);
});
