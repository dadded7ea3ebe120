import type { Json, JsonObject } from '@speccast/runtime';
import type { Caller } from '../plan/plan.js';

/** What goes wrong with the calls of an operation, as plain data: what can be sent to another process. */
export interface FaultRule {
  /** `operationId` of the calls; `*` stands for every operation. */
  readonly operation: string;
  /** Which of the calls since the rule was made. Default: all. */
  readonly hits?: FaultHits;
  readonly effect: FaultEffect;
}

/** Which of the calls a rule hits: the first so many, or one of them by its number, which starts at 1. */
export type FaultHits = { readonly times: number } | { readonly nth: number };

/** What a rule does to a call. */
export type FaultEffect =
  /** Refuses it, as the service would for this reason; the status is needed where the reason has several, or instead of one. */
  | {
      readonly kind: 'fail';
      readonly reason?: string;
      readonly status?: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Answers it, and does nothing else. */
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly body?: Json | Uint8Array;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Breaks the connection before anything is done, or when it is `done` and only the answer is missing. */
  | { readonly kind: 'disconnect'; readonly done?: boolean }
  /** Never answers. */
  | { readonly kind: 'stall' }
  /** Waits, in milliseconds, before anything is done. */
  | { readonly kind: 'delay'; readonly min: number; readonly max: number }
  /** Breaks the connection when so many bytes of the answer's body are sent. */
  | { readonly kind: 'cut'; readonly bytes: number };

/** A rule, and what has become of it. */
export interface ListedFault extends FaultRule {
  /** Names the rule to `remove`. */
  readonly id: number;
  /** How many calls it could have hit so far. */
  readonly seen: number;
  /** How many calls it has hit so far. */
  readonly used: number;
}

/** The rules of an emulator as plain data, for whoever is not written in its types. */
export interface FaultList {
  /** Adds a rule and gives its id; throws a `TypeError` where the spec documents no such operation, reason or status. */
  add(rule: FaultRule): number;
  /** The rules in force and those that are spent, the oldest first. */
  list(): readonly ListedFault[];
  /** Removes a rule; false where there is none with this id. */
  remove(id: number): boolean;
  /** Removes all rules; what waits goes on, and what stalls is disconnected. */
  clear(): void;
}

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
