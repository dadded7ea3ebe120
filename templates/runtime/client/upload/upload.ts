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

/** A call that uploads bytes. With the option `chunkSize`, it continues after interruptions, can be paused, and reports its progress. */
export class Upload<T, Reason extends string = string> extends ApiPromise<T, Reason> {
  readonly #control: UploadControl;

  constructor(send: Send<T>, control: UploadControl) {
    super(send);
    this.#control = control;
  }

  /** The state of a resumable upload; `undefined` before it is opened. It is a secret: see `UploadState`. */
  get state(): UploadState | undefined {
    return this.#control.state;
  }

  /** Adds a listener, like the options `onProgress` and `onState`: `upload.on('progress', ({ sent }) => …)`. */
  on<Name extends keyof UploadEvents>(name: Name, listener: UploadListener<Name>): this {
    this.#control.listeners[name].push(listener);
    return this;
  }

  /** Stops the current request; resolves to the state, from which another process can resume. Throws without `chunkSize`. */
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

/** Calls an operation that accepts bytes. The call is sent when it is awaited. */
export function upload<P extends object, R, Reason extends string>(
  core: Core,
  operation: Operation<P, R, Reason>,
  params: P,
  options: CallOptions = {},
): Upload<R, Reason> {
  const control = createControl(options);
  const { media } = operation;
  if (media?.resumable && (options.chunkSize ?? options.resumeFrom) !== undefined) {
    // `as`: types of descriptors do not refer to types of calls.
    const send = media.resumable as typeof sendResumable;
    const bound = { ...operation, media: { ...media, resumable: (sending: Sending) => send(sending, control) } };
    return new Upload(core.send(bound, params, options), control);
  }
  // Without chunks, the progress is reported once, at the end.
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
    throw new InvalidOptionError('chunkSize', 'is required to pause an upload');
  };
  return new Upload(send, Object.assign(control, { pause: reject, resume: reject }));
}

/** Calls an operation that accepts bytes, whose response, `R`, depends on the parts that the params select. */
export function uploadParts<P extends object, R, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): Upload<R, Reason> {
  // `as`: generated code declares R for the selected parts, from the same spec as the descriptor.
  return upload(core, operation, withParts(operation, params), options) as Upload<R, Reason>;
}
