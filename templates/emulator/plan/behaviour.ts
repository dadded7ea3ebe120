import type { Json, JsonObject } from '@speccast/runtime';
import type { Action } from './actions.js';
import type { IdRule } from '../values/ids.js';

/** The owner of a row: the id at a path, or the owner of the row that the id refers to. */
export type OwnerRule = string | { readonly path: string; readonly table: string };

/** A condition under which a caller sees a row. */
export interface VisibilityRule {
  /** Path in the row (with `through`: in the row referred to) whose value must be one of `oneOf`. */
  readonly path?: string;
  readonly oneOf?: readonly Json[];
  /** Path of an id. The row that it refers to must be visible as well, or have one of the values. */
  readonly through?: string;
  readonly table?: string;
  /** `owner`, or the path of the id of a user to whom the rule does not apply. */
  readonly unless?: string;
  /** The rule applies to lists only, not to requests for the row by its id. */
  readonly listed?: boolean;
  /** Path that must be absent from the row. */
  readonly lacks?: string;
}

/** An id in a row that refers to another row. */
export interface ReferenceRule {
  readonly path: string;
  readonly table: string;
  /** Path of the value that the id equals. Default: the key. */
  readonly column?: string;
  /** Path of the key of the row that must have the value at `column`. Default: any row. */
  readonly within?: string;
  /** Status of the error if no such row exists. Default: 404. */
  readonly status?: number;
  readonly reason?: string;
  /** Values that the row referred to must have, by path. */
  readonly where?: JsonObject;
  /** The row referred to must belong to the caller, else the status is 403. */
  readonly owned?: boolean;
  readonly forbidden?: string;
  /** The row is deleted with the row that it refers to. */
  readonly cascade?: boolean;
}

/** Rows that callers cannot write: those with one of the values at a path, or that refer to a row that has it. */
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

/** A computed number: the number of rows in the table `of` whose value at `by` is the id of this row, or its value at `at`. */
export interface CountRule {
  readonly of: string;
  readonly by: string;
  readonly at?: string;
  readonly where?: JsonObject;
  /** Default: `number`; `flag` is `'true'` if there are any. */
  readonly as?: 'number' | 'string' | 'flag';
}

/** Values that are set, by path, in rows with a value (`when`) once the time at a path has come. */
export interface ScheduleRule {
  readonly at: string;
  readonly when: JsonObject;
  readonly set: JsonObject;
}

/** A value that is sent to one caller only. */
export interface PrivateRule {
  /** `owner`, or the path of the id of the caller. */
  readonly unless: string;
  /** `false`: lists of rows by ids do not have it. */
  readonly byId?: false;
}

/** A value copied from the row that the id at `at` refers to. */
export interface CopyRule {
  readonly of: string;
  readonly at: string;
  readonly path: string;
}

/** Rows embedded in another: the one that the id at `at` refers to, or those whose `by` is the id of this row. */
export interface EmbedRule {
  readonly of: string;
  readonly at?: string;
  readonly by?: string;
  readonly atMost?: number;
  /** Path to sort by, newest first. */
  readonly newest?: string;
}

/** Path of the thumbnails, and width and height in pixels by name of the size. */
export interface ThumbnailRules {
  readonly at: string;
  readonly sizes: Readonly<Record<string, readonly number[]>>;
}

/** Reasons of errors by situation. */
export interface ErrorRules {
  readonly notFound?: string;
  readonly forbidden?: string;
  readonly duplicate?: string;
  readonly missing?: string;
  /** Of a body that its schema rejects. */
  readonly invalid?: string;
}

/** The rules of one table, from the spec. */
export interface ResourceRules {
  readonly kind?: string;
  /** Path of the key. Default: `id`. */
  readonly key?: string;
  readonly id?: IdRule;
  /** Path parameters that name the parent. Rows store them and are found only below them. */
  readonly scope?: readonly string[];
  /** Table of the parents, whose keys are the values of `scope`. A parent must exist, and its rows are deleted with it. */
  readonly parent?: string;
  /** The table was found by the paths of the service: rows are fitted to the schemas of each operation. */
  readonly inferred?: boolean;
  /** The spec describes none of the responses: they are the rows as they are stored. */
  readonly untyped?: boolean;
  /** The table has at most one row, or one for each parent: `given` exists from the start, `made` has to be created. */
  readonly single?: 'given' | 'made';
  /** Every key has a row unless it was deleted. The row is a sample until it is changed. */
  readonly open?: boolean;
  /** Number of initial rows that are sampled from the schema. */
  readonly samples?: number;
  /** Paths that are set to the time of insertion, and of each update. */
  readonly created?: string;
  readonly updated?: string;
  readonly owner?: OwnerRule;
  readonly visibility?: readonly VisibilityRule[];
  readonly references?: readonly ReferenceRule[];
  readonly closed?: ClosedRule;
  readonly order?: OrderRule;
  readonly defaults?: JsonObject;
  readonly assigned?: readonly string[];
  /** Paths that callers write but responses omit: `writeOnly` in the schema. */
  readonly hidden?: readonly string[];
  readonly mutable?: readonly string[];
  readonly enums?: Readonly<Record<string, readonly Json[]>>;
  readonly counts?: Readonly<Record<string, CountRule>>;
  readonly copies?: Readonly<Record<string, CopyRule>>;
  readonly embeds?: Readonly<Record<string, EmbedRule>>;
  readonly thumbnails?: ThumbnailRules;
  /** Rows that follow from each new row, whether a call, a seed or a test adds it. */
  readonly records?: readonly RecordRule[];
  readonly schedule?: ScheduleRule;
  /** Values that are sent to one caller only, by path. */
  readonly private?: Readonly<Record<string, PrivateRule>>;
  readonly errors?: ErrorRules;
}

/** The effect of a parameter on a list. */
export interface FilterRule {
  /** Path whose value must equal the parameter, or compare with it. */
  readonly path?: string;
  /** Default: `eq`. Moments compare by time, numbers and texts with digits by number. */
  readonly compare?: 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'starts' | 'ends';
  /** The parameter is an expression (`age gt 21`), or an object of values by path. */
  readonly expression?: boolean;
  /** The parameter lists the only members of rows that are sent: of the rows of a type (JSON:API), or of all rows. */
  readonly selects?: boolean | string;
  /** The parameter lists members of rows that are not sent. */
  readonly omits?: boolean;
  /** The parameter lists keys, in the order of the result. */
  readonly ids?: boolean;
  /** Parameters that have no effect beside this one. */
  readonly idles?: readonly string[];
  /** Path of a resource name that must be below the parameter: `accounts/1/apps/2` is below `accounts/1`. */
  readonly under?: string;
  /** If the parameter is true, the value at `path` must be the caller's id. */
  readonly equals?: 'caller';
  /** Table that must have a row with the parameter as its key, or as its value at `column`. */
  readonly table?: string;
  readonly column?: string;
  readonly status?: number;
  readonly reason?: string;
  /** Message of the error, with `{value}` in it. */
  readonly message?: string;
  /** The row in `table` must belong to the caller. */
  readonly owned?: boolean;
  /** Reason of the error (403) for a row that the caller does not see. Default: it is unknown. */
  readonly forbidden?: string;
  readonly values?: readonly Json[];
  /** Rows without a value match, too. */
  readonly lenient?: boolean;
  /** Values that match all rows, such as `all`. */
  readonly every?: readonly Json[];
  /** Value if the parameter is absent. */
  readonly default?: string;
  /** Values of the parameter that are replaced by an id in the caller's own row, with the path of the id: `{ mine: 'playlistId' }`. */
  readonly own?: Readonly<Record<string, string>>;
  /** Path of a list that must not contain the parameter. With `path`, rows must meet both conditions. */
  readonly excludes?: string;
  /** Ignores case, and this prefix of values: with `@`, `@Ann` equals `ann`. */
  readonly folds?: string;
  /** The row in `table` that an id at one of these paths refers to is tested instead; rows that refer to none match. */
  readonly through?: { readonly table: string; readonly at: readonly string[] };
  /**
   * The caller must have a row in `table` (with the caller's id at `mine`) that has the id of this row at `by` and the parameter
   * at `path`; without `path`, if the parameter is true.
   */
  readonly related?: { readonly table: string; readonly by: string; readonly mine: string; readonly path?: string };
  /** Path of a number or string to sort by, in descending order, if the parameter is present. */
  readonly descending?: string;
  /** Path of a time by which rows are sorted, the newest first, if the parameter is present. */
  readonly newest?: string;
  /** Paths to sort by, for each value of the parameter. Other values keep the usual order. */
  readonly orders?: Readonly<Record<string, readonly { readonly by: string; readonly descending?: boolean }[]>>;
  /** Paths of strings that are translated into the language that the parameter names. */
  readonly localizes?: readonly string[];
  /** Path of the translations of a row by language, `{ es: { title: 'Sol' } }`. Default: `~localizations`. */
  readonly translations?: string;
  /** Keys of rows are codes of regions or languages, which have the names that `Intl.DisplayNames` gives them. */
  readonly displayNames?: 'region' | 'language';
  /** Paths of strings that are sent as HTML if the parameter is `html`. */
  readonly escapes?: readonly string[];
  /** The parameter is the maximum length, in pixels, of a side of the `iframe` in the HTML at `markup`. Sets `width` and `height`, too. */
  readonly resizes?: {
    readonly side: 'width' | 'height';
    readonly markup: string;
    readonly width: string;
    readonly height: string;
  };
  /** The row was added below the row that the parameter names, or has its id in one of these members. */
  readonly refers?: readonly string[];
  /** The parameter is a list of words. Each must occur in a string of the row, or in the string at this path. */
  readonly search?: boolean | string;
  /**
   * The parameter names a path to sort by; `-` before it, or the value of `direction`, reverses the order. A value
   * without a name (`desc`, `newest`) sorts by `path`.
   */
  readonly sorts?: boolean;
  readonly direction?: string;
  /** Requires a token: always, or for the values listed. */
  readonly token?: boolean | readonly string[];
}

/** Paging of lists. Members of parameters and responses that are objects are named by their paths: `page.size`. */
export interface PagingRules {
  readonly size?: string;
  readonly token?: string;
  readonly default?: number;
  readonly max?: number;
  /** A size of 0 selects the default size. Without this rule, such a page has no rows. */
  readonly zero?: 'default';
  readonly next?: string;
  readonly previous?: string;
  readonly info?: string;
  /** Header with the token of the next page. */
  readonly header?: string;
  /** Parameter with the page number. The first page is `first` (default: 1). */
  readonly page?: string;
  readonly first?: number;
  /** Parameter with the offset of the first row, counted from `first` (default: 0). */
  readonly offset?: string;
  /** Parameters with the key of the row before the page, and of the row after it; beside `token`, `before` takes a token. */
  readonly after?: string;
  readonly before?: string;
  /** Parameter with the size of a page that is the end of the list, or that ends before `before`. */
  readonly backwards?: string;
  /** Parameter with the offset after the last row, beside `offset`. */
  readonly end?: string;
  /** Parameter that leaves out the total if it is `false`. */
  readonly counts?: string;
  /** Property with the id of an item. Default: `id`. */
  readonly id?: string;
  /** The list has one page only; `size` limits the number of its rows. */
  readonly whole?: boolean;
  /** Members of the response with the total number of rows and of pages, `true` if there are more pages, and `true` on the last page. */
  readonly total?: string;
  readonly pages?: string;
  readonly more?: string;
  readonly last?: string;
  /** Further members of the response, and the fact that each of them contains. */
  readonly members?: Readonly<Record<string, PageFact>>;
  /** Headers of the response, and the fact that each of them contains. */
  readonly headers?: Readonly<Record<string, PageFact>>;
}

/** A fact about a page that its response can contain. */
export type PageFact =
  | ('total' | 'pages' | 'page' | 'size' | 'count' | 'offset' | 'nextNumber' | 'previousNumber')
  | ('start' | 'end' | 'more' | 'last' | 'first' | 'back' | 'empty')
  | ('firstId' | 'lastId' | 'token' | 'previousToken')
  | ('next' | 'previous' | 'firstLink' | 'lastLink' | 'self');

/** Maximum number of rows of a table per value of a path. */
export interface LimitRule {
  readonly atMost: number;
  readonly of: string;
  readonly per: string;
  readonly reason?: string;
  /** Default: 403. */
  readonly status?: number;
}

/** Requirements for uploaded bytes. */
export interface MediaRule {
  readonly required?: boolean;
  readonly reason?: string;
  readonly maxBytes?: number;
  /** Requirements for an image, in pixels; `ratio` is exact: `16:9`. */
  readonly image?: {
    readonly ratio?: string;
    readonly minWidth?: number;
    readonly minHeight?: number;
    readonly reason?: string;
  };
  /** The bytes may be sent in several requests. */
  readonly resumable?: boolean;
  /** Status of the response to the last of several requests. Default: the status of any other call. */
  readonly resumableStatus?: number;
}

/** A row that follows from a successful call, or from a new row: it is added to another table. */
export interface RecordRule {
  readonly table: string;
  readonly row: JsonObject;
  readonly when?: JsonObject;
  /** Path that must be absent. */
  readonly lacks?: string;
  /** Paths in the new row. It is not added if one of them has no value, or if a row with the same values exists. */
  readonly unique?: readonly string[];
}

/** The behaviour that a spec declares for one operation. */
export interface Behaviour {
  readonly action?: Action;
  /** Member that contains the row, in the body and in the response. */
  readonly within?: string;
  /** Path of the row in the body, if it differs from the one in the response; empty if the body is the row. */
  readonly bodyWithin?: string;
  /** Member of the row that the body replaces, such as `attributes`. */
  readonly into?: string;
  /** Path parameters that replace the table's `scope`. */
  readonly scope?: readonly string[];
  /** Path parameters that new rows keep, besides the table's `scope`. */
  readonly parents?: readonly string[];
  /** Members of new rows that have the values of path parameters: `{postId: 'post_id'}`. */
  readonly parentIds?: Readonly<Record<string, string>>;
  /** A row that must exist, because the path is below it: its table, and the path parameters that identify it. */
  readonly below?: Readonly<Record<string, readonly string[]>>;
  readonly selectors?: Readonly<Record<string, FilterRule>>;
  readonly filters?: Readonly<Record<string, FilterRule>>;
  readonly paging?: PagingRules | false;
  /** Required and forbidden paths of the body (alternatives joined by `|`), with the reason of the error. */
  readonly requires?: Readonly<Record<string, string>>;
  readonly refuses?: Readonly<Record<string, string>>;
  readonly sets?: Readonly<Record<string, string>>;
  readonly limit?: LimitRule | readonly LimitRule[];
  readonly media?: MediaRule;
  readonly records?: readonly RecordRule[];
  readonly errors?: ErrorRules;
}

/** Settings of all operations. */
export interface Settings {
  readonly parts?: { readonly parameter: string; readonly always?: readonly string[] };
  readonly paging?: PagingRules;
  /** Parameter that selects the fields of a response: `items(id,snippet/title)`. */
  readonly fields?: string;
  /** Parameter that indents the JSON of responses if it is true. Without it, JSON has no spaces. */
  readonly indents?: string;
  /** Blanks around the items of lists in parameters are removed. */
  readonly trims?: true;
  /** Table whose rows are callers. */
  readonly caller?: { readonly table: string };
  /** Path prefixes for uploads, such as `/upload`. */
  readonly aliases?: readonly string[];
}
