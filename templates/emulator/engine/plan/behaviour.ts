import type { Json, JsonObject } from '@speccast/runtime';

/** Where the id of a row comes from: `PL` and 32 further characters in all, or counted integers. */
export interface IdRule {
  readonly prefix?: string;
  /** Characters in all, prefix included. Default: 24. */
  readonly length?: number;
  /** Default: `base64url`; `integer` makes JSON numbers. */
  readonly alphabet?: 'base64url' | 'digits' | 'integer' | 'uuid';
  /** Parameter with the name of the parent, which stands before the id and a slash. */
  readonly within?: string;
  /** Callers may choose the id of what they make. */
  readonly chosen?: boolean;
}

/** Whose a row is: the id at a path, or the owner of the row which that id names. */
export type OwnerRule = string | { readonly path: string; readonly table: string };

/** One condition under which a row is seen. */
export interface VisibilityRule {
  /** Path of the row (or, with `through`, of the row named) whose value has to be one of `oneOf`. */
  readonly path?: string;
  readonly oneOf?: readonly Json[];
  /** Path of an id; the row it names has to be seen too, or to have the value wanted. */
  readonly through?: string;
  readonly table?: string;
  /** `owner`, or the path of the id of the one whom the rule does not bind. */
  readonly unless?: string;
  /** The rule holds for listing only, not where the row is asked for by its id. */
  readonly listed?: boolean;
  /** Path at which the row must have nothing. */
  readonly lacks?: string;
}

/** An id in a row that names another row. */
export interface ReferenceRule {
  readonly path: string;
  readonly table: string;
  /** Path of the value that is named. Default: the key. */
  readonly column?: string;
  /** Status of the refusal where no such row exists. Default: 404. */
  readonly status?: number;
  readonly reason?: string;
  /** Values that the row named has to have, by path. */
  readonly where?: JsonObject;
  /** The row named has to be the caller's own, else 403. */
  readonly owned?: boolean;
  readonly forbidden?: string;
  /** The row goes when the row named goes. */
  readonly cascade?: boolean;
}

/** Rows that callers cannot write: those with one of the values at a path, or whose row named by an id has it. */
export interface ClosedRule {
  readonly path: string;
  /** Default: any value. */
  readonly oneOf?: readonly Json[];
  readonly through?: string;
  readonly table?: string;
  /** Default: 403. */
  readonly status?: number;
  readonly reason?: string;
}

/** Contiguous positions from 0 among the rows with the same value at `within`. */
export interface OrderRule {
  readonly position: string;
  readonly within: string;
  readonly reason?: string;
}

/** A number that is counted: the rows of `of` whose value at `by` is the id of this row. */
export interface CountRule {
  readonly of: string;
  readonly by: string;
  readonly where?: JsonObject;
  /** Default: `number`. */
  readonly as?: 'number' | 'string';
}

/** A value taken from the row that the id at `at` names. */
export interface CopyRule {
  readonly of: string;
  readonly at: string;
  readonly path: string;
}

/** Rows that stand inside another: the one named by the id at `at`, or those whose `by` names this row. */
export interface EmbedRule {
  readonly of: string;
  readonly at?: string;
  readonly by?: string;
  readonly atMost?: number;
  /** Path to sort by, newest first. */
  readonly newest?: string;
}

/** Where thumbnails stand, and by the name of a size its width and height in pixels. */
export interface ThumbnailRules {
  readonly at: string;
  readonly sizes: Readonly<Record<string, readonly number[]>>;
}

/** Names of refusals by situation. */
export interface ErrorRules {
  readonly notFound?: string;
  readonly forbidden?: string;
  readonly duplicate?: string;
  readonly missing?: string;
}

/** What the spec says of the rows of one table. */
export interface ResourceRules {
  readonly kind?: string;
  /** Path of the key. Default: `id`. */
  readonly key?: string;
  readonly id?: IdRule;
  /** Path parameters of the operations that name the parent; rows keep them and are found under them only. */
  readonly scope?: readonly string[];
  /** Table of the parents, whose keys are the values of `scope`: one has to be there, and its rows go with it. */
  readonly parent?: string;
  /** Rows to start with, made from the schema. */
  readonly samples?: number;
  /** Paths that get the time of insertion, and of each change. */
  readonly created?: string;
  readonly updated?: string;
  readonly owner?: OwnerRule;
  readonly visibility?: readonly VisibilityRule[];
  readonly references?: readonly ReferenceRule[];
  readonly closed?: ClosedRule;
  readonly order?: OrderRule;
  readonly defaults?: JsonObject;
  readonly assigned?: readonly string[];
  /** Paths that callers write and nobody reads: `writeOnly` in the schema. */
  readonly hidden?: readonly string[];
  readonly mutable?: readonly string[];
  readonly enums?: Readonly<Record<string, readonly Json[]>>;
  readonly counts?: Readonly<Record<string, CountRule>>;
  readonly copies?: Readonly<Record<string, CopyRule>>;
  readonly embeds?: Readonly<Record<string, EmbedRule>>;
  readonly thumbnails?: ThumbnailRules;
  readonly errors?: ErrorRules;
}

/** What a parameter does to a list. */
export interface FilterRule {
  /** Path whose value the parameter gives. */
  readonly path?: string;
  /** The parameter holds keys, in the order wanted. */
  readonly ids?: boolean;
  /** Path of a name that has to lie below the parameter's: `accounts/1` and `accounts/1/apps/2`. */
  readonly under?: string;
  /** The value at `path` has to be the caller's id, where the parameter is true. */
  readonly equals?: 'caller';
  /** Table in which the parameter has to name a row, by key or by the value at `column`. */
  readonly table?: string;
  readonly column?: string;
  readonly status?: number;
  readonly reason?: string;
  /** The row named in `table` has to be the caller's own. */
  readonly owned?: boolean;
  readonly values?: readonly Json[];
  /** Values that let all rows through: `all`. */
  readonly every?: readonly Json[];
  /** Value where the parameter is absent. */
  readonly default?: string;
  /** Path of a list that must not hold the parameter. */
  readonly excludes?: string;
  /** The caller must have a row in `table` whose `by` names this row and whose `path` has the value; `mine` holds the caller's id. */
  readonly related?: { readonly table: string; readonly by: string; readonly mine: string; readonly path: string };
  /** Path of a number or text to sort by, downwards, where the parameter is there. */
  readonly descending?: string;
  /** Paths whose text is translated into the language that the parameter names. */
  readonly localizes?: readonly string[];
  /** Needs a token: always, or for the values listed. */
  readonly token?: boolean | readonly string[];
}

/** How lists are cut into pages. */
export interface PagingRules {
  readonly size?: string;
  readonly token?: string;
  readonly default?: number;
  readonly max?: number;
  readonly next?: string;
  readonly previous?: string;
  readonly info?: string;
  /** Parameter with the number of the page, the first of which is `first` (default: 1). */
  readonly page?: string;
  readonly first?: number;
  /** Parameter with the number of rows to leave out, counted from `first` (default: 0). */
  readonly offset?: string;
  /** Parameter with the key of the row after which the page begins. */
  readonly after?: string;
  /** The list is not cut. */
  readonly whole?: boolean;
  /** Member that says how many rows there are in all, and one that says whether there are more. */
  readonly total?: string;
  readonly more?: string;
}

/** At most so many rows of a table per value of a path. */
export interface LimitRule {
  readonly atMost: number;
  readonly of: string;
  readonly per: string;
  readonly reason?: string;
  /** Default: 403. */
  readonly status?: number;
}

/** What an uploaded image has to be, in pixels. */
export interface ImageRule {
  /** Exact aspect: `16:9`. */
  readonly ratio?: string;
  readonly minWidth?: number;
  readonly minHeight?: number;
  readonly reason?: string;
}

/** What uploaded bytes have to be. */
export interface MediaRule {
  readonly required?: boolean;
  readonly reason?: string;
  readonly maxBytes?: number;
  readonly image?: ImageRule;
  /** They may come in several requests. */
  readonly resumable?: boolean;
  /** Status of the answer to the last of several requests. Default: that of any other call. */
  readonly resumableStatus?: number;
}

/** A row that a successful call adds to another table. */
export interface RecordRule {
  readonly table: string;
  readonly row: JsonObject;
  readonly when?: JsonObject;
}

/** Sends rows of a table. */
export interface ListAction {
  readonly list: string;
  /** Member of the response that holds the rows; absent: the response is the array itself. */
  readonly items?: string;
  readonly kind?: string;
  /** Path to sort by, upwards or (`newest`) downwards. */
  readonly sort?: string;
  readonly newest?: string;
  /** Path that has to hold the caller's id. */
  readonly mine?: string;
  /** Paths that lists leave out. */
  readonly hide?: readonly string[];
  /** The items say less of the rows, or other things. */
  readonly summary?: boolean;
}

/** Sends the row whose key the parameter `by` holds. */
export interface GetAction {
  readonly get: string;
  readonly by?: string;
}

/** Stores the body as a new row. */
export interface InsertAction {
  readonly insert: string;
  /** Paths that together must be new. */
  readonly unique?: readonly string[];
  /** Status of the refusal where they are not. Default: 409, or 400 where the spec names its reason. */
  readonly conflict?: number;
  readonly status?: number;
  /** The answer's `Location` is the address of the row, below that of the call. */
  readonly location?: boolean;
}

/** Changes the row whose key the body or the parameter `by` holds. */
export interface UpdateAction {
  readonly update: string;
  readonly by?: string;
  /** The body replaces the row instead of being merged into it. */
  readonly replace?: boolean;
}

/** Removes the row whose key the parameter `by` holds, and what hangs on it. */
export interface DeleteAction {
  readonly delete: string;
  readonly by?: string;
  /** The answer is an object that holds nothing. */
  readonly hollow?: boolean;
  /** The answer is another object than the row: what it can, it says of the row. */
  readonly receipt?: boolean;
}

/** Leaves the work to a named capability, which reads the further members. */
export interface PerformAction {
  readonly perform: string;
  readonly [option: string]: Json;
}

/** What an operation does. */
export type Action =
  'unsupported' | ListAction | GetAction | InsertAction | UpdateAction | DeleteAction | PerformAction;

/** The behaviour that a spec declares for one operation. */
export interface Behaviour {
  readonly action?: Action;
  /** Member that holds the row, in the body and in the answer. */
  readonly within?: string;
  readonly selectors?: Readonly<Record<string, FilterRule>>;
  readonly filters?: Readonly<Record<string, FilterRule>>;
  readonly paging?: PagingRules | false;
  /** Paths of the body (alternatives joined by `|`) to the reason of the refusal. */
  readonly requires?: Readonly<Record<string, string>>;
  readonly refuses?: Readonly<Record<string, string>>;
  readonly sets?: Readonly<Record<string, string>>;
  readonly limit?: LimitRule | readonly LimitRule[];
  readonly media?: MediaRule;
  readonly records?: readonly RecordRule[];
  readonly errors?: ErrorRules;
}

/** What is the same for all operations of an emulator. */
export interface Settings {
  readonly parts?: { readonly parameter: string; readonly always?: readonly string[] };
  readonly paging?: PagingRules;
  /** Parameter that names the fields an answer is to have: `items(id,snippet/title)`. */
  readonly fields?: string;
  /** Table whose rows stand for callers. */
  readonly caller?: { readonly table: string };
  /** Prefixes under which operations that take bytes are found too: `/upload`. */
  readonly aliases?: readonly string[];
}
