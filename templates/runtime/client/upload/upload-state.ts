/**
 * Where an upload in chunks stands, as plain JSON: what was saved lets another process go on, given the same bytes as
 * `resumeFrom`. Treat it as a secret: whoever has the address can write to the upload.
 */
export interface UploadState {
  readonly version: 1;
  /** Id of the operation: `videos.insert`. */
  readonly operation: string;
  /** Address of the upload, good for some days; a secret. */
  readonly url: string;
  /** Media type of the bytes. */
  readonly type: string;
  /** Bytes that the service has confirmed; it is asked again before an upload goes on. */
  readonly sent: number;
  /** All bytes, where known. */
  readonly total?: number | undefined;
  /** What the source says it is, to notice that it has changed. */
  readonly fingerprint?: string | undefined;
}

/** A state that `console.log` shows without its secret; `JSON.stringify` keeps all of it. */
export function maskState(state: UploadState): UploadState {
  return Object.defineProperty(state, Symbol.for('nodejs.util.inspect.custom'), {
    value: () => ({ ...state, url: '[redacted]' }),
  });
}
