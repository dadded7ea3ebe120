import type { Operation, Service } from './operation.js';

/** An operation with all its parameters: its own, and those that all operations of the service take. */
export function withCommon<P, R>(service: Service, operation: Operation<P, R>): Operation<P, R> {
  if (service.parameters === undefined || operation.ownParametersOnly === true) return operation;
  const parameters = [...(operation.parameters ?? []), ...service.parameters];
  return { ...operation, parameters, writers: { ...operation.writers, ...service.writers } };
}
