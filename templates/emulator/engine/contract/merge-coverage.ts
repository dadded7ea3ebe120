import type { Coverage, Covered, OperationCoverage } from './coverage.js';

/** Joins what several processes exercised of one service; throws where they are of different ones. */
export function mergeCoverage(first: Coverage, second: Coverage): Coverage {
  const others = new Map(second.byOperation.map((one) => [one.operation, one]));
  return {
    operations: join(first.operations, second.operations),
    statuses: join(first.statuses, second.statuses),
    rules: {
      ...join(first.rules, second.rules),
      evaluated: join(first.rules.evaluated, second.rules.evaluated),
    },
    enums: join(first.enums, second.enums),
    parameters: join(first.parameters, second.parameters),
    byOperation: first.byOperation.map((one) => joinOperations(one, others.get(one.operation))),
  };
}

function joinOperations(one: OperationCoverage, other: OperationCoverage | undefined): OperationCoverage {
  if (other === undefined) throw different();
  return {
    operation: one.operation,
    requests: one.requests + other.requests,
    statuses: join(one.statuses, other.statuses),
    rules: join(one.rules, other.rules),
    enums: join(one.enums, other.enums),
    parameters: join(one.parameters, other.parameters),
  };
}

function join(one: Covered, other: Covered): Covered {
  if (one.total !== other.total) throw different();
  const still = new Set(other.missing);
  const missing = one.missing.filter((item) => still.has(item));
  return { total: one.total, covered: one.total - missing.length, missing };
}

function different(): Error {
  return new Error('These are the coverages of different services, or of different versions of one.');
}
