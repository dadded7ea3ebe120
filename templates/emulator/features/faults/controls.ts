import type { OperationPlan } from '../../plan/plan.js';
import type { FaultCall, FaultEffect, FaultHandle, OperationControl } from './operation-control.js';
import type { Fault, Faults, Reply } from './faults.js';

/** A group of controls, as the client groups operations. */
interface ControlGroup {
  [name: string]: ControlGroup | OperationControl;
}

/** Creates the controls of all operations, by their names in the client. */
export function createControls<Controls extends object>(plans: readonly OperationPlan[], faults: Faults): Controls {
  const root = createGroup();
  for (const { operation, names = operation.id.split('.') } of plans) {
    const last = names.at(-1) ?? operation.id;
    let group = root;
    // A control with operations below it is a group as well.
    for (const name of names.slice(0, -1)) group = (group[name] ??= createGroup()) as ControlGroup;
    // A group and an operation may have the same name.
    group[last] = Object.assign(group[last] ?? {}, createControl(operation.id, faults));
  }
  // The names are those of `Controls`: the same spec gives both.
  return root as unknown as Controls;
}

function createGroup(): ControlGroup {
  // Names of a spec may be names of inherited members; this object has none.
  return Object.create(null) as ControlGroup;
}

type CreateReply = (call: FaultCall) => Reply | Promise<Reply>;

/** Creates the control of one operation. */
function createControl(operation: string, faults: Faults): OperationControl {
  const add = (effect: FaultEffect, reply?: CreateReply): FaultHandle<never> =>
    createHandle(faults, faults.make({ operation, effect }, reply && { reply }));
  return {
    fail: (cause: string | number | object, options: object = {}) => {
      const named = typeof cause === 'string' ? { reason: cause } : cause;
      return add({ kind: 'fail', ...(typeof named === 'number' ? { status: named } : named), ...options });
    },
    reply: (response: Reply | CreateReply) =>
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

function createHandle(faults: Faults, fault: Fault): FaultHandle<never> {
  const handle: FaultHandle<never> = Object.assign(faults.createHandle(fault), {
    when: (condition: unknown): FaultHandle<never> => {
      // The call is that of any operation.
      fault.functions = { ...fault.functions, when: condition as (call: FaultCall) => boolean };
      return handle;
    },
  });
  return handle;
}
