import type { OperationPlan } from '../../plan/plan.js';
import type { FaultCall, FaultEffect } from './fault-rule.js';
import type { Fault, Faults, Reply } from './faults.js';
import type { FaultHandle, OperationControl } from './operation-control.js';

/** A group of controls, as the client groups operations. */
interface ControlGroup {
  [name: string]: ControlGroup | OperationControl;
}

/** The controls of all operations, by their names in the client. */
export function createControls<Controls extends object>(plans: readonly OperationPlan[], faults: Faults): Controls {
  const root = emptyGroup();
  for (const { operation, names = operation.id.split('.') } of plans) {
    const last = names.at(-1) ?? operation.id;
    let group = root;
    for (const name of names.slice(0, -1)) group = groupIn(group, name);
    // A group and an operation may have the same name.
    group[last] = Object.assign(group[last] ?? {}, createControl(operation.id, faults));
  }
  // The names are those of `Controls`: the same spec gives both.
  return root as unknown as Controls;
}

function groupIn(group: ControlGroup, name: string): ControlGroup {
  const found = group[name] ?? emptyGroup();
  group[name] = found;
  // A control with operations below it is a group as well.
  return found as ControlGroup;
}

function emptyGroup(): ControlGroup {
  // Names of a spec may be names of inherited members; this object has none.
  return Object.create(null) as ControlGroup;
}

/** The control of one operation. */
function createControl(operation: string, faults: Faults): OperationControl {
  const add = (effect: FaultEffect, reply?: (call: FaultCall) => Reply | Promise<Reply>): FaultHandle<never> =>
    handleOf(faults, faults.make({ operation, effect }, reply && { reply }));
  return {
    fail: (what: string | number | object, options: object = {}) =>
      add({ kind: 'fail', ...failureOf(what), ...options }),
    reply: (response: Reply | ((call: FaultCall) => Reply | Promise<Reply>)) =>
      typeof response === 'function'
        ? add({ kind: 'reply', status: 200 }, response)
        : add({ kind: 'reply', ...response }),
    disconnect: ({ lose = 'request' }: { readonly lose?: 'request' | 'answer' } = {}) =>
      add({ kind: 'disconnect', done: lose === 'answer' }),
    stall: () => add({ kind: 'stall' }),
    delay: (time: number | { readonly min: number; readonly max: number }) =>
      add({ kind: 'delay', ...(typeof time === 'number' ? { min: time, max: time } : time) }),
    cut: (bytes: number) => add({ kind: 'cut', bytes }),
    slow: (pieces: { readonly bytes: number; readonly every: number }) => add({ kind: 'slow', ...pieces }),
    // Packages have exact types for calls, responses and reasons.
  } as unknown as OperationControl;
}

/** What a failure is named by: its reason, its status, or options with a status. */
function failureOf(what: string | number | object): object {
  if (typeof what === 'string') return { reason: what };
  return typeof what === 'number' ? { status: what } : what;
}

function handleOf(faults: Faults, fault: Fault): FaultHandle<never> {
  const handle: FaultHandle<never> = {
    once: () => narrowed({ hits: { times: 1 } }),
    times: (times) => narrowed({ hits: { times } }),
    nth: (nth) => narrowed({ hits: { nth } }),
    always: () => narrowed({ hits: 'all' }),
    // The call is that of any operation.
    when: (condition) => narrowed({ when: condition as unknown as (call: FaultCall) => boolean }),
    get used() {
      return fault.used;
    },
    remove: () => void faults.remove(fault.id),
  };
  const narrowed = (to: Parameters<Faults['narrow']>[1]): FaultHandle<never> => {
    faults.narrow(fault, to);
    return handle;
  };
  return handle;
}
