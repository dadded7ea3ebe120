import type { Position } from '../diagnostics.js';
import type { ChangeCode } from './change-codes.js';

/** What a change asks of those who use the package: to change their code, nothing, or not even to notice. */
export type ChangeKind = 'breaking' | 'feature' | 'fix';

/** Which way a value travels, seen by a client. */
export type ChangeDirection = 'sent' | 'received';

/** One change between two descriptions of a service. */
export interface Change {
  readonly kind: ChangeKind;
  readonly code: ChangeCode;
  /** What changed, as a sentence without its full stop. */
  readonly message: string;
  /** Address of the point: `operations.videos.list.parameters.part`, `schemas.Video.snippet.title`. */
  readonly subject: string;
  /** Ids of the operations that it concerns, in the order of the spec. */
  readonly operations: readonly string[];
  /** The way that decides the kind; absent where both do, or where nothing travels. */
  readonly direction?: ChangeDirection;
  readonly at: Position;
  /** Which of the two descriptions `at` is a place of. */
  readonly side: 'old' | 'new';
}
