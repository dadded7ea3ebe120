import type { Api, Content, Operation } from '../api.js';
import type { Property, Schema } from '../schemas/schema.js';
import { choiceOf } from '../shapes/combine-shapes.js';
import type { Shape } from '../shapes/shape.js';

/** Responses that mean success: 2xx; where the spec names none, `default`. */
export function successResponses<T extends { readonly status: string }>(responses: readonly T[]): readonly T[] {
  const successes = responses.filter((response) => response.status.startsWith('2'));
  return successes.length > 0 ? successes : responses.filter((response) => response.status === 'default');
}

/** The thing that an operation returns. */
export interface ResponseModel {
  /** Ids of its schema; several where it may be one of them. */
  readonly refs: readonly string[];
  /** Member that holds the thing; absent: the response is the thing itself. */
  readonly within?: string;
}

/** What an operation returns where it goes well: a thing, one of several, or a thing in an object around it (`data`). */
export function responseModel(api: Api, operation: Operation | undefined): ResponseModel {
  const schema = resultSchema(operation);
  const wrapper = wrappedProperty(api, schema);
  if (wrapper !== undefined) return { refs: refsOf(wrapper.schema), within: wrapper.name };
  return { refs: schema === undefined ? [] : refsOf(schema) };
}

/** The first response that says that it went well. */
export function successResponse({ responses }: Operation): Operation['responses'][number] | undefined {
  return responses.find(({ status }) => status.startsWith('2')) ?? responses.find(({ status }) => status === 'default');
}

/** The schema of what an operation returns as JSON. */
export function resultSchema(operation: Operation | undefined): Schema | undefined {
  return operation === undefined
    ? undefined
    : successResponse(operation)?.contents.find(({ kind }) => kind === 'json')?.schema;
}

/** The schema itself, or what it refers to. */
export function referredSchema(api: Api, schema: Schema | undefined): Schema | undefined {
  return schema?.ref === undefined ? schema : api.schemas[schema.ref];
}

function refsOf(schema: Schema): readonly string[] {
  if (schema.ref !== undefined) return [schema.ref];
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(({ ref }) => ref ?? []);
}

/** The member of a wrapper: called `data`, or the only one, and an object itself. */
function wrappedProperty(api: Api, schema: Schema | undefined): Property | undefined {
  const properties = referredSchema(api, schema)?.object?.properties ?? [];
  if (properties.some(({ name }) => name === 'id')) return undefined;
  const member =
    properties.find(({ name }) => name === 'data') ?? (properties.length === 1 ? properties[0] : undefined);
  const inner = member?.schema.ref === undefined ? undefined : referredSchema(api, member.schema);
  return inner?.object?.properties === undefined ? undefined : member;
}

/** The body that a spec documents for a status (`404`), for those of a range (`4XX`), or for all others (`default`). */
export interface ErrorBody {
  readonly status: string;
  readonly shape: Shape;
}

/** What the errors of an API say: each operation has bodies of its own, or all have the same; `none` are documented. */
export type ErrorBodies =
  | { readonly kind: 'none' }
  | { readonly kind: 'same'; readonly bodies: readonly ErrorBody[] }
  | { readonly kind: 'own'; readonly operations: readonly Operation[] };

const known = new WeakMap<Api, ErrorBodies>();

/** The documented error bodies. */
export function errorBodiesOf(api: Api): ErrorBodies {
  const found = known.get(api) ?? findBodies(api);
  known.set(api, found);
  return found;
}

/** Whether an operation has a type of its own for the bodies of its errors. */
export function hasOwnErrors(api: Api, operation: Operation): boolean {
  return errorBodiesOf(api).kind === 'own' && operationErrors(operation).length > 0;
}

/** The error bodies of an operation, by status. A page for people is none. */
export function operationErrors({ responses }: Operation): readonly ErrorBody[] {
  const successes = new Set(successResponses(responses));
  return responses.flatMap((response) => {
    const status = response.status.toUpperCase().replace('DEFAULT', 'default');
    const shapes = response.contents
      .filter((one) => isKept(one) && one.shape.kind !== 'unknown')
      .map(({ shape }) => shape);
    if (successes.has(response) || !/^(?:[45](?:\d\d|XX)|default)$/.test(status) || shapes.length === 0) return [];
    return [{ status, shape: choiceOf(shapes) }];
  });
}

function findBodies({ operations }: Api): ErrorBodies {
  const documented = operations.filter((operation) => operationErrors(operation).length > 0);
  const [first, ...others] = documented;
  if (first === undefined) return { kind: 'none' };
  const bodies = operationErrors(first);
  const key = JSON.stringify(bodies);
  const areSame =
    documented.length === operations.length &&
    others.length > 0 &&
    others.every((one) => JSON.stringify(operationErrors(one)) === key);
  return areSame ? { kind: 'same', bodies } : { kind: 'own', operations: documented };
}

/** Whether an error keeps a body of that media type: as JSON, or as text. */
function isKept({ kind, mediaType }: Content): boolean {
  return kind === 'json' || (kind === 'text' && !/^text\/html/i.test(mediaType));
}
