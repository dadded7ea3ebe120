import { readMember, toJsonObject, type Json, type JsonObject } from '../../json.js';
import { expandParameters, withCommon } from '../../expand-parameters.js';
import type { Operation } from '../../operation.js';
import type { DescribedOperation, DescribedResponse, DescribedService } from '../described-operation.js';
import { findOperation } from '../../document/find-operation.js';
import { readReferred, resolveSchema } from '../document/resolve-schema.js';
import type { ServerPlan } from './server-plan.js';

/** An operation as it is served. */
export interface ServedOperation extends DescribedOperation {
  /** Names in the client: `['pets', 'list']`. */
  readonly names: readonly string[];
  /** Values of parameters that are not sent, by `property ?? name`. */
  readonly defaults: JsonObject;
  /** Alternatives of credentials: scopes by scheme. Empty: none is needed. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: readonly (DescribedResponse & { readonly requiredHeaders: readonly string[] })[];
}

/** A service as it is served. */
export interface ServedService extends DescribedService {
  readonly plan: ServerPlan;
  readonly operations: readonly ServedOperation[];
}

/** Completes the operations of generated code by what only the document states. */
export function serveService(plan: ServerPlan): ServedService {
  const operations = Object.entries(plan.operations).map(([name, one]) => serveOperation(plan, name, one));
  return { plan, document: plan.document, operations };
}

function serveOperation(plan: ServerPlan, name: string, described: Operation<never, unknown>): ServedOperation {
  const { document, service } = plan;
  const operation = withCommon(service, described);
  const { id } = operation;
  const { value: stated = {}, pathItem = {} } = findOperation(document, operation) ?? {};
  const { responses: validators = {}, item, parameters, body, bodyTypes } = readMember(plan.calls, id) ?? {};
  const errors = readMember(plan.errors, id);
  const statedResponses = Object.entries(readReferred(document, stated['responses']));
  return {
    operation,
    names: name.split('.'),
    parameters,
    body,
    bodyTypes,
    form: readMember(plan.forms, id),
    responses: statedResponses.map(([status, response]) => {
      const body = readMember(validators, status) ?? readMember(errors, status);
      const headers = Object.entries(toJsonObject(readReferred(document, response)['headers']));
      const required = headers.filter(([, one]) => readReferred(document, one)['required'] === true);
      return { status, body, item, requiredHeaders: required.map(([header]) => header) };
    }),
    defaults: readDefaults(document, operation, [stated['parameters'], pathItem['parameters']].flat()),
    security: readSecurity(operation, [stated['security'] ?? document['security']].flat()),
  };
}

function readDefaults(
  document: JsonObject,
  operation: Operation<never, unknown>,
  stated: readonly (Json | undefined)[],
): JsonObject {
  const all = stated.map((one) => readReferred(document, one));
  const entries = expandParameters(operation).flatMap(({ name, property = name, in: location }) => {
    const found = all.find((one) => one['in'] === location && one['name'] === name);
    const value = resolveSchema(toJsonObject(found?.['schema']), { root: document })['default'] ?? null;
    return value === null ? [] : [[property, value]];
  });
  return Object.fromEntries(entries);
}

/** Reads the alternatives of credentials that the descriptor lists, with the scopes that the document states. */
function readSecurity(
  { auth }: Operation<never, unknown>,
  stated: readonly (Json | undefined)[],
): ServedOperation['security'] {
  return auth.map((one) => {
    const names = [one].flat();
    const key = names.toSorted().join('\n');
    const needs = stated.find((other) => Object.keys(toJsonObject(other)).toSorted().join('\n') === key);
    const scopes = (name: string) => [toJsonObject(needs)[name]].flat().filter((scope) => typeof scope === 'string');
    return Object.fromEntries(names.map((name) => [name, scopes(name).filter(Boolean)]));
  });
}
