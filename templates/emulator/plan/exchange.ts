import type { Json, JsonObject } from '@speccast/runtime';
import type { HttpError } from '@speccast/runtime/requests';
import type { CallResponse, Notes, OperationPlan } from './plan.js';
import { newNotes } from './notes.js';
import { countBytes, type ReceivedMedia } from '../store/media.js';
import type { Violation } from './violation.js';
import type { Hostility } from './freedoms.js';

/** A request while the emulator handles it, with the facts that are known about it so far. */
export interface Exchange {
  /** The request, with another method if it asks for that. */
  request: Request;
  url: URL;
  /** Warnings and other notes about it. */
  readonly notes: Notes;
  /** Time when it arrived, in milliseconds of `performance.now()`. */
  readonly started: number;
  /** Decides which freedoms the response takes, in the hostile mode. */
  hostility?: Hostility;
  /** The operation that it calls. */
  plan?: OperationPlan;
  /** The quota of its world has counted it. */
  isCounted?: true;
  /** The decoded parameters. */
  params?: JsonObject;
  /** The decoded body, if it is valid JSON. */
  body?: Json;
  /** Token of the caller, if a valid one was sent. */
  token?: string;
  /** Token of the sender, also if the request is rejected. */
  sender?: string;
  /** Length and type of the bytes of the request. */
  media?: JournalMedia;
  /** The bytes of the request. */
  file?: ReceivedMedia;
  /** The error that it is rejected with. */
  error?: HttpError;
  /** The JSON body of the response. */
  responseBody?: Json;
  /** Length and type of the bytes of the response. */
  sent?: JournalMedia;
  /** Ids of the faults that applied to it. */
  faults?: readonly number[];
  /** Origin of a response that is not the emulator's own. */
  source?: ResponseSource;
  /** Contradictions of request and response to the document. */
  violations?: readonly Violation[];
}

/** Records a response for the journal. */
export function noteResponse(exchange: Exchange, response: CallResponse): void {
  if (response.kind === 'json') exchange.responseBody = response.body;
  if (response.kind !== 'bytes') return;
  const { media } = response;
  exchange.sent = { bytes: countBytes(media), mediaType: media.mediaType };
}

/** Facts about a request that a real service should have handled. */
export type Background = Pick<Exchange, 'source' | 'violations'>;

const backgrounds = new WeakMap<Request, Background>();

/** Remembers facts about a request until `openExchange`. */
export function noteBackground(request: Request, background: Background): void {
  backgrounds.set(request, background);
}

/** Starts the exchange of a request. */
export function openExchange(request: Request): Exchange {
  const known = backgrounds.get(request);
  return { request, url: new URL(request.url), notes: newNotes(), started: performance.now(), ...known };
}

/** Origin of a response. */
export type ResponseSource = 'upstream' | 'recording' | 'fallback';

/** Length and media type of bytes. */
export interface JournalMedia {
  readonly bytes: number;
  readonly mediaType: string;
}
