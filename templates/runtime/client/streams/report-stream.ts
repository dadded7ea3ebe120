import { isJsonObject } from '../../json.js';
import type { Operation, ReportPieces } from '../../operation.js';
import type { PieceOf } from '../../result-types.js';
import { ClientError } from '../errors/errors.js';
import type { CallOptions } from '../options/options.js';
import type { CallResponse, Send } from '../options/call-response.js';
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
  readonly #header = new Deferred();
  readonly #footer = new Deferred();
  readonly #source = this.#read();
  #first: Promise<IteratorResult<Item, void>> | undefined;
  #isTaken = false;

  constructor(operation: Operation, send: Send<readonly Item[]>) {
    super(operation, send, splitJsonArray);
  }

  /** The header; awaiting it sends the call and reads the first piece, which rows can still be iterated after. */
  get header(): ApiPromise<PieceOf<Item, HeaderName>, Reason> {
    return this.#promise(this.#header, () => this.#begin());
  }

  /**
   * The footer, which comes after the last row: await it after the loop over the rows, or beside it. Without a loop, awaiting it
   * reads all rows and drops them. It rejects where the loop was left early.
   */
  get footer(): ApiPromise<PieceOf<Item, FooterName>, Reason> {
    return this.#promise(this.#footer, async () => {
      if (this.#isTaken) return;
      const rows = this[Symbol.asyncIterator]();
      while (!(await rows.next()).done);
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

  /** Reads the items, and settles the header and the footer on the way. */
  async *#read(): AsyncGenerator<Item, void, undefined> {
    const reject = async (later: Deferred, piece: string) =>
      later.reject(this.invalidContent(await this.receive(false), `the report has no ${piece}`));
    let isFirst = true;
    let failure: unknown;
    try {
      for await (const item of this.items()) {
        const [header, footer] = [this.#piece(item, 'header'), this.#piece(item, 'footer')];
        if (header !== undefined) this.#header.resolve(header);
        else if (isFirst) await reject(this.#header, 'header');
        isFirst = false;
        if (footer !== undefined) this.#footer.resolve(footer);
        yield item;
      }
      await reject(this.#header, 'header');
      await reject(this.#footer, 'footer');
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      const { id } = this.operation;
      // A promise that was settled before keeps its result.
      failure ??= new ClientError(id, `${id}: the loop over the rows was left before the footer came`);
      this.#header.reject(failure);
      this.#footer.reject(failure);
    }
  }

  #piece(item: unknown, piece: 'header' | 'row' | 'footer'): unknown {
    const name = this.#pieces[piece];
    return isJsonObject(item) && name !== undefined ? item[name] : undefined;
  }

  #promise<T>(later: Deferred, start: () => unknown): ApiPromise<T, Reason> {
    return new ApiPromise(async (): Promise<CallResponse<T>> => {
      const received = await this.receive(false);
      const read = async (): Promise<T> => {
        // Its error is that of the promise.
        Promise.resolve(start()).catch(() => undefined);
        // `as`: it is a T, since the descriptor was made from the same spec.
        return (await later.promise) as T;
      };
      return { ...received, read };
    });
  }
}

/** A promise that is settled from outside, and may fail unheard. */
class Deferred {
  readonly promise: Promise<unknown>;
  resolve: (value: unknown) => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.promise.catch(() => undefined);
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
