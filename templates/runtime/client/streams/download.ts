import type { Operation } from '../../operation.js';
import type { Bytes } from '../body/media.js';
import type { CallOptions } from '../options/options.js';
import { ApiPromise } from '../core/api-promise.js';
import type { Core } from '../core/core.js';

/** A call whose response is bytes. Await it for a `Uint8Array`, or call a method: `await call.text()`. */
export class Download<Reason extends string = string> extends ApiPromise<Bytes, Reason> {
  /** Sends the call; resolves to all bytes. */
  async bytes(): Promise<Bytes> {
    return await this;
  }

  /** Sends the call; resolves to the bytes decoded as UTF-8. */
  async text(): Promise<string> {
    return new TextDecoder().decode(await this);
  }

  /** Sends the call; resolves to the bytes with their media type. */
  async blob(): Promise<Blob> {
    const { data, response } = await this.withResponse();
    return new Blob([data], { type: response.headers.get('content-type') ?? '' });
  }

  /** Sends the call; resolves to a stream of the bytes, which can be read once. The signal and timeouts of the call apply to its end. */
  async stream(): Promise<ReadableStream<Bytes>> {
    return (await this.asResponse()).body ?? new Blob([]).stream();
  }

  // The timeout of an attempt must not end a long download.
  protected override get readsBody(): boolean {
    return false;
  }
}

/** Calls an operation that returns bytes. The call is sent when it is awaited or a method is called. */
export function download<P extends object, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): Download<Reason> {
  return new Download(core.send(operation, params, options, true));
}
