import type { Json, JsonObject } from '@speccast/runtime';
import type { HttpError } from '@speccast/runtime/requests';
import type { CallResponse, Notes, OperationPlan } from './plan.js';
import { newNotes } from './notes.js';
import { lengthOf } from '../store/media.js';
import type { ReceivedMedia } from '../store/tables.js';
import type { Violation } from './violation.js';
import type { Hostility } from './freedoms.js';

/** A request while the emulator handles it: what was sent, and what is known about it so far. */
export interface Exchange {
  /** Another one than was sent, if that asked for another method. */
  request: Request;
  url: URL;
  /** Warnings and other notes about it. */
  readonly notes: Notes;
  /** When it came, by a clock of this machine in milliseconds. */
  readonly started: number;
  /** Decides which freedoms the response takes, in the hostile mode. */
  hostility?: Hostility;
  /** The operation that it calls. */
  plan?: OperationPlan;
  /** Whether the quota of its world counts it already. */
  isCounted?: true;
  /** The decoded parameters, once they were read. */
  params?: JsonObject;
  /** The decoded body, if it is valid JSON. */
  body?: Json;
  /** Token of the caller, if a valid one was sent. */
  token?: string;
  /** Token of whoever sent it, also where the request is rejected after that is known. */
  sender?: string;
  /** Bytes that were sent. */
  media?: JournalMedia;
  /** Those bytes. */
  file?: ReceivedMedia;
  /** Reason of the error. */
  error?: HttpError;
  /** The JSON body of the response. */
  responseBody?: Json;
  /** The bytes of the response. */
  sent?: JournalMedia;
  /** Ids of the faults that applied to it. */
  faults?: readonly number[];
  /** Where the response comes from, if it is not the emulator's own. */
  source?: ResponseSource;
  /** How request and response contradict the document. */
  violations?: readonly Violation[];
}

/** Records a response for the journal. */
export function noteResponse(exchange: Exchange, response: CallResponse): void {
  if (response.kind === 'json') exchange.responseBody = response.body;
  if (response.kind !== 'bytes') return;
  const { media } = response;
  exchange.sent = { bytes: lengthOf(media), mediaType: media.mediaType };
}

/** What is known about a request before the emulator handles it, where a real service should have. */
export type Background = Pick<Exchange, 'source' | 'violations'>;

const backgrounds = new WeakMap<Request, Background>();

/** Remembers what is known about a request. */
export function noteBackground(request: Request, background: Background): void {
  backgrounds.set(request, background);
}

/** Starts the exchange of a request. */
export function openExchange(request: Request): Exchange {
  const known = backgrounds.get(request);
  return { request, url: new URL(request.url), notes: newNotes(), started: performance.now(), ...known };
}

/** Where a response comes from, beside a real service. */
export type ResponseSource = 'upstream' | 'recording' | 'fallback';
/** Length and media type of bytes. */
export interface JournalMedia {
  readonly bytes: number;
  readonly mediaType: string;
}
