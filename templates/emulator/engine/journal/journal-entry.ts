import type { Json, JsonObject } from '@speccast/runtime';
import type { Freedom } from '../hostile/freedoms.js';

/** A request that an emulator was sent, and what it answered. Credentials and names of upload sessions are left out. */
export interface JournalEntry<Params = JsonObject, Body = Json> {
  /** Counts from 1 for each emulator; a `reset` begins anew. */
  readonly number: number;
  /** When it was answered, by the clock of the emulator: milliseconds since the epoch. */
  readonly time: number;
  readonly method: string;
  /** As it was sent, but for keys, tokens and names of upload sessions in its query. */
  readonly url: string;
  /** `operationId`, where the request led to an operation. */
  readonly operation?: string;
  /** Decoded parameters, where they could be read. */
  readonly params?: Params;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Decoded JSON body or metadata, where there was some that could be read. */
  readonly body?: Body;
  /** Bytes that came along. */
  readonly media?: JournalMedia;
  /** 0 where no answer was given: its connection broke, or its caller gave up. */
  readonly status: number;
  /** Why it was refused. */
  readonly reason?: string;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** JSON of the answer; what is sent row by row or made on demand is left out. */
  readonly responseBody?: Json;
  /** Bytes of the answer. */
  readonly responseMedia?: JournalMedia;
  /** Names of parameters that its operation does not document. */
  readonly undocumented?: readonly string[];
  /** Ids of the faults that hit it. */
  readonly faults?: readonly number[];
  /** What the profile `lenient` let pass, each as its reason and where it lay. */
  readonly warnings?: readonly string[];
  /** Paths of members of the body that no schema names, and that were left out therefore. */
  readonly ignored?: readonly string[];
  /** Liberties that the answer took, in the hostile mode. */
  readonly freedoms?: readonly Freedom[];
}

/** How many bytes there were, and what they are. */
export interface JournalMedia {
  readonly bytes: number;
  readonly mediaType: string;
}

/** How much is kept of what was asked and answered. */
export interface JournalOptions {
  /** Most entries kept, the newest. Default: 10,000. */
  readonly limit?: number;
}
