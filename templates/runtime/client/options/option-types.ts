import type { Issue } from '../../validators/check/context.js';

/** The attempt that `shouldRetry` decides about. */
export interface RetryContext {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** The rules by which a failed call is sent again. */
export interface RetryOptions {
  /** Maximum number of attempts, the first one included. Default: 3. */
  readonly attempts?: number | undefined;
  /** Maximum of the first delay. It doubles with each attempt; the delay is random, from 0 to the maximum. Default: 500. */
  readonly baseDelayMs?: number | undefined;
  /** Maximum of all delays. Default: 8000. */
  readonly maxDelayMs?: number | undefined;
  /** Maximum of `Retry-After`. If it is longer, the call fails at once; the error has it as `retryAfterMs`. Default: 60000. */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * Decides after a failed attempt: `true` sends the call again, also a write, but not a body that can be read only once; `false` does
   * not; `undefined` applies the rules.
   */
  readonly shouldRetry?: ((error: unknown, context: RetryContext) => boolean | undefined) | undefined;
}

/** Time limits of calls in milliseconds; 0 for none. */
export interface TimeOptions {
  /** Limit of an attempt, from fetching a token to the end of the body (of a download: its headers). Default: 60000; uploads: none. */
  readonly timeoutMs?: number | undefined;
  /** Limit of the whole call with all retries and delays. Default: none. */
  readonly totalTimeoutMs?: number | undefined;
  /** Limit of the time between bytes of a body. Default: 60000. */
  readonly idleTimeoutMs?: number | undefined;
}

/**
 * Headers by name: `{ 'X-Trace': 'abc' }`. `null` and `undefined` are left out. They replace credentials (`Authorization`),
 * `Content-Type` and `Accept`, but no other headers that parameters and the body set.
 */
export type HeadersOption = Headers | Readonly<Record<string, string | null | undefined>>;

/** The effect of a request or response that differs from the spec: none, a warning, or an error. */
export type ValidationLevel = 'off' | 'warn' | 'error';

/** The differences between a request or response and the spec. */
export interface DriftReport {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  readonly side: 'request' | 'response';
  /** Errors, such as a missing property or another type. With the level `error` they are thrown instead. */
  readonly issues: readonly Issue[];
  /** Harmless additions: properties that are not declared and, in responses, values that an enum does not list. */
  readonly drift: readonly Issue[];
}

/**
 * The state of an upload in chunks, as plain JSON. Save it, and pass it as `resumeFrom` with the same bytes, to continue the upload in
 * another process. Treat it as a secret: its `url` gives write access to the upload.
 */
export interface UploadState {
  readonly version: 1;
  /** Id of the operation: `videos.insert`. */
  readonly operation: string;
  /** Address of the upload, valid for some days; a secret. */
  readonly url: string;
  /** Media type of the bytes. */
  readonly type: string;
  /** Number of bytes that the service has confirmed. It is read again before an upload continues. */
  readonly sent: number;
  /** Number of bytes, if known. */
  readonly total?: number | undefined;
  /** The `fingerprint` of the source: an upload of changed bytes is not continued. */
  readonly fingerprint?: string | undefined;
}

/** The number of bytes that an upload has sent, and of all its bytes, if known. */
export interface UploadProgress {
  readonly sent: number;
  readonly total?: number | undefined;
}

/** Options of a call that uploads bytes. */
export interface UploadOptions {
  /** Size of a chunk in bytes, a multiple of 262,144 (256 KiB). It makes an upload resumable. */
  readonly chunkSize?: number | undefined;
  /** Called after each piece that the service has confirmed. */
  readonly onProgress?: ((progress: UploadProgress) => unknown) | undefined;
  /**
   * Called when a resumable upload is opened, and after each chunk that the service has confirmed. The upload waits for its promise.
   * Save the state to continue the upload in another process, and keep it secret.
   */
  readonly onState?: ((state: UploadState) => unknown) | undefined;
  /** The saved state of an upload of the same bytes, which continues from there. */
  readonly resumeFrom?: UploadState | undefined;
}
