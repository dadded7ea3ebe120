import { isJsonObject } from '../../json.js';
import type { Operation, ReportPieces } from '../../operation.js';
import type { PieceOf } from '../../result-types.js';
import { ClientError } from '../errors/errors.js';
import type { CallOptions } from '../options/options.js';
import type { Send } from '../options/call-response.js';
import { ApiPromise } from '../core/api-promise.js';
import type { Core } from '../core/core.js';
import { splitJsonArray } from './split-json-array.js';
import { StreamPromise } from './api-stream.js';

/**
 * A call whose response is a report: a header, rows and a footer. Loop over it once for the rows as they arrive, or await it for an
 * array of all items. `await call.header` and `await call.footer` work with both.
 */
export class ReportStream<
  Row,
  Item,
  HeaderName extends PropertyKey,
  FooterName extends PropertyKey,
  Reason extends string = string,
> extends StreamPromise<Item, Reason> {
  readonly #pieces: ReportPieces = this.operation.report ?? { row: '' };
  #resolveFooter: (footer: unknown) => void = () => undefined;
  #rejectFooter: (error: unknown) => void = () => undefined;
  readonly #footer = new Promise((resolve, reject) => {
    this.#resolveFooter = resolve;
    this.#rejectFooter = reject;
  });
  readonly #source = this.#read();
  #first: Promise<IteratorResult<Item, void>> | undefined;
  #isTaken = false;

  constructor(operation: Operation, send: Send<readonly Item[]>) {
    super(operation, send, splitJsonArray);
    // No unhandled rejection, if no caller awaits the footer.
    this.#footer.catch(() => undefined);
  }

  /** The header. Awaiting it sends the call and reads the first item. A loop over the rows is still possible. */
  get header(): ApiPromise<PieceOf<Item, HeaderName>, Reason> {
    return this.#promise(async () => {
      const { value } = await this.#begin();
      return this.#piece(value, 'header') ?? (await this.#fail('header'));
    });
  }

  /**
   * The footer, which follows the last row. Await it after the loop over the rows, or during it. Without a loop, awaiting it reads and
   * drops all rows. It rejects if the loop is left early.
   */
  get footer(): ApiPromise<PieceOf<Item, FooterName>, Reason> {
    return this.#promise(async () => {
      const read = async () => {
        for await (const _ of this);
      };
      // The footer rejects with the same error.
      if (!this.#isTaken) read().catch(() => undefined);
      return this.#footer;
    });
  }

  /**
   * Sends the call and yields the rows as they arrive, without reading ahead. Leaving the loop cancels the response; the signal and
   * timeouts of the call apply until then. A response that ends too early is an error, and is not requested again.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    // A second loop is possible if the call was awaited; otherwise `items` throws.
    const source = this.#isTaken ? this.#read() : this.#source;
    const first = this.#isTaken ? source.next() : this.#begin();
    this.#isTaken = true;
    try {
      for (let found = await first; !found.done; found = await source.next()) {
        const row = this.#piece(found.value, 'row');
        // The service leaves out maps without entries: these become `{}`.
        const maps = isJsonObject(row) ? (this.#pieces.maps ?? []).filter((name) => row[name] === undefined) : [];
        const empty = Object.fromEntries(maps.map((name) => [name, {}]));
        // `as`: Row and the descriptor were generated from the same spec.
        if (row !== undefined) yield (maps.length ? Object.assign(empty, row) : row) as Row;
      }
    } finally {
      await source.return();
    }
  }

  /** Reads the first item, once. */
  #begin(): Promise<IteratorResult<Item, void>> {
    return (this.#first ??= this.#source.next());
  }

  /** Reads the items, and resolves or rejects the footer. */
  async *#read(): AsyncGenerator<Item, void, undefined> {
    const { id } = this.operation;
    try {
      for await (const item of this.items()) {
        const footer = this.#piece(item, 'footer');
        if (footer !== undefined) this.#resolveFooter(footer);
        yield item;
      }
      await this.#fail('footer').catch(this.#rejectFooter);
    } catch (error) {
      this.#rejectFooter(error);
      throw error;
    } finally {
      // No effect if the footer was already resolved or rejected.
      this.#rejectFooter(new ClientError(id, `${id}: the loop over the rows was left before the footer arrived`));
    }
  }

  async #fail(piece: string): Promise<never> {
    throw this.invalidContent(await this.receive(false), `the report has no ${piece}`);
  }

  #piece(item: unknown, piece: 'header' | 'row' | 'footer'): unknown {
    const name = this.#pieces[piece];
    return isJsonObject(item) && name !== undefined ? item[name] : undefined;
  }

  #promise<T>(read: () => Promise<unknown>): ApiPromise<T, Reason> {
    return new ApiPromise(async () => {
      const received = await this.receive(false);
      // `as`: T and the descriptor were generated from the same spec.
      return { ...received, read: () => read() as Promise<T> };
    });
  }
}

/** Calls an operation whose response is a report. The call is sent when it, its header or its footer is awaited, or it is iterated. */
export function report<
  P extends object,
  Row,
  Item,
  HeaderName extends PropertyKey,
  FooterName extends PropertyKey,
  Reason extends string,
>(
  core: Core,
  operation: Operation<P, readonly Item[], Reason>,
  params: P,
  options?: CallOptions,
): ReportStream<Row, Item, HeaderName, FooterName, Reason> {
  return new ReportStream(operation, core.send(operation, params, options));
}
