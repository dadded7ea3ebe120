import type { OperationPlan } from '@speccast/emulator';

/** Returns a plan of an operation without validators and behaviour: by default `GET /books`, which responds with JSON. */
export function createOperationPlan(more: Partial<OperationPlan['operation']>): OperationPlan {
  const operation: OperationPlan['operation'] = {
    id: 'books.list',
    method: 'GET',
    path: '/books',
    openParameters: true,
    responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
    auth: ['key', 'oauth'],
    ...more,
  };
  return { operation, responses: (operation.responses ?? []).map(({ status }) => ({ status })), behaviour: {} };
}
