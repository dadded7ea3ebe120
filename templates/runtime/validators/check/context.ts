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

/** What a collector found: an issue, or what a lenient check notes besides. */
export interface Found extends Issue {
  /** Grows on the way out, so that it is backwards until the check is over. */
  readonly path: (string | number)[];
  /**
   * Absent from issues. `'drift'` is what a lenient check lets pass; an object is one whose properties the schema declares:
   * `schema` is then the pointer of that schema.
   */
  readonly note?: 'drift' | object;
}

/** Says whether a value matches a schema that may lead back to itself. */
export type RecursivePredicate = (value: unknown, depth: number, memo: Memo) => boolean;

/**
 * What is known about the objects and arrays of one value. Only schemas that can come to the same part of a value in
 * more than one way remember anything: without that, checking would take time exponential in the depth of the value.
 */
export interface Memo {
  /**
   * JSON pointer of the schema for which the levels of recursion ran out. From then on no verdict can be relied on:
   * the value is rejected, so that no such verdict is remembered either.
   */
  tooDeep?: string;
  /** Whether that schema comes back to itself on the same value. */
  isCircular?: boolean;
  verdicts?: Map<RecursivePredicate, Map<object, boolean>>;
  /** What was found in an object, by schema, wherever it is met: as much as there is `room` for. */
  issues?: Map<object, Map<object, readonly Found[]>>;
  /** Most issues that are collected from one object. */
  room?: number;
}

/** What collectors share in one check; all of them read and write it. */
export interface IssueContext extends Memo {
  /** What was found so far; `put` adds to it. */
  found: readonly Found[];
  /** How many issues there is still room for. */
  left: number;
  /** Levels of recursion still allowed. */
  depth: number;
  /** Alternatives that the outermost union and those inside it may still look into. */
  effort: number;
  /** Whether an alternative of a union is being tried. */
  isApart: boolean;
  /** Whether new values of lists and properties that are not declared pass, and are noted. */
  readonly lenient: boolean;
}
