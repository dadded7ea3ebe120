import { expect, test } from 'vitest';
import { readQuery } from '@speccast/runtime/parameters';
import type { OperationParameter } from '@speccast/runtime';
import { readParameters } from '@speccast/runtime/requests';
import { createOperationPlan } from '../create-operation-plan.js';
import { readRows } from '../../../rows.js';

const { rows: table } = readRows(new URL('read-parameters.yaml', import.meta.url));

/** Parts of a request. */
interface RequestRow {
  readonly query?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

function read(parameters: readonly OperationParameter[], { query = '', path = {}, headers = {} }: RequestRow): unknown {
  const plan = createOperationPlan({ parameters });
  return readParameters(plan, {
    path,
    query: readQuery(query),
    headers: new Headers(headers),
    credentials: new Set(['key']),
  });
}

test.each(table<[string, readonly OperationParameter[], RequestRow, unknown]>('requests'))(
  '%s',
  (_name, parameters, request, want) => {
    expect(read(parameters, request)).toEqual(want);
  },
);

test.each(table<[string, OperationParameter, RequestRow, string]>('rejected'))(
  '%s is rejected',
  (_name, parameter, request, message) => {
    expect(() => read([parameter], request)).toThrow(
      expect.objectContaining({ status: 400, reason: 'invalidParameter', message }),
    );
  },
);

test('a query with invalid escapes is read as text', () => {
  expect(read([], { query: '?a=%zz&__proto__=1' })).toEqual(
    Object.fromEntries([
      ['a', '%zz'],
      ['__proto__', '1'],
    ]),
  );
});
