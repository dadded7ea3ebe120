import type { EmulatorPlan, OperationPlan } from '../plan.js';

/** The reason of an operation's errors with a status: its own, that of all operations, or a usual one if the spec declares none. */
export function reasonOf(plan: EmulatorPlan, { reasons }: OperationPlan, status: number): string {
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
