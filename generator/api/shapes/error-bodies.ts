import type { Api, Operation, Response } from '../api.js';
import { successResponses } from '../messages/responses.js';
import { takes } from '../paging/habits.js';
import type { Property, Schema } from '../types/schema.js';
import { declaredProperties, followSchema } from '../schemas/target-schema.js';
import { chooseShape } from './combine-shapes.js';
import type { Shape } from '../types/shape.js';

/** The documented body of errors with a status (`404`), a range of statuses (`4XX`), or any other status (`default`). */
export interface ErrorBody {
  readonly status: string;
  readonly shape: Shape;
}

/** The error bodies of an API: `none` are documented, all operations have the `same`, or operations have their `own`. */
export type ErrorBodies =
  | { readonly kind: 'none' }
  | { readonly kind: 'same'; readonly bodies: readonly ErrorBody[] }
  | { readonly kind: 'own'; readonly operations: readonly Operation[] };

const known = new WeakMap<Api, ErrorBodies>();

/** Finds the documented error bodies. */
export function findErrorBodies(api: Api): ErrorBodies {
  const found = known.get(api) ?? findBodies(api);
  known.set(api, found);
  return found;
}

function findBodies({ operations }: Api): ErrorBodies {
  const documented = operations.filter((operation) => operationErrors(operation).length > 0);
  const [first, ...others] = documented.map(operationErrors);
  if (!first) return { kind: 'none' };
  const texts = new Set([first, ...others].map((one) => JSON.stringify(one)));
  const areSame = documented.length === operations.length && others.length > 0 && texts.size === 1;
  return areSame ? { kind: 'same', bodies: first } : { kind: 'own', operations: documented };
}

/** Returns true if an operation has a type of its own for the bodies of its errors. */
export function hasOwnErrors(api: Api, operation: Operation): boolean {
  return findErrorBodies(api).kind === 'own' && operationErrors(operation).length > 0;
}

/** Returns the error bodies of an operation, by status, without HTML pages. */
export function operationErrors({ responses }: Operation): readonly ErrorBody[] {
  return failures(responses).flatMap(({ status: stated, contents }) => {
    const status = stated.toUpperCase().replace('DEFAULT', 'default');
    const kept = contents.filter(({ kind, mediaType, shape }) => {
      const isBody = kind === 'json' || kind === 'xml' || (kind === 'text' && !/^text\/html/i.test(mediaType));
      return isBody && shape.kind !== 'unknown';
    });
    if (!/^(?:[45](?:\d\d|XX)|default)$/.test(status) || kept.length === 0) return [];
    return [{ status, shape: chooseShape(kept.map(({ shape }) => shape)) }];
  });
}

/** Returns the errors of an operation whose bodies are XML with a schema. */
export function errorsInXml({ responses }: Operation): readonly Pick<Response, 'status' | 'contents'>[] {
  return failures(responses)
    .map(({ status, contents }) => ({ status, contents: contents.filter(({ kind }) => kind === 'xml') }))
    .filter(({ contents }) => contents.length > 0);
}

/** Returns the responses that do not mean success. */
function failures(responses: readonly Response[]): readonly Response[] {
  const successes = successResponses(responses);
  return responses.filter((response) => !successes.includes(response));
}

/**
 * Returns true if all operations declare their errors in the form of Google's APIs alone: `{ error: { code, message, errors } }`, where
 * entries of lists have a `reason` or an `@type`. Clients of such a service do not search for messages in other forms.
 */
export function hasGoogleErrors({ operations, schemas }: Api): boolean {
  const list = (schema: Schema | undefined): readonly Property[] => (schema ? declaredProperties(schemas, schema) : []);
  const find = (schema: Schema | undefined, name: string): Schema | undefined =>
    list(schema).find((one) => one.name === name)?.schema;
  const isGoogleError = (schema: Schema): boolean => {
    const members = list(find(schema, 'error'));
    return (
      list(schema).length === 1 &&
      members.some((one) => one.name === 'message' && takes(followSchema(schemas, one.schema), 'string')) &&
      members.every((one) => {
        const { types = [], array, object } = followSchema(schemas, one.schema);
        if (!types.includes('array')) return types.length > 0 && !object?.properties;
        return (find(array?.items, 'reason') ?? find(array?.items, '@type')) !== undefined;
      })
    );
  };
  return operations.every(({ responses }) => {
    const errors = responses.filter(({ status }) => /^(?:[45]|default)/i.test(status));
    return (
      errors.length > 0 &&
      errors.every(
        ({ contents }) =>
          contents.length > 0 && contents.every((one) => one.kind === 'json' && isGoogleError(one.schema)),
      )
    );
  });
}
