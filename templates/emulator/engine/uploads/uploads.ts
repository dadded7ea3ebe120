import type { CallInput, Engine } from '../engine.js';
import type { OperationPlan } from '../plan/plan.js';
import type { ReceivedBody } from '../request/read-body.js';

/** What an emulator needs to take bytes in several requests. */
export interface Uploads {
  /** Query parameter that names a session. Whoever knows its value may send bytes, so it is a secret. */
  readonly parameter: string;
  /** The session that a request is about, known or not; undefined for any other request. */
  readonly find: (engine: Engine, request: Request, url: URL) => SessionRequest | undefined;
  /** Reads the request that opens a session: metadata, and what is said of the bytes to come. */
  readonly readStart: (request: Request, plan: OperationPlan, maxBytes: number) => Promise<ReceivedBody>;
  /** Opens a session for a call whose bytes are still to come. */
  readonly start: (engine: Engine, request: Request, input: CallInput) => Response;
}

/** A request about a session. */
export interface SessionRequest {
  /** The operation that the session belongs to. */
  readonly plan: OperationPlan;
  /** The call that opened the session, where that is known. */
  readonly call?: Pick<CallInput, 'params' | 'body' | 'token'>;
  readonly answer: () => Promise<Response>;
}
