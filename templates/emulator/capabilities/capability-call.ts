import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { HttpError, type HttpErrorDetails } from '@speccast/runtime/requests';
import { searchRows } from '../act/lists/search-rows.js';
import type { SearchRule } from '../act/lists/search-rows.js';
import { requireImage } from './require-image.js';
import type { UploadedImage } from './require-image.js';
import { TableRows } from './table-rows.js';
import { hashTag } from '../values/ids.js';
import { valueAt, stringAt, stringsOf } from '../values/json-path.js';
import { project } from '../act/rows/parts.js';
import { mediaUrl } from '../act/rows/visible-fields.js';
import { missing, requireBody } from '../act/rows/rows.js';
import type { RowChange } from '../plan/endpoint-plan.js';
import type { CallResponse, Call, Caller, OutgoingRequest, SendOutcome } from '../plan/plan.js';
import type { ReceivedMedia } from '../store/tables.js';
import { missingCredentials } from '../receive/credentials.js';
import { pageResponse } from '../act/lists/list.js';
import { rejectOrWarn } from '../plan/notes.js';

/** A list that is sent a page at a time. */
export interface PageRule {
  /** Member of the response that holds the items; absent: the response is the array itself. */
  readonly items?: string;
  /** What the response says in its member `kind`; with it comes an `etag`. */
  readonly kind?: string;
  /** The items, in their order. */
  readonly keys: readonly string[];
  /** The item with a key; undefined where there is none any more. */
  readonly show: (key: string) => JsonObject | undefined;
}

/** A request that a capability sends. It is delivered, listed and repeated as webhooks are. */
export interface SentRequest extends Omit<OutgoingRequest, 'done'> {
  /** Runs at the end of the delivery, also where it was cancelled, as a call of its own. */
  readonly done?: (call: CapabilityCall, outcome: SendOutcome) => CallResponse | undefined;
}

/** One request, validated and decoded, and the state that it is for: all that a capability needs. */
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

  /** The decoded body, where one was sent. */
  get body(): Json | undefined {
    return this.#call.body;
  }

  /** The media type of the body of a request to an endpoint; undefined where it has no body. */
  get bodyType(): string | undefined {
    return this.#call.bodyType;
  }

  /** The uploaded bytes, where there are some. */
  get media(): ReceivedMedia | undefined {
    return this.#call.media;
  }

  /** Who sent the request; undefined where it came without a token. */
  get caller(): Caller | undefined {
    return this.#call.caller;
  }

  /** Who sent a request with a token last, this one included. */
  get lastCallerId(): string | undefined {
    return this.caller?.ownId ?? stringAt(this.#call.tables.list('~callers').at(-1), 'ownId');
  }

  /** The time of the emulator's clock, in milliseconds since the epoch. */
  get now(): number {
    return this.#call.now;
  }

  /** The change that the capability hears of (`x-listeners`); undefined where it carries a request out. */
  get change(): RowChange | undefined {
    return this.#call.change;
  }

  /** URL of the root of the emulator that the request came to. */
  get baseUrl(): string {
    return this.#call.baseUrl;
  }

  /** URL of the request, with the name of its world; undefined where none came. */
  get url(): string | undefined {
    return this.#call.url;
  }

  /** Sends a request once the changes of the call are made; never where it throws. `sends` of the capability has its name. */
  send({ done, ...request }: SentRequest): void {
    if (!this.#sends.includes(request.name))
      throw new Error(`The capability sends ${JSON.stringify(request.name)}, which its \`sends\` does not list.`);
    this.#call.send({
      ...request,
      ...(done && { done: (call, outcome) => done(new CapabilityCall(call, this.#sends), outcome) }),
    });
  }

  /** Why a request to an address would not be sent, as a sentence; undefined if it would. The options of webhooks decide. */
  whyUnsendable(url: string): string | undefined {
    return this.#call.whyUnsendable(url);
  }

  /** A response with text. */
  text(status: number, text: string, mediaType = 'text/plain; charset=UTF-8'): CallResponse {
    return { kind: 'bytes', status, media: { bytes: new TextEncoder().encode(text), mediaType } };
  }

  /** The body as an object. Throws a 400 where it is something else. */
  requireBody(): JsonObject {
    return requireBody(this.#call);
  }

  /** A parameter or, where there is none of the name, the value at that path of the body. */
  input(name: string): Json | undefined {
    return this.params[name] ?? (isJsonObject(this.body) ? valueAt(this.body, name) : undefined);
  }

  /** The string of such a value. Throws a 400 where it is missing. */
  requireInput(name: string): string {
    const [text] = stringsOf(this.input(name));
    if (text === undefined) throw missing(name);
    return text;
  }

  /** The strings of such a value, each once. Throws a 400 where there is none. */
  requireInputs(name: string): readonly string[] {
    const texts = [...new Set(stringsOf(this.input(name)))];
    if (texts.length === 0) throw missing(name);
    return texts;
  }

  /** Who sent the request. Throws a 401 where it came without a token. */
  requireCaller(): Caller {
    if (this.caller === undefined) throw missingCredentials(true);
    return this.caller;
  }

  /** The uploaded image. Throws a 400 where there is none, or it is not as `x-media` of the operation says. */
  requireImage(): UploadedImage {
    return requireImage(this.#call);
  }

  /** The rows of a table. */
  table(name: string): TableRows {
    return new TableRows(this.#call, name);
  }

  /** A new id: the prefix, and letters, digits, `-` and `_` up to `length` characters in all. The same run gives the same ids. */
  newId(prefix: string, length: number): string {
    return this.#call.nextId(prefix, length);
  }

  /** A short hash of a string, for `etag`. */
  tag(text: string): string {
    return hashTag(text);
  }

  /** Bytes that are stored under a key, such as `covers/b1`. */
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

  /** The members of a resource that the request asks for, where the operation lets callers choose (`x-part`); else all. */
  selectParts(resource: JsonObject): JsonObject {
    return project(this.#call, '', resource);
  }

  /** A response with one page of a list, as `x-paging` of the operation says. */
  page({ keys, show, ...rule }: PageRule): CallResponse {
    return pageResponse(this.#call, { ...rule, list: '' }, keys, show);
  }

  /** A response with one page of the rows that match, of several tables. */
  search(rule: SearchRule): CallResponse {
    return searchRows(this.#call, rule);
  }

  /** An error response, to be thrown: status, reason, message, and the parameter or path of the body that it is about. */
  error(status: number, reason: string, message: string, details: HttpErrorDetails = {}): Error {
    return new HttpError(status, reason, message, details);
  }

  /** Throws an error of a call that could be carried out all the same: in the profile `lenient` it becomes a warning. */
  throwUnlessLenient(error: Error): void {
    if (!(error instanceof HttpError)) throw error;
    rejectOrWarn(this.#call, error);
  }
}
