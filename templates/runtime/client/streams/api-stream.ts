import { withErrorDetails } from '../features/error-details.js';
import type { Operation, OperationContent } from '../../operation.js';
import { ClientError } from '../errors/errors.js';
import type { CallOptions } from '../options/options.js';
import type { Core } from '../core/core.js';
import { splitJsonArray, type Fail } from './split-json-array.js';
import { unexpectedContent } from '../response/response.js';
import { ApiPromise } from '../core/api-promise.js';
import type { CallResponse, Send } from '../options/call-response.js';
import { readApiError, statusOfError } from '../transport/read-api-error.js';

/** Takes the items out of a text that comes in pieces, each as soon as it is complete. */
type SplitTexts = (
  texts: AsyncIterable<string>,
  fail: Fail,
  parse?: (text: string) => unknown,
) => AsyncIterable<unknown>;

/** A call whose response is an array: a promise of all its items, and a source of single items. */
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
   * Sends the call and gives the items as they arrive, without keeping them. Leaving the loop ends the response; the
   * abort signal and timeouts of the call apply until then. A response that breaks off is not requested again.
   */
  protected async *items(): AsyncGenerator<Item, void, undefined> {
    try {
      const received = await this.receive(false);
      // The call has been awaited before.
      if (this.#isWhole || received.response.bodyUsed) return yield* await received.read();
      this.#take();
      let beginning = '';
      const fail: Fail = (message) => this.invalidContent(received, message, beginning);
      const texts = readTexts(received.response.body, fail, (text) => {
        // Only the beginning is shown in an error.
        if (beginning.length < 65_536) beginning += text;
      });
      let index = 0;
      for await (const item of this.#split(texts, fail, this.operation.wire?.convert.parse)) {
        await this.#throwError(item, received);
        // `as`: the items are Items, since the descriptor was made from the same spec.
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

  /** The error for a response that is not what is declared; `beginning` is how its body begins. */
  protected invalidContent(received: CallResponse<unknown>, message: string, beginning = ''): Error {
    return unexpectedContent(this.operation.id, received, new TextEncoder().encode(beginning))(message);
  }

  #take(): void {
    const { id } = this.operation;
    if (this.#taken) throw new ClientError(id, `${id}: the response has already been read item by item`);
    this.#taken = true;
  }

  /** Throws the error that a service sends instead of an item, where it fails after it began to respond. */
  async #throwError(item: unknown, { response, redactor, meta }: CallResponse<unknown>): Promise<void> {
    const { operation } = this;
    const status = statusOfError(item, operation);
    if (status === undefined) return;
    const failed = new Response(JSON.stringify(item), { status, headers: response.headers });
    throw await readApiError(
      { operation, redactor, settings: { hooks: withErrorDetails, now: Date.now } },
      failed,
      meta,
    );
  }
}

/** Decodes a body while it arrives; a loop that is left early ends it. */
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

/** A call whose response is an array or a stream of items. Await it for all items, or iterate over it once for each item as it arrives. */
export class ApiStream<Item, Reason extends string = string> extends StreamPromise<Item, Reason> {
  /**
   * Sends the call and gives the items as they arrive, without keeping them. Leaving the loop ends the response; the
   * abort signal and timeouts of the call apply until then. A response that breaks off is not requested again.
   */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.items();
  }
}

/** Calls an operation whose response can be read item by item; nothing is sent before it is awaited or iterated. */
export function stream<P extends object, Item, Reason extends string>(
  core: Core,
  operation: Operation<P, readonly Item[], Reason>,
  params: P,
  options?: CallOptions,
): ApiStream<Item, Reason> {
  return new ApiStream(operation, core.send(operation, params, options), splitJsonArray);
}

/**
 * Calls an operation that returns events or lines; nothing is sent before it is awaited or iterated. A stream that breaks
 * off is an error: it is not asked for again, and `Last-Event-ID` is sent by callers who pass it.
 */
export const streamItems: typeof stream = (core, operation, params, options) =>
  new ApiStream(operation, core.send(operation, params, options), chooseSplitter(operation));

/** Chooses the splitter that takes the items of an operation out of the pieces of its response. */
export function chooseSplitter({ responses = [], split }: Operation): SplitTexts {
  const contents = responses.flatMap((one) => one.contents ?? []);
  const content = contents.find(holdsItems) ?? { mediaType: 'application/jsonl' };
  return async function* (texts, fail, parse) {
    const splitter = split?.(content, fail, parse);
    if (!splitter) throw fail('nothing takes the items of the response apart');
    for await (const text of texts) yield* splitter.push(text);
    yield* splitter.end();
  };
}

/** Checks for a media type that holds items, one after the other. */
export function holdsItems({ kind }: OperationContent): boolean {
  return kind === 'events' || kind === 'lines';
}
