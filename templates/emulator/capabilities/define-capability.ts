import type { RuleDraft } from '../plan/rule.js';
import { CapabilityCall } from './capability-call.js';
import type { CallResponse, Capability } from '../plan/plan.js';

/** A cause of error responses of a capability, for reports of coverage and for the explanations that come with errors. */
export type CapabilityError = RuleDraft;

/** The parts of a capability. */
export interface CapabilityDefinition<Options extends object> {
  /** The causes of its errors. Default: one for all of them. */
  readonly errors?: readonly CapabilityError[];
  /** Names of the requests that it sends (`call.send`), for the list of deliveries and for faults. */
  readonly sends?: readonly string[];
  /**
   * Performs the operation and returns its response. `options` are the other members of `x-action`, beside `perform`, which
   * `speccast generate` has validated. If it throws, its changes are undone.
   */
  readonly run: (call: CapabilityCall, options: Options) => CallResponse;
}

/** Defines a capability: code that performs the operations of a spec with `x-action: { perform: <its name> }`. */
export function defineCapability<Options extends object = object>({
  errors,
  sends,
  run,
}: CapabilityDefinition<Options>): Capability {
  const capability: Capability = (call, options) =>
    // The generator validates the options against the JSON Schema in speccast.yaml.
    run(new CapabilityCall(call, sends), options as unknown as Options);
  return Object.assign(capability, { ...(errors && { errors }), ...(sends && { sends }) });
}
