/** One reason why a value does not match its schema. */
export interface Issue {
  readonly message: string;
  /** Path of the value: names of properties, and indexes of items as numbers: `['items', 0, 'id']`. */
  readonly path: readonly (string | number)[];
  /** JSON Schema keyword that failed: `required`. */
  readonly keyword: string;
  /** JSON pointer of the keyword in the spec: `#/components/schemas/Video/required`. */
  readonly schema: string;
}

/** An issue, or a note of a lenient check, while a check runs. */
export interface Found extends Issue {
  /** The path, from the inner step to the outer one until the check is over. */
  readonly path: (string | number)[];
  /**
   * Absent from issues. `'drift'` marks a difference that a lenient check accepts. An object is a value whose properties the schema at the
   * pointer `schema` may declare.
   */
  readonly note?: 'drift' | object;
}

/** A value, and the JSON pointer of the schema that it is checked against. */
export interface Location {
  readonly context: IssueContext;
  readonly value: unknown;
  readonly schema: string;
}

/** The functions by which a lenient check makes notes. `noteNewValue` and `noteNewProperty` return false, so that collecting continues. */
export interface Lenience {
  /** Notes a value that is an object, and the schema, which may declare its properties. */
  readonly noteObject: (at: Location) => void;
  /** Notes a string that an `enum` does not list; returns `undefined` for other values, which are rejected. */
  readonly noteNewValue: (
    at: Location,
    keyword: string,
    message: string,
    values: Iterable<unknown>,
  ) => false | undefined;
  /** Notes a property that no keyword declares. */
  readonly noteNewProperty: (at: Location, keyword: string) => false;
  /** Removes the notes from the results of a check, and returns the issues. */
  readonly sift: (found: readonly Found[]) => Found[];
}

/** Returns whether a value matches a schema that may refer to itself. */
export type RecursivePredicate = (value: unknown, depth: number, memo: Memo) => boolean;

/**
 * Cached results for the objects and arrays in one value. Only schemas that may reach the same part of a value several times use it:
 * without it, the time for a check would be exponential in the depth of the value.
 */
export interface Memo {
  /**
   * JSON pointer of the schema at which the levels of recursion ran out. From then on, results are not reliable: the value is rejected, and
   * nothing more is cached.
   */
  tooDeep?: string;
  /** True if that schema refers to itself for the same value. */
  isCircular?: boolean;
  verdicts?: Map<RecursivePredicate, Map<object, boolean>>;
  /** Issues by schema and object, at most `room` for each. */
  issues?: Map<object, Map<object, readonly Found[]>>;
  /** Maximum number of issues that are collected from one object. */
  room?: number;
}

/** The state of one check, which all collectors read and write. */
export interface IssueContext extends Memo {
  found: Found[];
  /** Number of issues that may still be added. */
  left: number;
  /** Number of levels of recursion that are left. */
  depth: number;
  /** Number of alternatives that the outermost union and those inside it may still check. Absent outside unions. */
  effort?: number | undefined;
  /** Set in lenient checks, which accept and note new values of enums and undeclared properties. */
  readonly lenience?: Lenience | undefined;
}
