import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { HttpError, type HttpErrorDetails } from '@speccast/runtime/requests';
import { type SearchRule, pageResponse, searchRows } from '../act/lists/list.js';
import { requireImage, type UploadedImage } from './require-image.js';
import { TableRows } from './table-rows.js';
import { hashTag } from '../values/ids.js';
import { valueAt, stringAt, stringsOf } from '../values/json-path.js';
import { project, mediaUrl } from '../act/rows/present.js';
import { missing, requireBody } from '../act/rows/rows.js';
import type { RowChange } from '../plan/webhook-plan.js';
import type { CallResponse, Call, Caller, OutgoingRequest, SendOutcome } from '../plan/plan.js';
import type { ReceivedMedia } from '../store/media.js';
import { missingToken } from '../receive/authorize.js';
import { rejectOrWarn } from '../plan/notes.js';

/** A list for `call.page`: its keys and items, and the form of its responses. */
export interface PageRule {
  /** Member of the response that has the items; absent: the response is the array itself. */
  readonly items?: string;
  /** Value of the response's member `kind`. The response then has an `etag`, too. */
  readonly kind?: string;
  /** Keys of the items, in their order. */
  readonly keys: readonly string[];
  /** Returns the item with a key; undefined if it was deleted. */
  readonly show: (key: string) => JsonObject | undefined;
}

/** A request that a capability sends. It is delivered, listed and repeated like a webhook. */
export interface SentRequest extends Omit<OutgoingRequest, 'done'> {
  /** Called at the end of the delivery, also if it was cancelled, with a call of its own. */
  readonly done?: (call: CapabilityCall, outcome: SendOutcome) => CallResponse | undefined;
}

/** One validated and decoded request, and the state of its world: all that a capability needs. */
export class CapabilityCall {
  readonly #call: Call;
  readonly #sends: readonly string[];

  constructor(call: Call, sends: readonly string[] = []) {
    this.#call = call;
    this.#sends = sends;
  }

  /** Decoded parameters by name. */
  get params(): JsonObject {
    return this.#call.params;
  }

  /** The decoded body; undefined if none was sent. */
  get body(): Json | undefined {
    return this.#call.body;
  }

  /** Media type of the body, only for requests to endpoints (`x-endpoints`); undefined without a body. */
  get bodyType(): string | undefined {
    return this.#call.bodyType;
  }

  /** The uploaded bytes; undefined if none were sent. */
  get media(): ReceivedMedia | undefined {
    return this.#call.media;
  }

  /** The sender of the request; undefined if it had no token. */
  get caller(): Caller | undefined {
    return this.#call.caller;
  }

  /** Id of the sender of the latest request with a token, which may be this one. */
  get lastCallerId(): string | undefined {
    return this.caller?.ownId ?? stringAt(this.#call.tables.list('~callers').at(-1), 'ownId');
  }

  /** The time of the emulator's clock, in milliseconds since the epoch. */
  get now(): number {
    return this.#call.now;
  }

  /** The change that the capability is called for (`x-listeners`); undefined if it performs an operation. */
  get change(): RowChange | undefined {
    return this.#call.change;
  }

  /** Base URL of the emulator that received the request. */
  get baseUrl(): string {
    return this.#call.baseUrl;
  }

  /** URL of the request, with the name of its world; undefined for a change without a request. */
  get url(): string | undefined {
    return this.#call.publicUrl;
  }

  /** Sends a request after the call, unless the call ends with an error. `sends` of the capability must list the request's `name`. */
  send({ done, ...request }: SentRequest): void {
    if (!this.#sends.includes(request.name))
      throw new Error(`The capability sends ${JSON.stringify(request.name)}: add this name to its \`sends\`.`);
    this.#call.send({
      ...request,
      ...(done && { done: (call, outcome) => done(new CapabilityCall(call, this.#sends), outcome) }),
    });
  }

  /** Explains, as a sentence, why the option `webhooks` does not allow requests to a URL; undefined if it does. */
  whyUnsendable(url: string): string | undefined {
    return this.#call.whyUnsendable(url);
  }

  /** Creates a response with text. */
  text(status: number, text: string, mediaType = 'text/plain; charset=UTF-8'): CallResponse {
    return { kind: 'bytes', status, media: { bytes: new TextEncoder().encode(text), mediaType } };
  }

  /** Returns the body if it is an object. Throws a 400 otherwise. */
  requireBody(): JsonObject {
    return requireBody(this.#call);
  }

  /** Returns a parameter or, without one of the name, the value at that path of the body. */
  input(name: string): Json | undefined {
    return this.params[name] ?? (isJsonObject(this.body) ? valueAt(this.body, name) : undefined);
  }

  /** Returns the string that `input` finds. Throws a 400 if it is missing. */
  requireInput(name: string): string {
    const [text] = stringsOf(this.input(name));
    if (text === undefined) throw missing(name);
    return text;
  }

  /** Returns the strings that `input` finds, each once. Throws a 400 if there are none. */
  requireInputs(name: string): readonly string[] {
    const texts = [...new Set(stringsOf(this.input(name)))];
    if (texts.length === 0) throw missing(name);
    return texts;
  }

  /** Returns the sender of the request. Throws a 401 if it had no token. */
  requireCaller(): Caller {
    if (!this.caller) throw missingToken();
    return this.caller;
  }

  /** Returns the uploaded image. Throws a 400 without an image, or with one that `x-media` of the operation excludes. */
  requireImage(): UploadedImage {
    return requireImage(this.#call);
  }

  /** Returns the rows of a table. */
  table(name: string): TableRows {
    return new TableRows(this.#call, name);
  }

  /** Creates an id: the prefix, and letters, digits, `-` and `_` up to `length` characters in all. The same run creates the same ids. */
  newId(prefix: string, length: number): string {
    return this.#call.nextId(prefix, length);
  }

  /** Returns a short hash of a string, for `etag`. */
  tag(text: string): string {
    return hashTag(text);
  }

  /** Returns the bytes that are stored under a key, such as `covers/b1`. */
  mediaAt(key: string): ReceivedMedia | undefined {
    return this.#call.tables.blob(key);
  }

  /** Stores bytes under a key; returns the URL at which the emulator serves them. */
  putMedia(key: string, media: ReceivedMedia): string {
    this.#call.tables.putBlob(key, media);
    return mediaUrl(this.#call, key);
  }

  /** Removes the bytes under a key, if there are any. */
  deleteMedia(key: string): void {
    this.#call.tables.removeBlob(key);
  }

  /** Returns the parts of a resource that the parameter with `x-part` selects; all parts if the operation has no such parameter. */
  selectParts(resource: JsonObject): JsonObject {
    return project(this.#call, '', resource);
  }

  /** Creates a response with one page of a list, by `x-paging` of the operation. */
  page({ keys, show, ...rule }: PageRule): CallResponse {
    return pageResponse(this.#call, { ...rule, list: '' }, keys, show);
  }

  /** Creates a response with one page of search results: the matching rows of several tables. */
  search(rule: SearchRule): CallResponse {
    return searchRows(this.#call, rule);
  }

  /** Creates an error to throw, which becomes the response. `details` names the parameter or the path in the body that is wrong. */
  error(status: number, reason: string, message: string, details: HttpErrorDetails = {}): Error {
    return new HttpError(status, reason, message, details);
  }

  /** Throws an error. In the profile `lenient`, adds a warning to the response instead and returns. */
  throwUnlessLenient(error: Error): void {
    if (!(error instanceof HttpError)) throw error;
    rejectOrWarn(this.#call, error);
  }
}
