import type { EmulatorPlan, OperationPlan } from '../plan.js';

/** Chooses the reason of an error: the one that the spec declares for the operation, else for all operations, else a usual one. */
export function chooseReason(plan: EmulatorPlan, { reasons }: OperationPlan, status: number): string {
  const usual = usualReasons.get(status) ?? (status < 500 ? 'badRequest' : 'backendError');
  return reasons?.[status]?.[0] ?? plan.reasons?.[status]?.[0] ?? usual;
}

const usualReasons: ReadonlyMap<number, string> = new Map([
  [401, 'authError'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [405, 'httpMethodNotAllowed'],
  [409, 'conflict'],
  [410, 'gone'],
  [412, 'conditionNotMet'],
  [413, 'uploadTooLarge'],
  [415, 'unsupportedMediaType'],
  [429, 'rateLimitExceeded'],
]);
