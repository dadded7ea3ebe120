import { withErrorDetails } from '../features/error-details.js';
import type { Operation, OperationContent } from '../../operation.js';
import { ClientError } from '../errors/errors.js';
import type { CallOptions } from '../options/options.js';
import type { Core } from '../core/core.js';
import { splitJsonArray, type Fail } from './split-json-array.js';
import { unexpectedContent } from '../response/response.js';
import { ApiPromise } from '../core/api-promise.js';
import type { CallResponse, Send } from '../options/call-response.js';
import { readApiError, readErrorStatus } from '../transport/read-api-error.js';

/** Splits text that arrives in pieces into items, each as soon as it is complete. */
type SplitTexts = (
  texts: AsyncIterable<string>,
  fail: Fail,
  parse?: (text: string) => unknown,
) => AsyncIterable<unknown>;

/** The base class of calls whose response can be awaited as an array, or read item by item. */
export class StreamPromise<Item, Reason extends string = string> extends ApiPromise<readonly Item[], Reason> {
  /** The operation that is called. */
  protected readonly operation: Operation;
  readonly #split: SplitTexts;
  #taken = false;
  #isWhole: boolean | undefined;

  constructor(operation: Operation, send: Send<readonly Item[]>, split: SplitTexts) {
    super(send);
    this.operation = operation;
    this.#split = split;
  }

  /**
   * Sends the call and yields the items as they arrive. Leaving the loop cancels the response; the signal and timeouts of the call apply
   * until then. A response that ends too early is an error, and is not requested again.
   */
  protected async *items(): AsyncGenerator<Item, void, undefined> {
    try {
      const received = await this.receive(false);
      // The call was awaited before the loop.
      if (this.#isWhole || received.response.bodyUsed) return yield* await received.read();
      this.#take();
      let beginning = '';
      const fail: Fail = (message) => this.invalidContent(received, message, beginning);
      const texts = readTexts(received.response.body, fail, (text) => {
        // Errors show only the beginning.
        if (beginning.length < 65_536) beginning += text;
      });
      let index = 0;
      for await (const item of this.#split(texts, fail, this.operation.wire?.convert.parse)) {
        await this.#throwError(item, received);
        // `as`: Item and the descriptor were generated from the same spec.
        yield (received.readItem?.(item, index++) ?? item) as Item;
      }
    } catch (error) {
      throw this.pointToCaller(error);
    }
  }

  protected override async receive(readBody: boolean): Promise<CallResponse<readonly Item[]>> {
    this.#isWhole ??= readBody;
    const received = await super.receive(readBody);
    const read = async () => {
      if (this.#taken) this.#take();
      const items = await received.read();
      if (Array.isArray(items)) for (const item of items) await this.#throwError(item, received);
      return items;
    };
    return { ...received, read };
  }

  /** Creates the error for a response that differs from the spec; `beginning` is the start of its body. */
  protected invalidContent(received: CallResponse<unknown>, message: string, beginning = ''): Error {
    return unexpectedContent(this.operation.id, received, new TextEncoder().encode(beginning))(message);
  }

  #take(): void {
    const { id } = this.operation;
    if (this.#taken) throw new ClientError(id, `${id}: the response has already been read item by item`);
    this.#taken = true;
  }

  /** Throws an `ApiError` if an item is an error, which services send if they fail during a response. */
  async #throwError(item: unknown, { response, redactor, meta }: CallResponse<unknown>): Promise<void> {
    const { operation } = this;
    const status = readErrorStatus(item, operation);
    if (status === undefined) return;
    const failed = new Response(JSON.stringify(item), { status, headers: response.headers });
    throw await readApiError(
      { operation, redactor, settings: { hooks: withErrorDetails, now: Date.now } },
      failed,
      meta,
    );
  }
}

/** Decodes a body as UTF-8 while it arrives. Leaving the loop cancels the body. */
async function* readTexts(
  body: ReadableStream<Uint8Array> | null,
  fail: Fail,
  onText: (text: string) => void,
): AsyncGenerator<string, void, undefined> {
  const reader = (body ?? new Blob([]).stream()).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (;;) {
      const { value, done } = await reader.read();
      let text: string;
      try {
        text = decoder.decode(value, { stream: !done });
      } catch {
        throw fail('the response is not UTF-8');
      }
      onText(text);
      yield text;
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** A call whose response is an array or a stream. Await it for all items, or loop over it once: `for await (const item of call)`. */
export class ApiStream<Item, Reason extends string = string> extends StreamPromise<Item, Reason> {
  /**
   * Sends the call and yields the items as they arrive. Leaving the loop cancels the response; the signal and timeouts of the call apply
   * until then. A response that ends too early is an error, and is not requested again.
   */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.items();
  }
}

/** Calls an operation that returns a JSON array, which can be read item by item. The call is sent when it is awaited or iterated. */
export function stream<P extends object, Item, Reason extends string>(
  core: Core,
  operation: Operation<P, readonly Item[], Reason>,
  params: P,
  options?: CallOptions,
): ApiStream<Item, Reason> {
  return new ApiStream(operation, core.send(operation, params, options), splitJsonArray);
}

/**
 * Calls an operation that returns events or lines. The call is sent when it is awaited or iterated. A stream that ends with an error is
 * not requested again; to continue it, pass the header `Last-Event-ID`.
 */
export const streamItems: typeof stream = (core, operation, params, options) =>
  new ApiStream(operation, core.send(operation, params, options), chooseSplitter(operation));

/** Returns the function that splits the response of an operation into items. */
export function chooseSplitter({ responses = [], split }: Operation): SplitTexts {
  const contents = responses.flatMap((one) => one.contents ?? []);
  const content = contents.find(holdsItems) ?? { mediaType: 'application/jsonl' };
  return async function* (texts, fail, parse) {
    const splitter = split?.(content, fail, parse);
    if (!splitter) throw fail('the operation has no function that splits the response into items');
    for await (const text of texts) yield* splitter.push(text);
    yield* splitter.end();
  };
}

/** Returns whether a media type consists of items: events or lines. */
export function holdsItems({ kind }: OperationContent): boolean {
  return kind === 'events' || kind === 'lines';
}
