import type { Json, JsonObject } from '@speccast/runtime';
import type { Freedom } from '../../plan/freedoms.js';
import type { Violation } from '../../plan/violation.js';
import type { JournalMedia, ResponseSource } from '../../plan/plan.js';

/** A request to an emulator and its response, without credentials and ids of upload sessions. */
export interface JournalEntry<Params = JsonObject, Body = Json> {
  /** Counts from 1 for each emulator, also after a `reset`. */
  readonly number: number;
  /** Time of the response by the clock of the emulator, in milliseconds since the epoch. */
  readonly time: number;
  /** The time that the emulator took, in milliseconds. Faults that delay a call count. */
  readonly durationMs?: number;
  /** Id of the caller: `emulator.as(token).ownId`. */
  readonly caller?: string;
  /** Units that it would cost at the real service. */
  readonly cost?: number;
  readonly method: string;
  /** URL of the request. Keys, tokens and ids of upload sessions are masked. */
  readonly url: string;
  /** `operationId`, if the request called an operation. */
  readonly operation?: string;
  /** Decoded parameters, if they are valid. */
  readonly params?: Params;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Decoded JSON body or metadata, if there is valid JSON. */
  readonly body?: Body;
  /** Bytes that were sent. */
  readonly media?: JournalMedia;
  /** Status of the response; 0 if the connection broke or the caller gave up. */
  readonly status: number;
  /** Reason of the error. */
  readonly reason?: string;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** JSON body of the response, unless it was streamed. */
  readonly responseBody?: Json;
  /** The bytes of the response. */
  readonly responseMedia?: JournalMedia;
  /** Names of parameters that the operation does not document. */
  readonly undocumented?: readonly string[];
  /** Ids of the faults that applied to it. */
  readonly faults?: readonly number[];
  /** Warnings of the profile `lenient`: reason and location. */
  readonly warnings?: readonly string[];
  /** Parameters that changed nothing, and paths of members of the body that no schema declares. */
  readonly ignored?: readonly string[];
  /** True if the response is a sample of its schema: nothing was stored, and nothing was read from the state. */
  readonly sampled?: true;
  /** Freedoms that the response took in the hostile mode. */
  readonly freedoms?: readonly Freedom[];
  /**
   * The source of the response: a real service, a recording, or the emulator because the real service could not respond
   * (`fallback`). Absent without a real service.
   */
  readonly source?: ResponseSource;
  /** The ways in which the request and the response of a real service contradict the document. */
  readonly violations?: readonly Violation[];
}

/** The entries of a journal, the oldest first, and how many are missing. Always up to date. */
export interface JournalView extends ReadonlyArray<JournalEntry> {
  /** Number of entries that were removed since the start or the last `reset`, because there were more than `limit`. */
  readonly dropped: number;
  /** Maximum number of entries; 0 if the journal is off. */
  readonly limit: number;
}
