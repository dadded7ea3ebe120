import { mediaTypeOf } from '@speccast/runtime/requests';
import { noteBackground } from '../../plan/exchange.js';
import { writeHeaderList } from '../../plan/notes.js';
import { locate } from '../../receive/router.js';
import { operationPart } from '../../plan/operations/document-parts.js';
import { type ItemValidator, itemValidatorFor } from './traffic/item-validator.js';
import { CapturedBody, type DecodedBody, decodeBody } from './captured-body.js';
import { ClientLinks, hasLinks } from './client-links.js';
import type { FoundViolation } from './contract-report.js';
import { finishCall } from './finish-call.js';
import { type ForwardedHeaders, requestHeaders, responseHeaders } from './forwarded-headers.js';
import { envelope } from '../../server/reject-malformed.js';
import { type Moments, sendUpstream, type UpstreamResponse } from './send-upstream.js';
import { type ReadBody, readUpTo } from './read-up-to.js';
import { failureOf, UpstreamFailure } from './upstream-failure.js';
import type { UpstreamContext } from './upstream-context.js';
import { withKnownBody } from '../../respond/known-body.js';

/** Shorter bodies, and JSON and XML, are complete before the client gets any of them, so that it never gets a part of one. */
const heldBytes = 1024 * 1024;

/** Headers that are about the bytes of a body. */
const ofBytes = ['content-encoding', 'content-length', 'content-md5', 'digest', 'content-digest', 'repr-digest'];

/** One request on its way to a real service and back. */
export class Passage {
  /** Resolves when the call was validated and recorded. */
  readonly done: Promise<void>;
  readonly #context: UpstreamContext;
  readonly #request: Request;
  readonly #here: URL;
  readonly #there: URL;
  readonly #moments: Moments = { begun: Date.now() };
  readonly #sent: CapturedBody;
  readonly #received: CapturedBody;
  readonly #headers: Record<string, string>;
  #finish: () => void = () => {};
  #isFinished = false;

  constructor(context: UpstreamContext, request: Request) {
    this.#context = context;
    this.#request = request;
    this.#here = new URL(request.url);
    this.#there = context.address.target(this.#here);
    this.#headers = requestHeaders(request);
    this.#sent = new CapturedBody(context.maxBodyBytes);
    this.#received = new CapturedBody(context.maxBodyBytes);
    this.done = new Promise((resolve) => (this.#finish = resolve));
  }

  /** The response for the client. */
  async respond(): Promise<Response> {
    try {
      if (this.#context.fallback !== undefined) await this.#keepBody();
      const response = await this.#send();
      return (await this.#fallBack(response)) ?? (await this.#passOn(response));
    } catch (error) {
      const failure = failureOf(error, this.#there.origin);
      return (await this.#fallBack(failure)) ?? this.#reject(failure);
    }
  }

  #send(): Promise<UpstreamResponse> {
    const { method, signal } = this.#request;
    const body = this.#kept?.rest ?? this.#request.body;
    const { timeoutMs } = this.#context;
    const onSent = (chunk: Uint8Array): void => this.#sent.add(chunk);
    const request = { method, url: this.#there, headers: this.#headers, body, signal, timeoutMs, onSent };
    return sendUpstream(request, this.#moments);
  }

  #kept: ReadBody | undefined;

  /** Keeps a body that is not too long, as the emulator may need it, too. */
  async #keepBody(): Promise<void> {
    this.#kept = await readUpTo(this.#request, this.#context.maxBodyBytes);
  }

  /** The response of the emulator to what the service lacks; undefined where the service has the last word. */
  async #fallBack(given: UpstreamResponse | UpstreamFailure): Promise<Response | undefined> {
    const { fallback, maxBodyBytes } = this.#context;
    const { url, method, headers, signal } = this.#request;
    const body = this.#kept?.body;
    const isFailure = given instanceof UpstreamFailure;
    const isLacking = isFailure ? given.isAbsent && this.#isLacking(undefined) : this.#isLacking(given.status);
    if (fallback === undefined || body === undefined || signal.aborted || !isLacking) return undefined;
    const why = `upstream ${isFailure ? (given.status === 504 ? 'timeout' : 'unreachable') : given.status}`;
    if (!isFailure) given.cancel();
    const sent = new CapturedBody(maxBodyBytes);
    sent.add(body);
    const violations = await this.#note({ isSent: true, fallback: why }, sent);
    const request = new Request(url, {
      method,
      headers,
      signal,
      ...(body.length > 0 && { body: Uint8Array.from(body) }),
    });
    noteBackground(request, { source: 'fallback', violations });
    const response = withViolations(await fallback(request), violations);
    response.headers.set('x-mock-fallback', why);
    return response;
  }

  /** Whether the emulator may respond: the document has the operation, and does not have the status of the response. */
  #isLacking(status: number | undefined): boolean {
    const { shared, plan } = this.#context.engine;
    const { method } = this.#request;
    const { route } = locate(shared, method, this.#here.pathname, this.#here.search);
    if (status !== undefined && ![404, 405, 501].includes(status)) return false;
    if (route.kind !== 'operation') return route.kind === 'method' && method === 'OPTIONS';
    const declared = operationPart(plan.document ?? {}, route.plan)?.value['responses'];
    const names = [String(status), `${String(status).charAt(0)}XX`];
    return !Object.keys(Object(declared)).some((name) => names.includes(name.toUpperCase()));
  }

  async #passOn(response: UpstreamResponse): Promise<Response> {
    const { status } = response;
    if (status < 200 || status > 599) {
      response.cancel();
      throw new UpstreamFailure(`${this.#there.origin} responded with the status ${status}`);
    }
    const links = new ClientLinks(this.#context.address, this.#here);
    const forwarded = responseHeaders(response.headers, links, this.#there);
    const { headers } = forwarded;
    this.#items = this.#itemsOf(status, headers);
    const isEmpty = this.#request.method === 'HEAD' || [204, 205, 304].includes(status);
    const init = { status, headers };
    if (isEmpty) {
      await this.#hold(response, heldBytes);
      const violations = await this.#end(response, forwarded);
      return withViolations(new Response(null, init), violations);
    }
    const isWhole = await this.#hold(response, this.#heldBytes(headers));
    if (!isWhole) return new Response(this.#stream(response, forwarded), init);
    const violations = await this.#end(response, forwarded);
    const held = this.#held();
    const rewritten = status === 206 ? undefined : this.#withLinks(headers, links);
    for (const name of rewritten === undefined ? [] : ofBytes) headers.delete(name);
    const whole = rewritten ?? held;
    return withKnownBody(withViolations(new Response(Uint8Array.from(whole), init), violations), whole);
  }

  /** Most bytes that are held; JSON and XML are of no use in parts. */
  #heldBytes(headers: Headers): number {
    const length = headers.get('content-length');
    const isDocument = hasLinks(mediaTypeOf(headers.get('content-type') ?? ''));
    const most = isDocument ? this.#context.maxBodyBytes : heldBytes;
    return length === null ? (isDocument ? most : -1) : Number(length) <= most ? most : -1;
  }

  /** The body with addresses of the proxy instead of those of the service; undefined where it stays as it is. */
  #withLinks(headers: Headers, links: ClientLinks): Uint8Array | undefined {
    const { seen } = this.#decoded(headers);
    if (!(seen instanceof Uint8Array)) return undefined;
    const rewritten = links.body(seen, mediaTypeOf(headers.get('content-type') ?? ''));
    return rewritten === seen ? undefined : rewritten;
  }

  #decoded(headers: Headers): DecodedBody {
    return (this.#decodedBody ??= decodeBody(this.#received, headers.get('content-encoding') ?? ''));
  }

  #decodedBody: DecodedBody | undefined;

  readonly #chunks: Uint8Array[] = [];

  #held(): Uint8Array {
    return Buffer.concat(this.#chunks.splice(0));
  }

  /** Reads a body that is short. Resolves to whether all of it was read. */
  async #hold(response: UpstreamResponse, most: number): Promise<boolean> {
    for (let length = 0; length <= most;) {
      const chunk = await response.read();
      if (chunk === undefined) return true;
      length += chunk.length;
      this.#receive(chunk);
      this.#chunks.push(chunk);
    }
    return false;
  }

  /** Passes a body on as it arrives. Its end waits until the call is recorded. */
  #stream(response: UpstreamResponse, forwarded: ForwardedHeaders): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const chunk = this.#chunks.shift() ?? (await this.#next(response));
            if (chunk !== undefined) return controller.enqueue(chunk);
            await this.#end(response, forwarded);
            controller.close();
          } catch (error) {
            const failure = failureOf(error, this.#there.origin);
            await this.#end(response, forwarded, failure.message);
            controller.error(failure);
          }
        },
        cancel: async () => {
          response.cancel();
          await this.#end(response, forwarded, 'The client left before the response was complete');
        },
      },
      { highWaterMark: 0 },
    );
  }

  async #next(response: UpstreamResponse): Promise<Uint8Array | undefined> {
    const chunk = await response.read();
    if (chunk !== undefined) this.#receive(chunk);
    return chunk;
  }

  #receive(chunk: Uint8Array): void {
    this.#received.add(chunk);
    this.#items?.push(chunk);
  }

  /** What validates the items of a response that is sent item by item, without a content encoding. */
  #itemsOf(status: number, headers: Headers): ItemValidator | undefined {
    if (headers.has('content-encoding')) return undefined;
    const { pathname, search } = this.#here;
    const { route } = locate(this.#context.engine.shared, this.#request.method, pathname, search);
    const type = mediaTypeOf(headers.get('content-type') ?? '');
    return route.kind === 'operation' ? itemValidatorFor(route.plan, status, type) : undefined;
  }

  #items: ItemValidator | undefined;

  /** Validates and records the call. */
  async #end(
    response: UpstreamResponse,
    forwarded: ForwardedHeaders,
    error?: string,
  ): Promise<readonly FoundViolation[]> {
    // A response that came early leaves the rest of the request on its way.
    const isSent = this.#request.body === null || (await Promise.race([response.sent, later(false)]));
    return this.#note({
      forwarded,
      isSent,
      items: this.#items,
      isTooLong: response.isTooLong(),
      response: {
        status: response.status,
        statusText: response.statusText,
        httpVersion: response.httpVersion,
        headers: response.headers,
        body: this.#received,
        decoded: error === undefined ? this.#decoded(forwarded.headers) : { seen: 'unread' },
      },
      error,
    });
  }

  async #reject(failure: UpstreamFailure): Promise<Response> {
    const { status, message } = failure;
    const clean = this.#context.redactor.known(message);
    const reason = status === 504 ? 'upstreamTimeout' : 'badGateway';
    const response = envelope(status, reason, `${clean}.`);
    const isGone = this.#request.signal.aborted;
    const violations = await this.#note({
      isSent: false,
      rejection: response,
      error: isGone ? 'The client left before there was a response' : message,
    });
    return withViolations(response, violations);
  }

  async #note(outcome: CallOutcome, sent: CapturedBody = this.#sent): Promise<readonly FoundViolation[]> {
    if (this.#isFinished) return [];
    this.#isFinished = true;
    const encoding = this.#request.headers.get('content-encoding') ?? '';
    const isCut = this.#request.body !== null && !outcome.isSent;
    const requestDecoded = isCut ? { seen: 'unread' as const } : decodeBody(sent, encoding);
    try {
      return await finishCall(this.#context, {
        ...outcome,
        request: this.#request,
        here: this.#here,
        there: this.#there,
        requestHeaders: Object.entries(this.#headers),
        requestBody: sent,
        requestDecoded,
        moments: this.#moments,
      });
    } finally {
      this.#finish();
    }
  }
}

/** How a call ended. */
type CallOutcome = Pick<
  Parameters<typeof finishCall>[1],
  'forwarded' | 'items' | 'isSent' | 'isTooLong' | 'response' | 'rejection' | 'error' | 'fallback'
>;

/** The response, with what is wrong in a header. */
function withViolations(response: Response, violations: readonly FoundViolation[]): Response {
  const told = violations.map(({ severity, of, location, message }) =>
    [...(severity === 'warning' ? ['warning:'] : []), of, `${location ?? 'path'}:`, message]
      .join(' ')
      .replaceAll(',', ';'),
  );
  if (told.length > 0) response.headers.set('x-mock-violation', writeHeaderList(told));
  return response;
}

function later<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(() => resolve(value), 50).unref());
}
