import type { Api } from '../../api/api.js';

/** Whether an operation takes bytes, which may come from a file. */
export function takesMedia({ operations }: Api): boolean {
  return operations.some(({ body }) => body?.media !== undefined);
}
