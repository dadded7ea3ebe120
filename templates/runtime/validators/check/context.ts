/** One reason why a value does not match its schema. */
export interface Issue {
  readonly message: string;
  /** Way to the value: property names, and numbers for array indices. */
  readonly path: readonly (string | number)[];
  /** JSON Schema keyword that failed: `required`. */
  readonly keyword: string;
  /** JSON pointer of the keyword in the spec: `#/components/schemas/Video/required`. */
  readonly schema: string;
}

/** An issue, or a note of a lenient check, while a check runs. */
export interface Found extends Issue {
  /** Backwards until the check is over, because it grows on the way out. */
  readonly path: (string | number)[];
  /**
   * Absent from issues. `'drift'` marks a difference that a lenient check accepts; an object is one whose properties the
   * schema at the pointer `schema` declares.
   */
  readonly note?: 'drift' | object;
}

/** A value, and the JSON pointer of the schema that it is checked against. */
export interface Location {
  readonly context: IssueContext;
  readonly value: unknown;
  readonly schema: string;
}

/** The notes that a lenient check makes. `noteNewValue` and `noteNewProperty` return false, so that collecting goes on. */
export interface Lenience {
  /** Notes a value if it is an object, and a schema that may declare its properties. */
  readonly noteObject: (at: Location) => void;
  /** Notes a new text of a list; returns undefined for other values, which are rejected. */
  readonly noteNewValue: (
    at: Location,
    keyword: string,
    message: string,
    values: Iterable<unknown>,
  ) => false | undefined;
  /** Notes a property that no keyword declares. */
  readonly noteNewProperty: (at: Location, keyword: string) => false;
  /** Takes the notes out of everything that was found, and returns the issues. */
  readonly sift: (found: readonly Found[]) => Found[];
}

/** Tests a value against a schema that may lead back to itself. */
export type RecursivePredicate = (value: unknown, depth: number, memo: Memo) => boolean;

/**
 * Results for the objects and arrays of one value. Only schemas that can come to the same part of a value in more than one
 * way remember them: without that, checking would take time exponential in the depth of the value.
 */
export interface Memo {
  /**
   * JSON pointer of the schema for which the levels of recursion ran out. From then on no verdict can be relied on:
   * the value is rejected, so that no such verdict is remembered either.
   */
  tooDeep?: string;
  /** True if that schema comes back to itself on the same value. */
  isCircular?: boolean;
  verdicts?: Map<RecursivePredicate, Map<object, boolean>>;
  /** Issues of an object, by schema, wherever the object is met: as many as there is `room` for. */
  issues?: Map<object, Map<object, readonly Found[]>>;
  /** Most issues that are collected from one object. */
  room?: number;
}

/** The state of one check, which all collectors read and write. */
export interface IssueContext extends Memo {
  found: Found[];
  /** Number of issues there is still room for. */
  left: number;
  /** Levels of recursion still allowed. */
  depth: number;
  /** Alternatives that the outermost union and those inside it may still look into. Absent outside unions. */
  effort?: number | undefined;
  /** Set in lenient checks: new values of lists and undeclared properties pass, and are noted. */
  readonly lenience?: Lenience | undefined;
}
