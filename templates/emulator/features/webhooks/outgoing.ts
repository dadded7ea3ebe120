import type { Call, CallResponse, EmulatorPlan, OutgoingRequest } from '../../plan/plan.js';
import type { CapabilityAction, ListenerPlan, RowChange as HeardChange } from '../../plan/endpoint-plan.js';
import { present } from '../../act/rows/present.js';
import type { World } from '../../store/world.js';
import { findChanges, type RowChange } from '../../store/changed-rows.js';
import type { Message } from './deliveries.js';

/** Performs the action of a capability that belongs to no operation. */
export function performAction(call: Call, action: CapabilityAction): CallResponse {
  const capability = call.emulator.capabilities[action.perform];
  if (capability === undefined) throw new Error(`The emulator has no capability named ${action.perform}.`);
  return capability(call, action);
}

/** Lists the tables whose changes capabilities listen to. */
export function heardTables({ listeners = [] }: EmulatorPlan): readonly string[] {
  return listeners.map(({ of }) => of);
}

/** The rows before and after a change; absent where there was none. */
export type ChangedRows = Pick<HeardChange, 'before' | 'after'>;

/** Returns the rows of a change as callers see them. `reading` makes a call that reads a world. */
export function presentChange(
  worlds: { readonly before: World; readonly after: World; readonly reading: (world: World) => Call },
  table: string,
  { before, after }: RowChange,
): ChangedRows {
  return {
    ...(before && { before: present(worlds.reading(worlds.before), table, before) }),
    ...(after && { after: present(worlds.reading(worlds.after), table, after) }),
  };
}

/** Tells capabilities of the changes between two worlds. `change` runs each action as a change of the current world. */
export function tellListeners(
  {
    listeners,
    reading,
    change,
  }: {
    readonly listeners: readonly ListenerPlan[];
    readonly reading: (world: World) => Call;
    readonly change: (work: (call: Call) => void) => void;
  },
  before: World,
  after: World,
): void {
  const worlds = { before, after, reading };
  for (const { of: table, on, action } of listeners)
    for (const found of findChanges(table, before, after).filter((one) => on.includes(one.on))) {
      const heard = { on: found.on, table, ...presentChange(worlds, table, found) };
      change((call) => void performAction({ ...call, change: heard }, action));
    }
}

/** Makes a message of the request of a capability. */
export function toMessage(request: OutgoingRequest, done: NonNullable<Message['done']>): Message {
  const { url, body } = request;
  return { ...request, to: url, payload: body, done };
}
