import type { Answer } from '../transport/api-promise.js';
import type { Call } from '../transport/call.js';
import type { UploadState } from '../upload/upload-state.js';

/** Sends a call; `whole` says that its body will be read to the end, so that a broken body can be sent for again. */
export type SendCall = (call: Call, whole: boolean) => Promise<Answer<unknown>>;

/** An optional feature of a client: stands around whole calls, retries included, as a middleware stands around attempts. */
export interface CallFeature {
  readonly around: (call: Call, whole: boolean, next: SendCall) => Promise<Answer<unknown>>;
}

/** How far an upload has come; `total` is absent while the size is not known. */
export interface UploadProgress {
  readonly sent: number;
  readonly total?: number | undefined;
}

/** Options of a call that uploads bytes. */
export interface UploadOptions {
  /** Bytes that are sent at once, a multiple of 262,144 (256 KiB): makes the upload one that can be resumed. */
  readonly chunkSize?: number | undefined;
  /** Told after each piece that the service has confirmed. */
  readonly onProgress?: ((progress: UploadProgress) => unknown) | undefined;
  /**
   * Told where a resumable upload stands once it is opened, and after each chunk that the service has confirmed; the
   * upload waits for the promise. Save it: another process goes on from there, and whoever has it can write to the upload.
   */
  readonly onState?: ((state: UploadState) => unknown) | undefined;
  /** The saved state of an upload of the same bytes, by any process, which goes on from there. */
  readonly resumeFrom?: UploadState | undefined;
}
