import type { Operation } from '../../operation.js';
import { isMediaSource, nameMedia } from '../body/media.js';
import { InvalidOptionError } from '../errors/errors.js';
import { readOwn } from '../params/values.js';
import type { Send } from '../options/call-response.js';
import { ApiPromise } from '../core/api-promise.js';
import { withParts } from '../core/call-parts.js';
import type { Core } from '../core/core.js';
import type { sendResumable } from './send-resumable.js';
import { createControl, type UploadControl, type UploadEvents, type UploadListener } from './upload-control.js';
import type { UploadState } from '../options/option-types.js';
import type { CallOptions, Sending } from '../options/options.js';

/** A call that sends bytes. With a `chunkSize` it continues after interruptions, can be paused and reports its progress. */
export class Upload<T, Reason extends string = string> extends ApiPromise<T, Reason> {
  readonly #control: UploadControl;

  constructor(send: Send<T>, control: UploadControl) {
    super(send);
    this.#control = control;
  }

  /** Progress of a resumable upload, once it is opened. It is a secret: see `UploadState`. */
  get state(): UploadState | undefined {
    return this.#control.state;
  }

  /** Adds a listener, which is called as `onProgress` and `onState` are. */
  on<Name extends keyof UploadEvents>(name: Name, listener: UploadListener<Name>): this {
    this.#control.listeners[name].push(listener);
    return this;
  }

  /** Stops the request in flight and keeps the bytes that have arrived; returns the state that another process can resume from. */
  async pause(): Promise<UploadState | undefined> {
    await this.#control.pause();
    return this.state;
  }

  /** Continues after `pause`. */
  resume(): this {
    this.#control.resume();
    return this;
  }
}

/** Calls an operation that takes bytes; sends nothing before it is awaited. */
export function upload<P extends object, R, Reason extends string>(
  core: Core,
  operation: Operation<P, R, Reason>,
  params: P,
  options: CallOptions = {},
): Upload<R, Reason> {
  const control = createControl(options);
  const { media } = operation;
  if (media?.resumable && (options.chunkSize ?? options.resumeFrom) !== undefined) {
    // `as`: descriptors do not know the type of a call.
    const send = media.resumable as typeof sendResumable;
    const bound = { ...operation, media: { ...media, resumable: (sending: Sending) => send(sending, control) } };
    return new Upload(core.send(bound, params, options), control);
  }
  // All bytes go in one request, which reports their number at its end.
  const send: Send<R> = async (readBody) => {
    const named = nameMedia(readOwn(params, 'media'));
    if (!control.listeners.progress[0] || !named) return core.send(operation, params, options)(readBody);
    const { data: bytes } = named;
    let data = bytes;
    let sent = 0;
    const count = (stream: ReadableStream<Uint8Array>) => {
      sent = 0;
      const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, controller) => {
          sent += piece.byteLength;
          controller.enqueue(piece);
        },
      });
      return stream.pipeThrough(counter);
    };
    if (isMediaSource(bytes)) data = { type: bytes.type, open: async (offset) => count(await bytes.open(offset)) };
    else if (bytes instanceof ReadableStream && !bytes.locked) data = count(bytes);
    const received = await core.send(operation, { ...params, media: { ...named, data } }, options)(readBody);
    // `as`: streams and sources were counted while they were read.
    if (data === bytes) sent = new Blob([bytes as BlobPart]).size;
    for (const listener of control.listeners.progress) await listener({ sent, total: sent });
    return received;
  };
  const reject = (): never => {
    throw new InvalidOptionError('chunkSize', 'is needed to pause');
  };
  return new Upload(send, Object.assign(control, { pause: reject, resume: reject }));
}

/** Calls an operation that takes bytes and whose response, `R`, depends on the parts that the params ask for. */
export function uploadParts<P extends object, R, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): Upload<R, Reason> {
  // `as`: the generated code declares R by the same spec as the descriptor, for the parts that the params ask for.
  return upload(core, operation, withParts(operation, params), options) as Upload<R, Reason>;
}
