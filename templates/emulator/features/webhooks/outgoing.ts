import type { Call, CallResponse, EmulatorPlan, OutgoingRequest, SendOutcome } from '../../plan/plan.js';
import type { CapabilityAction, ListenerPlan } from '../../plan/endpoint-plan.js';
import { present } from '../../act/rows/present.js';
import type { World } from '../../store/world.js';
import type { Message } from './deliveries.js';
import { findChanges } from '../../store/changed-rows.js';

/** Carries out what a capability that no operation performs does. */
export function performAction(call: Call, action: CapabilityAction): CallResponse {
  const capability = call.emulator.capabilities[action.perform];
  if (capability === undefined) throw new Error(`The emulator has no capability named ${action.perform}.`);
  return capability(call, action);
}

/** The tables whose changes capabilities hear of. */
export function heardTables({ listeners = [] }: EmulatorPlan): readonly string[] {
  return listeners.map(({ of }) => of);
}

/** What tells capabilities of changes. */
interface Hearing {
  readonly listeners: readonly ListenerPlan[];
  /** A call that reads a world. */
  readonly reading: (world: World) => Call;
  /** Runs a change of the current world. */
  readonly change: (work: (call: Call) => void) => void;
}

/** Tells capabilities of the changes between two worlds, the rows as callers see them. */
export function tellListeners({ listeners, reading, change }: Hearing, before: World, after: World): void {
  for (const { of: table, on, action } of listeners) {
    for (const found of findChanges(table, before, after)) {
      if (!on.includes(found.on)) continue;
      const [old, now] = [
        found.before && present(reading(before), table, found.before),
        found.after && present(reading(after), table, found.after),
      ];
      const heard = { on: found.on, table, ...(old && { before: old }), ...(now && { after: now }) };
      change((call) => void performAction({ ...call, change: heard }, action));
    }
  }
}

/** A request of a capability as a message to be delivered. */
export function messageOf(request: OutgoingRequest, finish: (outcome: SendOutcome) => void): Message {
  const { name, cause, method, url, headers, body, sign, retries, isRetried } = request;
  return {
    name,
    cause,
    method,
    to: url,
    headers: { 'user-agent': 'speccast-emulator', ...headers },
    ...(body !== undefined && { body, payload: body }),
    ...(sign && { sign }),
    ...(retries && { retries }),
    ...(isRetried && { isRetried }),
    done: finish,
  };
}
