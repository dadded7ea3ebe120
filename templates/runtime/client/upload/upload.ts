import type { Operation } from '../../operation.js';
import { isMediaSource, nameMedia, type MediaData } from '../body/media.js';
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

/** A call that sends bytes: with a `chunkSize` it goes on after interruptions, can be paused, and tells how far it is. */
export class Upload<T, Reason extends string = string> extends ApiPromise<T, Reason> {
  readonly #control: UploadControl;
  readonly #inChunks: boolean;

  constructor(send: Send<T>, control: UploadControl, inChunks: boolean) {
    super(send);
    this.#control = control;
    this.#inChunks = inChunks;
  }

  /** How far a resumable upload is, once it is opened; a secret, see `UploadState`. */
  get state(): UploadState | undefined {
    return this.#control.state;
  }

  /** Has a listener called as `onProgress` and `onState` are. */
  on<Name extends keyof UploadEvents>(name: Name, listener: UploadListener<Name>): this {
    this.#control.on(name, listener);
    return this;
  }

  /** Stops what is in flight and keeps what has arrived; gives the state, with which another process could go on. */
  async pause(): Promise<UploadState | undefined> {
    await this.#checked().pause();
    return this.state;
  }

  /** Goes on after `pause`. */
  resume(): this {
    this.#checked().resume();
    return this;
  }

  #checked(): UploadControl {
    if (!this.#inChunks) throw new InvalidOptionError('chunkSize', 'is needed to pause');
    return this.#control;
  }
}

/** Calls an operation that takes bytes; nothing is sent before it is awaited. */
export function upload<P extends object, R, Reason extends string>(
  core: Core,
  operation: Operation<P, R, Reason>,
  params: P,
  options: CallOptions = {},
): Upload<R, Reason> {
  const control = createControl(options);
  const { media } = operation;
  if (!media?.resumable || (options.chunkSize ?? options.resumeFrom) === undefined)
    return new Upload(
      sendInOneRequest((counted) => core.send(operation, counted, options), params, control),
      control,
      false,
    );
  // `as`: a descriptor does not know what a call is made of.
  const send = media.resumable as typeof sendResumable;
  const bound = { ...operation, media: { ...media, resumable: (sending: Sending) => send(sending, control) } };
  return new Upload(core.send(bound, params, options), control, true);
}

/** Calls an operation that takes bytes and whose response, `R`, depends on the parts that the params ask for. */
export function uploadParts<P extends object, R, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): Upload<R, Reason> {
  // Its caller declares R: from the same spec as the descriptor, for the parts that the params ask for.
  return upload(core, operation, withParts(operation, params), options) as Upload<R, Reason>;
}

/** Sends all bytes in one request, and tells at the end how many they were. */
function sendInOneRequest<P extends object, R>(
  send: (params: P) => Send<R>,
  params: P,
  control: UploadControl,
): Send<R> {
  return async (readBody) => {
    const media = nameMedia(readOwn(params, 'media'));
    if (!control.hears('progress') || !media) return send(params)(readBody);
    let sent = 0;
    const count = (stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
      sent = 0;
      const transform = (piece: Uint8Array, next: { enqueue(piece: Uint8Array): void }): void => {
        sent += piece.byteLength;
        next.enqueue(piece);
      };
      return stream.pipeThrough(new TransformStream({ transform }));
    };
    const counted = countBytes(media.data, count);
    const received = await send({ ...params, media: { ...media, data: counted } })(readBody);
    // Bytes that are held are not counted.
    if (counted === media.data) sent = new Blob([counted as BlobPart]).size;
    await control.tell('progress', { sent, total: sent });
    return received;
  };
}

/** The same bytes, counted where they are read. */
function countBytes(
  data: MediaData,
  count: (stream: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>,
): MediaData {
  if (isMediaSource(data)) return { type: data.type, open: async (offset) => count(await data.open(offset)) };
  return data instanceof ReadableStream && !data.locked ? count(data) : data;
}
