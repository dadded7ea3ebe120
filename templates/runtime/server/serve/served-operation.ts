import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { expandParameters, withCommon } from '../../expand-parameters.js';
import type { Operation } from '../../operation.js';
import type { DescribedOperation, DescribedResponse, DescribedService } from '../described-operation.js';
import { findOperation } from '../../document/find-operation.js';
import { follow, resolveSchema } from '../document/resolve-schema.js';
import type { ServerPlan } from './server-plan.js';

/** An operation as it is served. */
export interface ServedOperation extends DescribedOperation {
  readonly operation: Operation<never, unknown>;
  /** Names in the client: `['pets', 'list']`. */
  readonly names: readonly string[];
  /** Values of parameters that are not sent, by `property ?? name`. */
  readonly defaults: readonly (readonly [property: string, value: Json])[];
  /** Alternatives of credentials: scopes by scheme. Empty: none is needed. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Names of headers that responses must have, by status. */
  readonly requiredHeaders: ReadonlyMap<string, readonly string[]>;
}

/** A service as it is served. */
export interface ServedService extends DescribedService {
  readonly plan: ServerPlan;
  readonly operations: readonly ServedOperation[];
}

/** Makes out of generated code what requests are served by; the rest of it is read from the document. */
export function serveService(plan: ServerPlan): ServedService {
  const { document } = plan;
  const operations = Object.entries(plan.operations).map(([name, one]) => serveOperation(plan, name, one));
  return { plan, document, operations };
}

function serveOperation(plan: ServerPlan, name: string, described: Operation<never, unknown>): ServedOperation {
  const { document, service } = plan;
  const operation = withCommon(service, described);
  const { id } = operation;
  const { value: stated = {}, pathItem = {} } = findOperation(document, operation) ?? {};
  const calls = ownValue(plan.calls, id) ?? {};
  const { parameters, body, bodyTypes } = calls;
  const form = ownValue(plan.forms ?? {}, id);
  const statedResponses = Object.entries(isJsonObject(stated['responses']) ? stated['responses'] : {});
  const errors = ownValue(plan.errors, id) ?? {};
  const responses = statedResponses.map(([status]): DescribedResponse => {
    const validator = ownValue(calls.responses ?? {}, status) ?? ownValue(errors, status);
    return { status, ...(validator && { body: validator }), ...(calls.item && { item: calls.item }) };
  });
  return {
    operation,
    names: name.split('.'),
    ...(parameters && { parameters }),
    ...(body && { body }),
    ...(bodyTypes && { bodyTypes }),
    ...(form && { form }),
    responses,
    defaults: defaultsOf(document, operation, [stated['parameters'], pathItem['parameters']]),
    security: securityOf(operation, stated['security'] ?? document['security']),
    requiredHeaders: new Map(statedResponses.map(([status, one]) => [status, requiredIn(document, one)])),
  };
}

/** A member by a name that may be one that all objects inherit. */
function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function resolved(document: JsonObject, value: Json | undefined): JsonObject {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  const target = typeof reference === 'string' ? follow(document, reference) : value;
  return isJsonObject(target) ? target : {};
}

/** Schemas of one parameter that are visited. */
const mostVisited = 50;

function defaultsOf(
  document: JsonObject,
  operation: Operation<never, unknown>,
  lists: readonly (Json | undefined)[],
): ServedOperation['defaults'] {
  const all = lists.flatMap((list) => (Array.isArray(list) ? list : [])).map((one: Json) => resolved(document, one));
  return expandParameters(operation).flatMap(({ name, property = name, in: location }) => {
    const found = all.find((one) => one['in'] === location && String(one['name']).toLowerCase() === name.toLowerCase());
    const schema = found?.['schema'];
    const budget = { left: mostVisited };
    const value = isJsonObject(schema) ? resolveSchema(schema, { root: document, budget })['default'] : undefined;
    return value === undefined || value === null ? [] : [[property, value] as const];
  });
}

/** The alternatives as the descriptor has them, with the scopes that the document states. */
function securityOf({ auth }: Operation<never, unknown>, stated: Json | undefined): ServedOperation['security'] {
  const all = (Array.isArray(stated) ? stated : []).filter(isJsonObject);
  return auth.map((one) => {
    const names = typeof one === 'string' ? [one] : one;
    const needs = all.find((other) => {
      const own = Object.keys(other);
      return own.length === names.length && names.every((name) => own.includes(name));
    });
    const scopes = (name: string): readonly string[] =>
      [needs?.[name] ?? []].flat().filter((scope): scope is string => typeof scope === 'string' && scope !== '');
    return Object.fromEntries(names.map((name) => [name, scopes(name)]));
  });
}

function requiredIn(document: JsonObject, response: Json): readonly string[] {
  const { headers } = resolved(document, response);
  const entries = Object.entries(isJsonObject(headers) ? headers : {});
  return entries.filter(([, one]) => resolved(document, one)['required'] === true).map(([name]) => name);
}
