import { isJsonObject, type Json } from '@speccast/runtime';
import type { Call } from '../plan/plan.js';

/** The call without members of the body that no schema names: a service ignores them, so they are neither kept nor sent back. */
export function ignoreUnknown(call: Call): Call {
  const { plan, emulator, body, notes } = call;
  if (body === undefined || plan.body === undefined || emulator.judge === undefined) return call;
  const { drift } = emulator.judge(plan.body, body, { limit: Infinity });
  const unknown = drift.filter(({ keyword }) => /^(additional|unevaluated)Properties$/.test(keyword));
  if (unknown.length === 0) return call;
  for (const { path } of unknown) notes.ignored.push(path.join('.'));
  return { ...call, body: unknown.reduce((rest, { path }) => without(rest, path), body) };
}

function without(value: Json, [name, ...rest]: readonly (string | number)[]): Json {
  if (Array.isArray(value)) return value.map((one: Json, index) => (index === name ? without(one, rest) : one));
  if (!isJsonObject(value) || name === undefined || !Object.hasOwn(value, name)) return value;
  const { [name]: inner, ...others } = value;
  return rest.length === 0 || inner === undefined ? others : { ...value, [name]: without(inner, rest) };
}
