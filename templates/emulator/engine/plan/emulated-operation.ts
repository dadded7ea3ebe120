import type { EmulatorPlan } from './plan.js';

/** One operation of an emulator, for whoever lists them. */
export interface EmulatedOperation {
  /** `operationId`. */
  readonly id: string;
  readonly method: string;
  /** Path template of the spec, below the base path. */
  readonly path: string;
  /** Reasons for which a call may be refused, by status; those of all operations come last. */
  readonly reasons: Readonly<Record<string, readonly string[]>>;
}

const known = new WeakMap<EmulatorPlan, readonly EmulatedOperation[]>();

/** The operations of a plan in the order of the spec. */
export function listOperations(plan: EmulatorPlan): readonly EmulatedOperation[] {
  const list = known.get(plan) ?? listOf(plan);
  known.set(plan, list);
  return list;
}

function listOf({ operations, reasons: common = {} }: EmulatorPlan): readonly EmulatedOperation[] {
  return operations.map(({ operation: { id, method, path }, reasons: own = {} }) => {
    const statuses = [...new Set([...Object.keys(own), ...Object.keys(common)])];
    const reasons = statuses.map((status): [string, readonly string[]] => [
      status,
      [...new Set([...reasonsAt(own, status), ...reasonsAt(common, status)])],
    ]);
    return { id, method, path, reasons: Object.fromEntries(reasons) };
  });
}

function reasonsAt(reasons: Readonly<Record<string, readonly string[]>>, status: string): readonly string[] {
  return reasons[status] ?? [];
}
