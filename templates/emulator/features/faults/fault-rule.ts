import type { Json, JsonObject } from '@speccast/runtime';
import type { Caller, FaultHits } from '../../plan/plan.js';

/** A fault of the calls of an operation, as plain data that can be sent to another process. */
export interface FaultRule {
  /** `operationId` of the calls; `*` is every operation. */
  readonly operation: string;
  /** The calls that it applies to, counted from when the rule was added. Default: all. */
  readonly hits?: FaultHits;
  readonly effect: FaultEffect;
}

/** The effect of a rule on a call. */
export type FaultEffect =
  /** Rejects it as the service would for this reason. Pass a status if the reason has several, or instead of a reason. */
  | {
      readonly kind: 'fail';
      readonly reason?: string;
      readonly status?: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Responds without running the operation. */
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly body?: Json | Uint8Array;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Breaks the connection before the operation runs, or, with `done`, before the response is sent. */
  | { readonly kind: 'disconnect'; readonly done?: boolean }
  /** Never responds. */
  | { readonly kind: 'stall' }
  /** Waits before the operation runs, in milliseconds. */
  | { readonly kind: 'delay'; readonly min: number; readonly max: number }
  /** Breaks the connection after this number of bytes of the response's body. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Sends the response's body slowly: this number of bytes, then the next after a pause in milliseconds. */
  | { readonly kind: 'slow'; readonly bytes: number; readonly every: number };

/** A rule and its counters. */
export interface ListedFault extends FaultRule {
  /** Id for `remove`. */
  readonly id: number;
  /** Number of calls so far that it could have applied to. */
  readonly seen: number;
  /** Number of calls so far that it applied to. */
  readonly used: number;
}

/** The rules of an emulator as plain data, for code without its types. */
export interface FaultList {
  /** Adds a rule and returns its id. Throws a `TypeError` if the spec does not declare the operation, reason or status. */
  add(rule: FaultRule): number;
  /** All rules, active and used up, the oldest first. */
  list(): readonly ListedFault[];
  /** Removes a rule. Returns false if there is none with this id. */
  remove(id: number): boolean;
  /** Removes all rules. Delayed calls continue, stalled ones are disconnected. */
  clear(): void;
}

/** A call, as passed to conditions and replies of faults. */
export interface FaultCall {
  /** The request. Its body must not be read. */
  readonly request: Pick<Request, 'method' | 'url' | 'headers'>;
  /** Decoded parameters before validation; empty if they cannot be decoded. */
  readonly params: JsonObject;
  /** JSON body or metadata before validation; undefined if there is none or it is invalid. */
  readonly body: Json | undefined;
  /** The caller; undefined without a valid token. */
  readonly caller: Caller | undefined;
}
