import type { Json } from '@speccast/runtime';

/** Responds with rows of a table. */
export interface ListAction {
  readonly list: string;
  /** Path of the member of the response that contains the rows. Default: the response is the array. */
  readonly items?: string;
  readonly kind?: string;
  /** A list without rows has no `items`. */
  readonly bare?: true;
  /** Path to sort by: ascending, or descending with `newest`. */
  readonly sort?: string;
  readonly newest?: string;
  /** Path that must equal the caller's id. */
  readonly mine?: string;
  /** The items are the keys of the rows. */
  readonly keys?: boolean;
  /** Member of an item that holds the row, beside its `cursor`: `{ edges: [{ cursor, node }] }`. */
  readonly node?: string;
  /** The response is the number of the rows, or has it in this member. */
  readonly count?: string;
  /** Paths that lists omit. */
  readonly hide?: readonly string[];
}

/** The parameter that identifies one row. */
interface Naming {
  /** Parameter with the key. */
  readonly by?: string;
  /** Member that has the value of the parameter, instead of the key. */
  readonly named?: string;
}

/** Responds with the row whose key is the parameter `by`. */
export interface GetAction extends Naming {
  readonly get: string;
  /** The response is the file that was stored with the row. */
  readonly file?: boolean;
  /** The response is a list with the row alone. */
  readonly tells?: 'list';
}

/** Stores the body as a new row. */
export interface InsertAction {
  readonly insert: string;
  /** Paths whose combined values must be unique. */
  readonly unique?: readonly string[];
  /** Status of the error if they are not. Default: 409, or 400 if the spec names the reason. */
  readonly conflict?: number;
  readonly status?: number;
  /** The response has a `Location` header with the URL of the row, below that of the call. */
  readonly location?: boolean;
  /** Member of the body that lists several rows; empty if the body is the list. */
  readonly many?: string;
  readonly tells?: Tells;
}

/** Content of a response that is not a row: its key, a list of the rows, or any value that the schema allows. */
export type Tells = 'key' | 'list' | 'sample';

/** Updates the row whose key is in the body or the parameter `by`. */
export interface UpdateAction extends Naming {
  readonly update: string;
  /** The body replaces the row instead of being merged into it. */
  readonly replace?: boolean;
  /** A row that does not exist is created. */
  readonly upsert?: boolean;
  readonly tells?: Tells;
}

/** Deletes the row whose key is the parameter `by`, and the rows that depend on it. */
export interface DeleteAction extends Naming {
  readonly delete: string;
  /** Deletes all rows; of a table with parents, all rows of one parent. */
  readonly all?: boolean;
  /** The response is an empty object. */
  readonly hollow?: boolean;
  /** The response has another schema than the row, filled with the values of the row where they fit. */
  readonly receipt?: boolean;
  readonly tells?: Tells;
}

/** Calls a named capability, which reads the other members. */
export interface PerformAction {
  readonly perform: string;
  readonly [option: string]: Json;
}

/** The action of an operation. */
export type Action =
  | 'unsupported'
  | ListAction
  | GetAction
  | InsertAction
  | UpdateAction
  | DeleteAction
  | PerformAction;
