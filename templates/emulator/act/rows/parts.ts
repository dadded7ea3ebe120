import type { Json, JsonObject } from '@speccast/runtime';
import { pick, stringsOf } from '../../values/json-path.js';
import type { Call } from '../../plan/plan.js';

/** The requested parts of a resource. Default: all. */
export function project(call: Call, table: string, resource: JsonObject): JsonObject {
  const wanted = partsAsked(call);
  if (wanted.length === 0) return resource;
  const picked = pick(resource, [...alwaysThere(call), ...wanted]);
  return {
    ...picked,
    ...emptyParts(
      call,
      table,
      wanted.filter((name) => !Object.hasOwn(picked, name)),
    ),
  };
}

/** The named parts of a body. Default: all. */
export function withoutOtherParts(call: Call, body: JsonObject): JsonObject {
  const wanted = partsAsked(call);
  const { values = [] } = call.plan.parts ?? {};
  const kept = new Set([...wanted, ...alwaysThere(call)]);
  if (wanted.length === 0) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => kept.has(name) || !values.includes(name)));
}

/** The requested parts. Nested parts are ignored. */
export function partsAsked({ plan, emulator, params }: Call): readonly string[] {
  const parameter = plan.parts?.parameter ?? emulator.settings.parts?.parameter;
  const asked = parameter === undefined ? undefined : params[parameter];
  if (asked === undefined) return [];
  return stringsOf(asked).flatMap((part) => {
    const name = part.trim();
    return name === '' || name.includes('.') ? [] : name;
  });
}

function alwaysThere({ plan, emulator }: Call): readonly string[] {
  return plan.parts?.always ?? emulator.settings.parts?.always ?? [];
}

/** Empty objects for requested parts without data. A part with embedded rows is left out. */
function emptyParts(call: Call, table: string, absent: readonly string[]): JsonObject {
  const { values = [], solid = [] } = call.plan.parts ?? {};
  const embedding = new Set(Object.keys(call.rules(table).embeds ?? {}).map((path) => path.split('.')[0]));
  const names = absent.filter((name) => values.includes(name) && !solid.includes(name) && !embedding.has(name));
  return Object.fromEntries(names.map((name): [string, Json] => [name, {}]));
}
