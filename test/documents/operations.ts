import { readRows } from '../rows.js';

/** One row of an endpoint table, as the document states it. */
export interface DocumentedOperation {
  /** Line of the document. */
  readonly line: number;
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Query parameters stated for it, apart from the credentials. */
  readonly query: readonly string[];
  /** The credentials that the operation accepts. */
  readonly credential: 'key or token' | 'token' | 'not shown';
  /** `may`: the operation takes bytes or JSON; `must`: bytes only. */
  readonly upload: 'no' | 'may' | 'must';
  /** The body of a success; `refusal` is an operation that the service no longer supports: it responds with 405. */
  readonly response: 'list' | 'resource' | 'bytes' | 'nothing' | 'report' | 'refusal';
}

const { rows } = readRows(import.meta.url);

/** The endpoint table of the video platform's document. */
export const videoOperations: readonly DocumentedOperation[] = rows('videoOperations');

/** The endpoint table of the ad service's document. */
export const adOperations: readonly DocumentedOperation[] = rows('adOperations');
