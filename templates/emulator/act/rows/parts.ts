import type { Json, JsonObject } from '@speccast/runtime';
import { pick, stringsOf } from '../../values/json-path.js';
import type { Call } from '../../plan/plan.js';

/** Returns the requested parts of a resource. Default: all. */
export function project(call: Call, table: string, resource: JsonObject): JsonObject {
  const asked = listAskedParts(call);
  if (asked.length === 0) return resource;
  const picked = pick(resource, [...listConstantParts(call), ...asked]);
  // A requested part without data is an empty object; one with embedded rows is left out.
  const { values = [], solid = [] } = call.plan.parts ?? {};
  const embedding = Object.keys(call.rules(table).embeds ?? {}).map((path) => path.split('.')[0]);
  const empty = asked.filter(
    (name) =>
      !Object.hasOwn(picked, name) && values.includes(name) && !solid.includes(name) && !embedding.includes(name),
  );
  return { ...picked, ...Object.fromEntries(empty.map((name): [string, Json] => [name, {}])) };
}

/** Removes the parts of a body that are not requested. Default: none. */
export function withoutOtherParts(call: Call, body: JsonObject): JsonObject {
  const asked = listAskedParts(call);
  if (asked.length === 0) return body;
  const { values = [] } = call.plan.parts ?? {};
  const kept = new Set([...asked, ...listConstantParts(call)]);
  return Object.fromEntries(Object.entries(body).filter(([name]) => kept.has(name) || !values.includes(name)));
}

/** Lists the requested parts. Nested parts are ignored. */
export function listAskedParts({ plan, emulator, params }: Call): readonly string[] {
  const parameter = plan.parts?.parameter ?? emulator.settings.parts?.parameter;
  const asked = parameter === undefined ? [] : stringsOf(params[parameter]);
  return asked.map((part) => part.trim()).filter((name) => name !== '' && !name.includes('.'));
}

/** Lists the parts that responses always have. */
function listConstantParts({ plan, emulator }: Call): readonly string[] {
  return plan.parts?.always ?? emulator.settings.parts?.always ?? [];
}
