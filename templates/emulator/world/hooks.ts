import type { JsonObject } from '@speccast/runtime';
import type { HttpError } from '@speccast/runtime/requests';
import type { Call, DecodedBody, OutgoingRequest, Received, Routed, Valid } from '../plan/plan.js';
import type { World } from '../store/world.js';

/** Responds to a request, or returns undefined to leave it to others. May throw an `HttpError`. */
type Serve = (received: Received) => Promise<Response | undefined> | Response | undefined;

/** The steps of a world that a feature takes part in. */
export interface Hooks {
  /** Prepares a request before anything else. */
  readonly receive?: (received: Received) => void;
  /** Responds to requests at addresses that a path such as `/{owner}/{name}` would hide; `undefined` for all others. */
  readonly serve?: Serve;
  /** Responds to requests that no operation takes; `undefined` for all others. */
  readonly serveUnrouted?: Serve;
  /** Responds to a request to an operation: by `proceed`, which rejects with its error, or without it. */
  readonly around?: (routed: Routed, proceed: () => Promise<Response>) => Promise<Response>;
  /** Reads the body of a request in a way of its own; `undefined` for the usual way. */
  readonly readBody?: (routed: Routed) => Promise<DecodedBody> | undefined;
  /** Responds to a valid request in place of its operation; `undefined` to leave it to the operation. */
  readonly take?: (valid: Valid) => Response | undefined;
  /** Explains an error, for the body of the response. */
  readonly explain?: (received: Received, error: HttpError) => JsonObject | undefined;
  /** The tables after whose changes `noteChanges` is called. */
  readonly watched?: readonly string[];
  /** Called after changes of watched tables. `change` runs further changes, which are part of the same work. */
  readonly noteChanges?: (before: World, after: World, change: Change) => void;
  /** Sends the requests of capabilities. */
  readonly send?: (requests: readonly OutgoingRequest[]) => void;
  /** Explains why a request to a URL would not be sent; undefined if it would. */
  readonly whyUnsendable?: (url: string) => string | undefined;
  /** Called when a request has ended; without a response if its connection broke. */
  readonly noteEnd?: (received: Received, response: Response | undefined) => void;
  /** Called after the clock was moved by a number of milliseconds. */
  readonly passTime?: (milliseconds: number) => void;
  /** Called after another state was loaded or restored. */
  readonly replace?: () => void;
  /** Resets the feature: removes all that tests have added. */
  readonly reset?: () => void;
  /** Query parameters that are secrets, in lower case. */
  readonly secretParameters?: readonly string[];
}

/** Runs changes of the current world. */
export type Change = (work: (call: Call) => void) => void;
