import type { ChangeKind } from 'speccast';
import type { Json } from 'speccast/emitter';

/** One change of shop.yaml, and code that somebody wrote against the package before it. */
export interface Row {
  readonly name: string;
  /** New values by JSON pointer; `undefined` removes what is there. */
  readonly change: Readonly<Record<string, Json | undefined>>;
  /** Statements of an asynchronous function; `shop` is a client. */
  readonly use: string;
  /** Names that the statements import besides. */
  readonly imports?: string;
  readonly kind: ChangeKind;
  /** Set where a change breaks, but only at run time: the code compiles. */
  readonly compiles?: true;
}

/** Pointers to the parts of shop.yaml that rows change most. */
export const at = {
  list: '/paths/~1items/get',
  insert: '/paths/~1items/post',
  item: '/paths/~1items~1{itemId}',
  order: '/paths/~1orders/post',
  films: '/paths/~1films/get',
  Item: '/components/schemas/Item',
  Order: '/components/schemas/Order',
  Note: '/components/schemas/Note',
  schemas: '/components/schemas',
} as const;
