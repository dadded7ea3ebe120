/** What is expected of a call; what is left out may be anything. Matchers such as `expect.any(String)` are values. */
export interface ExpectedCall<Call> {
  /** Parameters that it has, among others. */
  readonly params?: Call extends { readonly params: infer Params } ? Partially<Params> : unknown;
  /** What its JSON body has, among other things. */
  readonly body?: Call extends { readonly body: infer Body } ? Partially<Body> : unknown;
  readonly status?: number;
  readonly reason?: string;
}

/** The same, and how often. */
export interface ExpectedCalls<Call> extends ExpectedCall<Call> {
  /** Default: at least once. */
  readonly times?: number;
}

/** An operation by its id, or that and what is expected of its call. */
export type ExpectedStep<Calls> = {
  readonly [Id in keyof Calls]: Id | readonly [operation: Id, call: ExpectedCall<Calls[Id]>];
}[keyof Calls];

/** Some of a value, at any depth; what is left out may be anything. */
export type Partially<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: Partially<Value[Name]> }
    : Value;

/** How many rows were added, changed and removed by table; what is left out of a table that is named is 0. */
export type ExpectedChanges<Rows> = {
  readonly [Table in keyof Rows]?: {
    readonly added?: number;
    readonly changed?: number;
    readonly removed?: number;
  };
};

/** Units in all, the number of calls, and units by bucket; what is left out may be anything. */
export interface ExpectedCost {
  readonly units?: number;
  readonly calls?: number;
  readonly buckets?: Readonly<Record<string, number>>;
}

/** The calls of the service that an emulator is, by `operationId`. */
export type CallsOf<Emulator> = Emulator extends { readonly '~types'?: { readonly calls: infer Calls } }
  ? Calls
  : never;

/** The rows of the tables of an emulator. */
export type RowsOf<Emulator> = Emulator extends { readonly '~types'?: { readonly rows: infer Rows } } ? Rows : never;
