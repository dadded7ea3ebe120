import type { OperationResponse } from './operation.js';

/** The answers of an operation whose descriptor names none. */
export const jsonAnswers: readonly OperationResponse[] = [
  { status: '200', contents: [{ mediaType: 'application/json' }] },
];
