import type { RuleDraft } from '../plan/rule.js';
import { CapabilityCall } from './capability-call.js';
import type { CallResponse, Capability } from '../plan/plan.js';

/** A cause of error responses of a capability, for reports of coverage and for the explanations that come with errors. */
export type CapabilityError = RuleDraft;

/** What a capability is made of. */
export interface CapabilityDefinition<Options extends object> {
  /** Why calls fail, each in one entry. Default: one entry for all of it. */
  readonly errors?: readonly CapabilityError[];
  /** Names of the requests that it sends (`call.send`), for the list of deliveries and for faults. */
  readonly sends?: readonly string[];
  /**
   * Carries the operation out and returns what is sent. `options` are the members of `x-action` beside `perform`, which
   * `speccast generate` has validated. What it changed is undone where it throws.
   */
  readonly run: (call: CapabilityCall, options: Options) => CallResponse;
}

/** Defines a capability: code that carries out the operations of a spec with `x-action: { perform: <its name> }`. */
export function defineCapability<Options extends object = object>({
  errors,
  sends,
  run,
}: CapabilityDefinition<Options>): Capability {
  const capability: Capability = (call, options) =>
    // The generator validates them against the JSON Schema that speccast.yaml has for the capability.
    run(new CapabilityCall(call, sends), options as unknown as Options);
  return Object.assign(capability, { ...(errors && { errors }), ...(sends && { sends }) });
}
