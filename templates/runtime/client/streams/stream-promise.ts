import type { Operation } from '../../operation.js';
import { ClientError } from '../errors/errors.js';
import { unexpectedContent } from '../response/response.js';
import type { CallResponse, Send } from '../transport/call-response.js';
import { ApiPromise } from '../transport/api-promise.js';
import { readApiError, statusOfError } from '../transport/read-api-error.js';
import type { Fail } from './split-json-array.js';

/** Most characters of the beginning that are kept to be shown in an error. */
const longestBeginning = 65_536;

/** Takes the items out of a text that comes in pieces, each as soon as it is complete. */
export type SplitTexts = (
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
      this.#isWhole ??= false;
      const received = await super.receive(false);
      // The call has been awaited before.
      if ((this.#isWhole || received.response.bodyUsed) && !this.#taken) return yield* await this.#readAll(received);
      this.#take();
      let beginning = '';
      const fail: Fail = (message) => this.invalidContent(received, message, beginning);
      const texts = readTexts(received.response.body, fail, (text) => {
        if (beginning.length < longestBeginning) beginning += text;
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
    return { ...received, read: () => this.#readAll(received) };
  }

  /** The error for a response that is not what is declared; `beginning` is how its body begins. */
  protected invalidContent(received: CallResponse<unknown>, message: string, beginning: string = ''): Error {
    return unexpectedContent(this.operation.id, received, new TextEncoder().encode(beginning))(message);
  }

  async #readAll(received: CallResponse<readonly Item[]>): Promise<readonly Item[]> {
    if (this.#taken) this.#take();
    const items = await received.read();
    if (Array.isArray(items)) for (const item of items) await this.#throwError(item, received);
    return items;
  }

  #take(): void {
    const { id } = this.operation;
    if (this.#taken) throw new ClientError(id, `${id}: the response has already been read item by item`);
    this.#taken = true;
  }

  /** Throws the error that a service sends instead of an item, where it fails after it began to respond. */
  async #throwError(item: unknown, { response, redactor, meta }: CallResponse<unknown>): Promise<void> {
    const status = statusOfError(item, this.operation);
    if (status === undefined) return;
    const failed = new Response(JSON.stringify(item), { status, headers: response.headers });
    throw await readApiError({ operation: this.operation, redactor }, failed, meta);
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
  const decode = (bytes: Uint8Array | undefined) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw fail('the response is not UTF-8');
    }
  };
  try {
    for (let done = false; !done;) {
      const read = await reader.read();
      const text = decode(read.value);
      onText(text);
      yield text;
      done = read.done;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
