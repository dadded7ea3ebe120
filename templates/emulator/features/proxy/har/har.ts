import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';

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
  /** Encoding of bytes that are no text. */
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

/** Durations of the steps of a call in milliseconds; -1 if there was no such step. */
export interface HarTimings {
  readonly blocked: number;
  readonly dns: number;
  readonly connect: number;
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
  readonly ssl: number;
}

/** Members of an entry that HAR does not have. */
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
  /** Reason why there was no response that could be used. */
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

/** Facts about a recording. */
export interface HarFacts {
  /** Version of the format. */
  readonly format: 1;
  readonly service: string;
  readonly hash: string;
  readonly upstream: string;
  readonly salt: string;
  readonly callers: Readonly<Record<string, string>>;
  /** Reason why no more is recorded. */
  readonly ended?: string;
}

/** The version of the format that is written, and the newest that is read. */
export const harFormat = 1;

/** Hashes a document: SHA-256 of its JSON with sorted keys and without spaces, as `hash` of a package's `./spec` is. */
export function hashDocument(document: JsonObject): string {
  return createHash('sha256').update(writeCanonical(document)).digest('hex');
}

function writeCanonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${writeCanonical(value[name] ?? null)}`);
  return `{${members.join(',')}}`;
}
