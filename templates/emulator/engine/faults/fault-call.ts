import type { Json, JsonObject } from '@speccast/runtime';
import type { Caller } from '../plan/plan.js';

/** A call as conditions and replies of faults see it. */
export interface FaultCall {
  /** As it came in; its body is not to be read. */
  readonly request: Pick<Request, 'method' | 'url' | 'headers'>;
  /** Decoded, but not checked; empty where they cannot be read. */
  readonly params: JsonObject;
  /** JSON body or metadata, not checked; undefined where there is none that can be read. */
  readonly body: Json | undefined;
  /** Who sends it; undefined where there is no token, or no good one. */
  readonly caller: Caller | undefined;
}
