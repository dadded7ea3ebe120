import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';

/** Rules with others laid over them: objects member by member, lists one behind the other, anything else replaced. */
export function layOver<Rules extends object>(base: Rules, extra: object | undefined): Rules {
  if (extra === undefined) return base;
  // Rules are plain data, and the spec's vocabulary judges that they still are rules afterwards.
  return merged(base as JsonObject, extra as JsonObject) as Rules;
}

function merged(base: Json | undefined, extra: Json): Json {
  if (Array.isArray(base) && Array.isArray(extra)) return [...base, ...extra];
  if (!isJsonObject(base) || !isJsonObject(extra)) return extra;
  const entries = Object.entries(extra).map(([name, value]): [string, Json] => [
    name,
    merged(Object.hasOwn(base, name) ? base[name] : undefined, value),
  ]);
  return { ...base, ...Object.fromEntries(entries) };
}
