import { readMember, toJsonObject, type JsonObject } from '../../json.js';
import { expandParameters, withCommon } from '../../expand-parameters.js';
import type { Operation } from '../../operation.js';
import type { DescribedOperation, DescribedResponse, DescribedService } from '../described-operation.js';
import { findOperation } from '../../document/find-operation.js';
import { readReferred, resolveSchema } from '../../document/resolve-schema.js';
import type { ServerPlan } from './server-plan.js';

/** An operation with the facts that a server needs. */
export interface ServedOperation extends DescribedOperation {
  /** Names in the client: `['pets', 'list']`. */
  readonly names: readonly string[];
  /** Default values of parameters, by `property ?? name`. */
  readonly defaults: JsonObject;
  /** Alternatives of credentials, each with scopes by scheme: `[{ oauth2: ['read'] }, { key: [] }]`. `[]` if none is needed. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: readonly (DescribedResponse & { readonly requiredHeaders: readonly string[] })[];
}

/** A service with the facts that a server needs. */
export interface ServedService extends DescribedService {
  readonly plan: ServerPlan;
  readonly operations: readonly ServedOperation[];
}

/** Adds facts of the OpenAPI document, such as defaults and scopes, to the operations of generated code. */
export function serveService(plan: ServerPlan): ServedService {
  const operations = Object.entries(plan.operations).map(([name, one]) => serveOperation(plan, name, one));
  return { plan, document: plan.document, operations };
}

function serveOperation(plan: ServerPlan, name: string, described: Operation<never, unknown>): ServedOperation {
  const { document, service } = plan;
  const operation = withCommon(service, described);
  const { id } = operation;
  const { value: stated = {}, pathItem = {} } = findOperation(document, operation) ?? {};
  const { responses: validators = {}, item, ...validated } = readMember(plan.calls, id) ?? {};
  const responses = Object.entries(readReferred(document, stated['responses'])).map(([status, response]) => {
    const body = readMember(validators, status) ?? readMember(readMember(plan.errors, id), status);
    const headers = Object.entries(toJsonObject(readReferred(document, response)['headers']));
    const required = headers.filter(([, one]) => readReferred(document, one)['required'] === true);
    return { status, body, item, requiredHeaders: required.map(([header]) => header) };
  });
  const parameters = [stated['parameters'], pathItem['parameters']].flat().map((one) => readReferred(document, one));
  const defaults = expandParameters(operation).flatMap(({ name: key, property = key, in: location }) => {
    const found = parameters.find((one) => one['in'] === location && one['name'] === key);
    const value = resolveSchema(toJsonObject(found?.['schema']), { root: document })['default'] ?? null;
    return value === null ? [] : [[property, value]];
  });
  // The alternatives are in the descriptor, their scopes in the document.
  const alternatives = [stated['security'] ?? document['security']].flat().map(toJsonObject);
  const security = operation.auth.map((one) => {
    const schemes = [one].flat();
    const key = schemes.toSorted().join('\n');
    const needs = alternatives.find((other) => Object.keys(other).toSorted().join('\n') === key);
    const scopes = (scheme: string) => [needs?.[scheme]].flat().filter((scope) => typeof scope === 'string');
    return Object.fromEntries(schemes.map((scheme) => [scheme, scopes(scheme).filter(Boolean)]));
  });
  return {
    ...validated,
    operation,
    names: name.split('.'),
    form: readMember(plan.forms, id),
    responses,
    defaults: Object.fromEntries(defaults),
    security,
  };
}
