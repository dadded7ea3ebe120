/** A client of one library, behind an interface that is the same for all compared libraries. Methods that a library does not support are absent. */
export interface LabClient {
  /** Returns the items of one page of a list. */
  list(call?: LabCall): Promise<readonly unknown[]>;
  /** Returns the items of all pages. */
  items?(call?: LabCall): AsyncIterable<unknown>;
  /** Returns one resource, whose id is in the path. */
  get?(id: string, call?: LabCall): Promise<unknown>;
  /** Sends a write that is not idempotent. */
  insert?(call?: LabCall): Promise<unknown>;
  /** Sends a write that has no response body. */
  remove?(id: string, call?: LabCall): Promise<unknown>;
  upload?(data: LabMedia, call?: LabCall): Promise<unknown>;
  /** Returns the bytes of a response as they arrive. */
  download?(call?: LabCall): Promise<AsyncIterable<Uint8Array>>;
  /** Returns the response of a list. */
  response?(
    call?: LabCall,
  ): Promise<{ readonly status: number; header(name: string): string | null; text(): Promise<string> }>;
}

/** Bytes to upload. */
export type LabMedia = Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

/** Options of one call. */
export interface LabCall {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly sent: number; readonly total?: number | undefined }) => void;
}

/** Options of a client. Adapters throw `NotOffered` for options that their library lacks. */
export interface LabOptions {
  readonly baseUrl: string;
  /** An API key, sent in the query if the library supports that. */
  readonly key?: string;
  /** A credential in a header. */
  readonly token?: string;
  /** A credential in the query. */
  readonly queryToken?: string;
  readonly provideToken?: (need: { readonly force?: boolean; readonly signal?: AbortSignal }) => Promise<string>;
  /** Address of a token endpoint, for a refresh token. */
  readonly tokenUrl?: string;
  readonly fetch?: typeof fetch;
  /** Called with the status of each response. */
  readonly onAttempt?: (status: number) => void;
  readonly onLog?: (line: string) => void;
  /** Default: that of the library. */
  readonly retries?: number;
  readonly timeoutMs?: number;
  readonly totalTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
}

/** Creates clients of one library. */
export interface Adapter {
  readonly name: string;
  open(options: LabOptions): LabClient;
}

/** Thrown for a feature that a library lacks; its cell in the table of results stays empty. */
export class NotOffered extends Error {}

/** Returns a method of a client. Throws `NotOffered` if the client lacks it. */
export function requireMethod<T>(method: T | undefined): T {
  if (method === undefined) throw new NotOffered();
  return method;
}
