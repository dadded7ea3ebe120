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
  /** What may authorize it: an API key or a token, a token alone, or nothing is shown. */
  readonly credential: 'key or token' | 'token' | 'not shown';
  /** True if it uploads bytes, and whether it must. */
  readonly upload: 'no' | 'may' | 'must';
  /** What a success answers. */
  readonly answer: 'list' | 'resource' | 'bytes' | 'nothing' | 'report' | 'refusal';
}

const { rows } = readRows(import.meta.url);

/** The endpoint table of the video platform's document. */
export const videoOperations: readonly DocumentedOperation[] = rows('videoOperations');

/** The endpoint table of the ad service's document. */
export const adOperations: readonly DocumentedOperation[] = rows('adOperations');
