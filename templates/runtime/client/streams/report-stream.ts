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
 * A call whose response is a report: a header, rows and a footer. Iterated it gives the rows as they arrive, once and without
 * keeping them; awaited it gives all pieces as they were sent. `header` and `footer` are there beside either.
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
    // It may fail unheard.
    this.#footer.catch(() => undefined);
  }

  /** The header; awaiting it sends the call and reads the first piece, which rows can still be iterated after. */
  get header(): ApiPromise<PieceOf<Item, HeaderName>, Reason> {
    return this.#promise(async () => {
      const { value } = await this.#begin();
      return this.#piece(value, 'header') ?? (await this.#fail('header'));
    });
  }

  /**
   * The footer, which comes after the last row: await it after the loop over the rows, or beside it. Without a loop, awaiting it
   * reads all rows and drops them. It rejects where the loop was left early.
   */
  get footer(): ApiPromise<PieceOf<Item, FooterName>, Reason> {
    return this.#promise(async () => {
      const read = async () => {
        for await (const _ of this);
      };
      // Its error is that of the footer.
      if (!this.#isTaken) read().catch(() => undefined);
      return this.#footer;
    });
  }

  /**
   * Sends the call and gives the rows as they arrive, reading no further than the loop asks. Leaving it ends the response;
   * the abort signal and timeouts of the call apply until then. A response that breaks off is not requested again.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    // A second loop can go over a response that was awaited; `items` rejects it for all others.
    const source = this.#isTaken ? this.#read() : this.#source;
    const first = this.#isTaken ? source.next() : this.#begin();
    this.#isTaken = true;
    try {
      for (let found = await first; !found.done; found = await source.next()) {
        const row = this.#piece(found.value, 'row');
        // A map without entries, which the service leaves out, becomes an empty object.
        const maps = isJsonObject(row) ? (this.#pieces.maps ?? []).filter((name) => row[name] === undefined) : [];
        const empty = Object.fromEntries(maps.map((name) => [name, {}]));
        // `as`: rows are Rows, since the descriptor was made from the same spec.
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

  /** Reads the items, and settles the footer on the way. */
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
      // A promise that was settled before keeps its result.
      this.#rejectFooter(new ClientError(id, `${id}: the loop over the rows was left before the footer came`));
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
      // `as`: it is a T, since the descriptor was made from the same spec.
      return { ...received, read: () => read() as Promise<T> };
    });
  }
}

/** Calls an operation whose response is a report; nothing is sent before it is awaited or iterated, or its header or footer asked for. */
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
