import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readJsonSchema } from '@speccast/runtime/requests';
import type { Validator } from '@speccast/runtime/validators';
import type { ResourceRules } from '../../plan/behaviour.js';
import { responseFor, chooseSuccess } from '../../plan/operations/declared-response.js';
import type { Call, CallResponse } from '../../plan/plan.js';
import { readAction } from '../../plan/rule.js';
import { valueAt, withValue } from '../../values/json-path.js';

/** The known facts about the JSON of a response. */
export interface ResponseShape {
  readonly validator?: Validator<unknown>;
  /** Its JSON Schema, if loaded. */
  readonly schema?: JsonObject;
  /** Rules of its resources. */
  readonly rules?: ResourceRules;
  /** Member that contains the resources; absent if the response is one. */
  readonly items?: string;
  /** Callers select parts, which are the first level of each resource. */
  readonly hasParts: boolean;
}

/** Describes a JSON response. */
export function readShape(call: Call, { status }: Extract<CallResponse, { kind: 'json' }>): ResponseShape {
  const { plan, emulator } = call;
  const { perform, list, get, insert, update, items } = readAction(plan.behaviour);
  const table = perform === undefined ? (list ?? get ?? insert ?? update) : undefined;
  const validator = responseFor(plan, status ?? chooseSuccess(plan))?.body;
  const schema = validator && readJsonSchema(validator);
  return {
    ...(validator && { validator }),
    ...(schema && { schema }),
    ...(typeof table === 'string' && { rules: call.rules(table) }),
    ...(list !== undefined && typeof items === 'string' && { items }),
    hasParts: (plan.parts?.parameter ?? emulator.settings.parts?.parameter) !== undefined,
  };
}

/** Changes each resource of a response. */
export function mapResources(
  body: Json,
  { items, rules }: ResponseShape,
  change: (resource: JsonObject, rules: ResourceRules) => JsonObject,
): Json {
  if (rules === undefined) return body;
  const changeOne = (one: Json): Json => (isJsonObject(one) ? change(one, rules) : one);
  if (Array.isArray(body)) return body.map(changeOne);
  if (items === undefined) return changeOne(body);
  const list = valueAt(body, items);
  return isJsonObject(body) && Array.isArray(list) ? withValue(body, items, list.map(changeOne)) : body;
}
