import type { Operation } from '../api/api.js';

/** The keys that lead to an operation in its document. */
export function stepsTo({ method, path }: Pick<Operation, 'method' | 'path'>): readonly string[] {
  return ['paths', path, method.toLowerCase()];
}
