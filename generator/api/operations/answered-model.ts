import type { Api, Operation } from '../api.js';
import type { Property, Schema } from '../schemas/schema.js';

/** The thing that an operation answers. */
export interface AnsweredModel {
  /** Ids of its schema; several where it may be one of them. */
  readonly refs: readonly string[];
  /** Member that holds the thing; absent: the answer is the thing itself. */
  readonly within?: string;
}

/** What an operation answers where it goes well: a thing, one of several, or a thing in an object around it (`data`). */
export function answeredModel(api: Api, operation: Operation | undefined): AnsweredModel {
  const schema = resultSchema(operation);
  const wrapper = wrapped(api, schema);
  if (wrapper !== undefined) return { refs: refsOf(wrapper.schema), within: wrapper.name };
  return { refs: schema === undefined ? [] : refsOf(schema) };
}

/** The first response that says that it went well. */
export function success({ responses }: Operation): Operation['responses'][number] | undefined {
  return responses.find(({ status }) => status.startsWith('2')) ?? responses.find(({ status }) => status === 'default');
}

/** The schema of what an operation answers as JSON. */
export function resultSchema(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : success(operation)?.contents.find(({ kind }) => kind === 'json')?.schema;
}

/** The schema itself, or what it refers to. */
export function behind(api: Api, schema: Schema | undefined): Schema | undefined {
  return schema?.ref === undefined ? schema : api.schemas[schema.ref];
}

function refsOf(schema: Schema): readonly string[] {
  if (schema.ref !== undefined) return [schema.ref];
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(({ ref }) => ref ?? []);
}

/** The member of a wrapper: called `data`, or the only one, and an object itself. */
function wrapped(api: Api, schema: Schema | undefined): Property | undefined {
  const properties = behind(api, schema)?.object?.properties ?? [];
  if (properties.some(({ name }) => name === 'id')) return undefined;
  const member =
    properties.find(({ name }) => name === 'data') ?? (properties.length === 1 ? properties[0] : undefined);
  const inner = member?.schema.ref === undefined ? undefined : behind(api, member.schema);
  return inner?.object?.properties === undefined ? undefined : member;
}
