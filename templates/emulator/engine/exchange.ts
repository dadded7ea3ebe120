import type { Json, JsonObject } from '@speccast/runtime';
import type { Hostility } from './hostile/hostility.js';
import type { JournalMedia } from './journal/journal-entry.js';
import type { CallResponse, Notes, OperationPlan } from './plan/plan.js';
import { newNotes } from './profiles/notes.js';
import type { HttpError } from './response/http-error.js';

/** One request on its way through the emulator: what was sent, and what has become known of it so far. */
export interface Exchange {
  readonly request: Request;
  readonly url: URL;
  /** What is to be said of it beside the answer. */
  readonly notes: Notes;
  /** Decides which liberties the answer takes, in the hostile mode. */
  hostility?: Hostility;
  /** The operation that it led to. */
  plan?: OperationPlan;
  /** Decoded parameters, once they were read. */
  params?: JsonObject;
  /** Decoded body, where it was JSON and could be read. */
  body?: Json;
  /** Token of the caller, where one was sent and is good. */
  token?: string;
  /** Bytes that came along. */
  media?: JournalMedia;
  /** Why it was refused. */
  error?: HttpError;
  /** JSON of the answer. */
  responseBody?: Json;
  /** Bytes of the answer. */
  sent?: JournalMedia;
  /** Ids of the faults that hit it. */
  faults?: readonly number[];
}

/** Notes what is answered, for the journal. */
export function noteResponse(exchange: Exchange, response: CallResponse): void {
  if (response.kind === 'json') exchange.responseBody = response.body;
  if (response.kind !== 'bytes') return;
  const { bytes, mediaType } = response.media;
  exchange.sent = { bytes: bytes.length, mediaType };
}

/** A request as it comes in. */
export function openExchange(request: Request): Exchange {
  return { request, url: new URL(request.url), notes: newNotes() };
}
