import type { Operation } from '../../operation.js';
import type { Bytes } from '../body/media.js';
import type { CallOptions } from '../options/options.js';
import { ApiPromise } from '../core/api-promise.js';
import type { Core } from '../core/core.js';

/** A call whose response is bytes. Await it for all of them, or use its methods for other forms. */
export class Download<Reason extends string = string> extends ApiPromise<Bytes, Reason> {
  /** All bytes. */
  async bytes(): Promise<Bytes> {
    return await this;
  }

  /** The bytes read as UTF-8. */
  async text(): Promise<string> {
    return new TextDecoder().decode(await this);
  }

  /** The bytes with their media type. */
  async blob(): Promise<Blob> {
    const { data, response } = await this.withResponse();
    return new Blob([data], { type: response.headers.get('content-type') ?? '' });
  }

  /** The bytes as they arrive, once and instead of the other forms; abort and timeout of the call hold until the end. */
  async stream(): Promise<ReadableStream<Bytes>> {
    return (await this.asResponse()).body ?? new Blob([]).stream();
  }

  // A long download must not be cut by the timeout of an attempt.
  protected override get readsBody(): boolean {
    return false;
  }
}

/** Calls an operation that returns bytes; nothing is sent before it is awaited or asked for them. */
export function download<P extends object, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): Download<Reason> {
  return new Download(core.send(operation, params, options, true));
}
