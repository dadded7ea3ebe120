import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { readJsonSchema } from '@speccast/runtime/requests';
import type { ResourceRules } from '../../plan/behaviour.js';
import type { CallResponse, Call, OperationPlan } from '../../plan/plan.js';
import { responseFor, chooseSuccess } from '../../plan/operations/declared-response.js';
import { valueAt, withValue } from '../../values/json-path.js';

/** What is known about the JSON of a response. */
export interface ResponseShape {
  readonly validator?: Validator<unknown>;
  /** Its JSON Schema, if loaded. */
  readonly schema?: JsonObject;
  /** Rules of its resources. */
  readonly rules?: ResourceRules;
  /** Member that contains the resources; absent if the response is one. */
  readonly items?: string;
  /** Whether callers select parts, which are the first level of each resource. */
  readonly hasParts: boolean;
}

/** Describes a JSON response. */
export function shapeOf(call: Call, response: Extract<CallResponse, { kind: 'json' }>): ResponseShape {
  const { plan, emulator } = call;
  const { action } = plan.behaviour;
  const validator = responseFor(plan, response.status ?? chooseSuccess(plan))?.body;
  const table = tableOf(plan);
  const schema = validator && readJsonSchema(validator);
  const isList = typeof action === 'object' && 'list' in action;
  return {
    ...(validator && { validator }),
    ...(schema && { schema }),
    ...(table !== undefined && { rules: call.rules(table) }),
    ...(isList && typeof action.items === 'string' && { items: action.items }),
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
  const changed = (one: Json): Json => (isJsonObject(one) ? change(one, rules) : one);
  if (Array.isArray(body)) return body.map(changed);
  if (items === undefined) return changed(body);
  const list = valueAt(body, items);
  return isJsonObject(body) && Array.isArray(list) ? withValue(body, items, list.map(changed)) : body;
}

/** The table whose rows an operation responds with. */
function tableOf({ behaviour: { action } }: OperationPlan): string | undefined {
  if (typeof action !== 'object' || 'perform' in action) return undefined;
  const [table] = ['list', 'get', 'insert', 'update'].flatMap((name) => Reflect.get(action, name) ?? []);
  return typeof table === 'string' ? table : undefined;
}
