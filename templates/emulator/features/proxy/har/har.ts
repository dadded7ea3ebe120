/** A name with its value. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** The body of a request in HAR. */
export interface HarPostData {
  readonly mimeType: string;
  readonly text: string;
  readonly params?: readonly HarPair[];
  /** Of bytes that are no text: `base64`. */
  readonly _encoding?: 'base64';
  readonly comment?: string;
}

/** The body of a response in HAR. */
export interface HarContent {
  readonly size: number;
  readonly compression?: number;
  readonly mimeType: string;
  readonly text?: string;
  readonly encoding?: 'base64';
  readonly comment?: string;
}

/** What is spent where, in milliseconds; -1 where there is no such step. */
export interface HarTimings {
  readonly blocked: number;
  readonly dns: number;
  readonly connect: number;
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
  readonly ssl: number;
}

/** What HAR has no member for. */
export interface HarOwn {
  /** Path and query as the client asked for them. */
  readonly target: string;
  /** Replaces the credentials of the request. */
  readonly caller: string;
  readonly operation?: string;
  /** The body is too long, so that this call is not replayed. */
  readonly truncated?: true;
  /** The emulator responded, as the service lacks this. */
  readonly fallback?: true;
  /** Why there was no response that could be used. */
  readonly error?: string;
}

/** A request and its response in HAR 1.2. */
export interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly HarPair[];
    readonly headers: readonly HarPair[];
    readonly queryString: readonly HarPair[];
    readonly postData?: HarPostData;
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly HarPair[];
    readonly headers: readonly HarPair[];
    readonly content: HarContent;
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: HarTimings;
  readonly comment?: string;
  readonly _speccast: HarOwn;
}

/** What a recording says of itself. */
export interface HarFacts {
  /** Version of the format. */
  readonly format: 1;
  readonly service: string;
  readonly hash: string;
  readonly upstream: string;
  readonly salt: string;
  readonly callers: Readonly<Record<string, string>>;
  /** Why no more is recorded. */
  readonly ended?: string;
}

/** The version of the format that is written, and the newest that is read. */
export const harFormat = 1;
