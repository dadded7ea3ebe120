import type { OperationPlan } from '@speccast/emulator';

/** `GET /books` that answers JSON and takes a key or a token; parts may be replaced. */
export function operation(id: string, more: Partial<OperationPlan['operation']> = {}): OperationPlan['operation'] {
  return {
    id,
    method: 'GET',
    path: '/books',
    openParameters: true,
    responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
    auth: ['key', 'oauth'],
    ...more,
  };
}

/** An operation with its behaviour and no validators. */
export function planned(described: OperationPlan['operation'], behaviour: OperationPlan['behaviour']): OperationPlan {
  return { operation: described, responses: (described.responses ?? []).map(({ status }) => ({ status })), behaviour };
}
