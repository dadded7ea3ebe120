import type { Issue } from '../../validators/check/context.js';

/** The attempt that `shouldRetry` decides about. */
export interface RetryContext {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  /** Counts from 1. */
  readonly attempt: number;
}

/** When a failed call is sent again. */
export interface RetryOptions {
  /** Most times that a call is sent. Default: 3. */
  readonly attempts?: number | undefined;
  /** Longest first pause; it doubles with each attempt and the actual pause is drawn at random below it. Default: 500. */
  readonly baseDelayMs?: number | undefined;
  /** Longest pause that is drawn. Default: 8000. */
  readonly maxDelayMs?: number | undefined;
  /** A `Retry-After` longer than this fails the call at once, with `retryAfterMs` on the error. Default: 60000. */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * Decides about a failed attempt that is not the last one: true sends the call again (a write, too; never a body that can be read
   * only once), false does not, `undefined` leaves it to the rules.
   */
  readonly shouldRetry?: ((error: unknown, context: RetryContext) => boolean | undefined) | undefined;
}

/** Times a call may take; 0: no limit. */
export interface TimeOptions {
  /** Longest time for one attempt, from fetching a token to the last byte of the body (of a download: to its headers). Default: 60000; none for uploads. */
  readonly timeoutMs?: number | undefined;
  /** Longest time for the whole call, pauses and retries included. Default: none. */
  readonly totalTimeoutMs?: number | undefined;
  /** Longest time without a byte while a body is read. Default: 60000. */
  readonly idleTimeoutMs?: number | undefined;
}

/**
 * Headers by name, declared in the spec or not. What is absent counts as not given. A parameter of the call and its body say their
 * headers themselves, but for `Content-Type` and `Accept`; a credential is replaced where its header is named: `Authorization`.
 */
export type HeadersOption = Headers | Readonly<Record<string, string | null | undefined>>;

/** The treatment of a request or a response that differs from the spec. */
export type ValidationLevel = 'off' | 'warn' | 'error';

/** The differences of a request or a response from the spec. */
export interface DriftReport {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  readonly side: 'request' | 'response';
  /** Mistakes, such as a missing property or another type. Level `error` rejects them, and reports none. */
  readonly issues: readonly Issue[];
  /** Harmless additions: properties that are not declared and, in a response, values that an enum does not list. */
  readonly drift: readonly Issue[];
}

/**
 * The progress of an upload in chunks, as plain JSON: a saved one lets another process go on, given the same bytes as
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
  /** The `fingerprint` of the source, which shows that it has changed. */
  readonly fingerprint?: string | undefined;
}

/** The bytes that an upload has sent; `total` is absent while the size is not known. */
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
   * Told how far a resumable upload is once it is opened, and after each chunk that the service has confirmed; the
   * upload waits for the promise. Save it: another process goes on from there, and whoever has it can write to the upload.
   */
  readonly onState?: ((state: UploadState) => unknown) | undefined;
  /** The saved state of an upload of the same bytes, by any process, which goes on from there. */
  readonly resumeFrom?: UploadState | undefined;
}
