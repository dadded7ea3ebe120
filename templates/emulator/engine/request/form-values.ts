import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { withValue } from '../values/json-path.js';
import type { OperationPlan } from '../plan/plan.js';

/** What came as a form, as a schema has it: `address[city]` is a member of an object, and texts are the numbers and booleans that they spell. */
export function formValues({ operation }: OperationPlan, body: JsonObject, model: Validator<unknown>): JsonObject {
  if (operation.body?.some(({ kind }) => kind === 'form') !== true) return body;
  let result = nested(body);
  for (const { path } of model.check(result)) {
    const [name] = path;
    const value = path.length === 1 && typeof name === 'string' ? result[name] : undefined;
    const read = typeof value === 'string' ? scalarOf(value) : undefined;
    if (read !== undefined) result = { ...result, [String(name)]: read };
  }
  return result;
}

function nested(body: JsonObject): JsonObject {
  let result: JsonObject = {};
  for (const [name, value] of Object.entries(body)) {
    const [, outer, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) result = { ...result, [name]: value };
    else result = withMember(result, { outer, inner, value });
  }
  return result;
}

interface Member {
  readonly outer: string;
  readonly inner: string;
  readonly value: Json;
}

function withMember(body: JsonObject, { outer, inner, value }: Member): JsonObject {
  const before = Object.hasOwn(body, outer) ? body[outer] : undefined;
  return withValue(body, outer, { ...(isJsonObject(before) ? before : {}), [inner]: value });
}

function scalarOf(text: string): Json | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}
