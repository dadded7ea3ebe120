/** A client of some library, behind the one surface that the lab drives. Methods that a library has no match for are absent. */
export interface LabClient {
  /** One page of a list: its items. */
  list(call?: LabCall): Promise<readonly unknown[]>;
  /** The items of all pages. */
  items?(call?: LabCall): AsyncIterable<unknown>;
  /** One thing, the id of which travels in the path. */
  get?(id: string, call?: LabCall): Promise<unknown>;
  /** A write that nobody calls idempotent. */
  insert?(call?: LabCall): Promise<unknown>;
  /** A write that responses nothing. */
  remove?(id: string, call?: LabCall): Promise<unknown>;
  upload?(data: LabMedia, call?: LabCall): Promise<unknown>;
  /** The bytes of a response as they arrive. */
  download?(call?: LabCall): Promise<AsyncIterable<Uint8Array>>;
  /** A list as the response it came in. */
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

/** How a client is made. Adapters throw `NotOffered` for what their library has no option for. */
export interface LabOptions {
  readonly baseUrl: string;
  /** Sent in the query where the library can do that. */
  readonly key?: string;
  /** A credential in a header. */
  readonly token?: string;
  /** A credential in the query. */
  readonly queryToken?: string;
  readonly provideToken?: (need: { readonly force?: boolean; readonly signal?: AbortSignal }) => Promise<string>;
  /** Address that gives tokens for a refresh token. */
  readonly tokenUrl?: string;
  readonly fetch?: typeof fetch;
  /** Around each attempt: told of each response. */
  readonly onAttempt?: (status: number) => void;
  readonly onLog?: (line: string) => void;
  /** Default: that of the library. */
  readonly retries?: number;
  readonly timeoutMs?: number;
  readonly totalTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
}

/** Makes clients of one library. */
export interface Adapter {
  readonly name: string;
  open(options: LabOptions): LabClient;
}

/** The library has no such feature: its cell in the table stays empty. */
export class NotOffered extends Error {}

/** A method of a client, or `NotOffered`. */
export function offered<T>(method: T | undefined): T {
  if (method === undefined) throw new NotOffered();
  return method;
}
