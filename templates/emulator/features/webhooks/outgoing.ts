import type { Call, CallResponse, EmulatorPlan, OutgoingRequest } from '../../plan/plan.js';
import type { CapabilityAction, ListenerPlan, RowChange as HeardChange } from '../../plan/endpoint-plan.js';
import { present } from '../../act/rows/present.js';
import type { World } from '../../store/world.js';
import { findChanges } from '../../store/changed-rows.js';
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

/** A change of a row, as callers see the row, and its key. */
export interface KeyedChange extends HeardChange {
  readonly key: string;
}

/** Lists the changes of the rows of a table between two worlds. `reading` makes a call that reads a world. */
export function listChanges(
  table: string,
  {
    before,
    after,
    reading,
  }: { readonly before: World; readonly after: World; readonly reading: (world: World) => Call },
): readonly KeyedChange[] {
  return findChanges(table, before, after).map(({ on, key, before: old, after: row }) => ({
    on,
    table,
    key,
    ...(old && { before: present(reading(before), table, old) }),
    ...(row && { after: present(reading(after), table, row) }),
  }));
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
  for (const { of: table, on, action } of listeners)
    for (const { key: _key, ...heard } of listChanges(table, { before, after, reading }))
      if (on.includes(heard.on)) change((call) => void performAction({ ...call, change: heard }, action));
}

/** Makes a message of the request of a capability. */
export function toMessage(request: OutgoingRequest, done: NonNullable<Message['done']>): Message {
  const { url, body } = request;
  return { ...request, to: url, payload: body, done };
}
