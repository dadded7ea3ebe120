import { isJsonObject } from '../json.js';
import type { Operation } from '../operation.js';
import { ApiPromise, type Answer, type Send } from './api-promise.js';
import type { Core } from './core.js';
import { ClientError } from './errors.js';
import type { CallOptions } from './options.js';
import { readApiError, unexpectedContent } from './response.js';
import { splitJsonArray, type Fail } from './split-json-array.js';

/** Most characters of the beginning that are kept to be shown in an error. */
const longestBeginning = 65_536;

/** A call whose answer is an array: awaited it gives all items at once, iterated each of them as it arrives, once. */
export class ApiStream<Item> extends ApiPromise<readonly Item[]> {
  readonly #operation: Operation<never, unknown>;
  #taken = false;

  constructor(operation: Operation<never, unknown>, send: Send<readonly Item[]>) {
    super(send);
    this.#operation = operation;
  }

  /**
   * Sends the call and gives the items as they arrive, without keeping them. Leaving the loop ends the answer; abort and
   * timeout of the call hold until then. A broken answer is not asked for again.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const answer = await super.answer(false);
    // The call has been awaited before.
    if (answer.response.bodyUsed && !this.#taken) return yield* await this.#readAll(answer);
    this.#take();
    let beginning = '';
    const fail: Fail = (message) =>
      unexpectedContent({ ...answer, operation: this.#operation, bytes: new TextEncoder().encode(beginning) }, message);
    const texts = textsOf(answer.response.body, fail, (text) => {
      if (beginning.length < longestBeginning) beginning += text;
    });
    for await (const item of splitJsonArray(texts, fail)) {
      await this.#refuseError(item, answer);
      // The descriptor is the proof that the items are Items: both were made from the same spec.
      yield item as Item;
    }
  }

  protected override async answer(whole: boolean): Promise<Answer<readonly Item[]>> {
    const answer = await super.answer(whole);
    return { ...answer, read: () => this.#readAll(answer) };
  }

  async #readAll(answer: Answer<readonly Item[]>): Promise<readonly Item[]> {
    if (this.#taken) this.#take();
    const items = await answer.read();
    if (Array.isArray(items)) for (const item of items) await this.#refuseError(item, answer);
    return items;
  }

  #take(): void {
    const { id } = this.#operation;
    if (this.#taken) throw new ClientError(id, `${id}: the answer has already been read item by item`);
    this.#taken = true;
  }

  /** A service that fails after it began to answer says so in place of an item. */
  async #refuseError(item: unknown, { response, redactor }: Answer<unknown>): Promise<void> {
    const error = isJsonObject(item) ? item['error'] : undefined;
    const status = isJsonObject(error) ? Number(error['code']) : 0;
    if (!(status >= 400 && status < 600)) return;
    const refusal = new Response(JSON.stringify(item), { status, headers: response.headers });
    throw await readApiError(this.#operation.id, refusal, { redactor, now: 0 });
  }
}

/** Calls an operation whose answer can be read item by item; nothing is sent before it is awaited or iterated. */
export function stream<P extends object, Item>(
  core: Core,
  operation: Operation<P, readonly Item[]>,
  params: P,
  options?: CallOptions,
): ApiStream<Item> {
  return new ApiStream(operation, core.send(operation, params, options));
}

/** A body as text while it arrives; whoever stops early ends it. */
async function* textsOf(
  body: ReadableStream<Uint8Array> | null,
  fail: Fail,
  onText: (text: string) => void,
): AsyncGenerator<string, void, undefined> {
  const reader = (body ?? new Blob([]).stream()).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes: Uint8Array | undefined): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw fail('the answer is not UTF-8');
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
