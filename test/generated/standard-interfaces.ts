/*
 * The interfaces of Standard Schema 1.1 and Standard JSON Schema. The standard publishes them to be copied.
 */

/** A value with types of input and output. */
export interface StandardTypedV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardTypedProps<Input, Output>;
}

/** The members of `~standard` in both standards. */
export interface StandardTypedProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** A schema that validates. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardTypedProps<Input, Output> & {
    readonly validate: (
      value: unknown,
      options?: { readonly libraryOptions?: Record<string, unknown> | undefined } | undefined,
    ) => StandardOutcome<Output> | Promise<StandardOutcome<Output>>;
  };
}

/** The result of a validation: the value, or issues. */
export type StandardOutcome<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One reason why a value is invalid. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A schema that can be written as JSON Schema. */
export interface StandardJSONSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardTypedProps<Input, Output> & {
    readonly jsonSchema: {
      readonly input: (options: StandardJsonOptions) => Record<string, unknown>;
      readonly output: (options: StandardJsonOptions) => Record<string, unknown>;
    };
  };
}

/** The dialect of JSON Schema that a library requests. */
export interface StandardJsonOptions {
  readonly target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0' | ({} & string);
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** The type of the input of a schema. */
export type InferInput<Schema extends StandardTypedV1> = NonNullable<Schema['~standard']['types']>['input'];

/** The type of the output of a schema. */
export type InferOutput<Schema extends StandardTypedV1> = NonNullable<Schema['~standard']['types']>['output'];
