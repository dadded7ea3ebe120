import { type SpecContext, resolveTarget } from '../references/spec-context.js';
import type { Positions } from '../read/positions.js';
import { groupPairs, reachable } from '../../iterables.js';
import { isJsonObject, type JsonObject, toArray } from '../../json.js';
import { walk } from '../openapi/walk.js';
import { keywords } from '../../keywords/keywords.js';
import { leaveOut, type RepairedFault } from '../repair/repairs.js';

/** Keywords with an opposite effect: if a schema inside them allows more values, the schema around them allows fewer. */
const opposites = new Set<unknown>(['oneOf', 'not', 'if']);

/**
 * Finds further repairs that are needed because repaired schemas allow more values: a value may now match several alternatives of a
 * `oneOf`, or a schema that `not` forbids. A repair must never reject values that the document allows.
 */
export function findConsequences(context: SpecContext, widened: Iterable<object>): readonly RepairedFault[] {
  const { positions } = context;
  const users = groupUsers(context);
  const found = new Map<string, RepairedFault>();
  const listAround = (node: object): readonly (object | undefined)[] => [
    ...(users.get(node) ?? []),
    positions.get(node).parent,
  ];
  for (const node of reachable(widened, listAround)) {
    const { parent, key } = positions.get(node);
    // The schemas of a `oneOf` are in a list.
    const slot = Array.isArray(parent) ? positions.get(parent) : { parent, key };
    const { parent: schema, key: name } = slot;
    if (!opposites.has(name) || !isJsonObject(schema) || !Object.hasOwn(schema, name)) continue;
    // `properties: { not: … }`: here `not` is the name of a property.
    const holder = String(positions.get(schema).key);
    if (!Array.isArray(parent) && keywords.get(holder)?.takes.startsWith('named') === true) continue;
    const id = `${positions.toId(schema)} ${name}`;
    found.set(id, found.get(id) ?? makeConsequence(positions, schema, String(name)));
  }
  return [...found.values()];
}

/** Returns the objects that refer to a schema, by that schema. */
function groupUsers(context: SpecContext): ReadonlyMap<object, readonly JsonObject[]> {
  const pairs: (readonly [target: object, user: JsonObject])[] = [];
  walk(context.root, {
    visit() {},
    refer(node) {
      const value = resolveTarget(context, node)?.value;
      if (isJsonObject(value)) pairs.push([value, node]);
      return value;
    },
  });
  return groupPairs(pairs);
}

function makeConsequence(positions: Positions, schema: JsonObject, name: string): RepairedFault {
  const message = `a schema inside "${name}" accepts more values than the document describes, because it was repaired`;
  const fault = { code: 'widened-schema', message, at: positions.ofKey(schema, name) } as const;
  const { oneOf, anyOf, allOf } = schema;
  const dropped = { owner: schema, key: name };
  if (name !== 'oneOf' || oneOf === undefined)
    return { fault, repair: leaveOut(schema, name, `"${name}" is left out`) };
  const moved =
    anyOf === undefined
      ? { owner: schema, key: 'anyOf', value: oneOf }
      : { owner: schema, key: 'allOf', value: [...toArray(allOf), { anyOf: oneOf }] };
  return { fault, repair: { done: 'it is read as "anyOf"', edits: [moved, dropped] } };
}
