import { describe, expect, test } from 'vitest';
import type { HttpMethod } from '@speccast/runtime';
import { createRouter } from '@speccast/runtime/requests';
import type { Route } from '@speccast/runtime/requests';
import { createOperationPlan } from '../create-operation-plan.js';
import { readRows } from '../../../rows.js';

const { rows: table } = readRows(new URL('router.yaml', import.meta.url));

const paths = table<readonly [HttpMethod, string]>('paths');
const route = createRouter(paths.map(([method, path]) => createOperationPlan({ id: path, method, path })));

function describeRoute(found: Route<{ readonly operation: { readonly path: string } }>): unknown {
  return found.kind === 'operation'
    ? [found.plan.operation.path, found.path]
    : found.kind === 'method'
      ? found.allowed
      : found.kind;
}

describe('router', () => {
  test.each(table<[string, string, unknown]>('routes'))('%s %s', (method, path, want) => {
    expect(describeRoute(route(method, path))).toEqual(want);
  });
});
