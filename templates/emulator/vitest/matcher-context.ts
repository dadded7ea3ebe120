/** The members of vitest's matcher context that the matchers use. */
export interface MatcherContext {
  readonly isNot: boolean;
  equals(left: unknown, right: unknown, testers?: unknown[]): boolean;
  readonly utils: {
    diff(left: unknown, right: unknown): string | null | undefined;
    stringify(value: unknown): string;
    /** A tester for `equals`: objects may have more members than expected. */
    readonly subsetEquality: unknown;
    /** A tester for `equals`: compares iterables by their items. */
    readonly iterableEquality: unknown;
  };
}

/** The result of a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** An expected call. Absent members are not checked. Values may be matchers such as `expect.any(String)`. */
export interface ExpectedCall<Call> {
  /** Parameters, possibly among others. */
  readonly params?: Call extends { readonly params: infer Params } ? Partially<Params> : unknown;
  /** Members of the JSON body, possibly among others. */
  readonly body?: Call extends { readonly body: infer Body } ? Partially<Body> : unknown;
  readonly status?: number;
  readonly reason?: string;
  /** Headers of the request by name, in any case, possibly among others. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** An expected call, and how often it is expected. */
export interface ExpectedCalls<Call> extends ExpectedCall<Call> {
  /** Default: at least once. */
  readonly times?: number;
}

/** The id of an operation, or the id and the expected call. */
export type ExpectedStep<Calls> = {
  readonly [Id in keyof Calls]: Id | readonly [operation: Id, call: ExpectedCall<Calls[Id]>];
}[keyof Calls];

/** A value with optional members at any depth. */
export type Partially<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: Partially<Value[Name]> }
    : Value;

/** Expected numbers of added, changed and removed rows by table. Default: 0. */
export type ExpectedChanges<Rows> = {
  readonly [Table in keyof Rows]?: {
    readonly added?: number;
    readonly changed?: number;
    readonly removed?: number;
  };
};

/** Expected total units, number of calls, and units by bucket. Absent members are not checked. */
export interface ExpectedCost {
  readonly units?: number;
  readonly calls?: number;
  readonly buckets?: Readonly<Record<string, number>>;
}

/** The calls of an emulator's service by `operationId`. */
export type CallsOf<Emulator> = Emulator extends { readonly '~types'?: { readonly calls: infer Calls } }
  ? Calls
  : never;

/** The rows of the tables of an emulator. */
export type RowsOf<Emulator> = Emulator extends { readonly '~types'?: { readonly rows: infer Rows } } ? Rows : never;
