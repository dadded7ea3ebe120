import { resolveTarget } from '../references/spec-context.js';
import type { Positions } from '../read/positions.js';
import type { References } from '../references/references.js';
import { groupPairs, reachable } from '../../iterables.js';
import { isJsonObject, type JsonObject } from '../../json.js';
import { walk } from '../openapi/walk.js';
import { keywords } from '../../keywords/keywords.js';
import type { Fault, Repair } from '../repair/repairs.js';

/** The document whose repairs have effects elsewhere. */
interface WidenContext {
  readonly root: JsonObject;
  readonly positions: Positions;
  readonly references: References;
}

/** Keywords whose schema takes fewer values where one inside of them takes more; what is read instead takes no fewer. */
const opposites: ReadonlySet<string> = new Set(['oneOf', 'not', 'if']);

/** A fault that follows from a repair, and what is done about it. */
interface Consequence {
  readonly fault: Fault;
  readonly repair: Repair;
}

/**
 * Finds what must change because schemas take more values than they did: a value may match several alternatives of a `oneOf`
 * then, or what a `not` forbids. A repair must never reject what the document allows.
 */
export function findConsequences(context: WidenContext, widened: Iterable<object>): readonly Consequence[] {
  const { positions } = context;
  const users = groupUsers(context);
  const found = new Map<string, Consequence>();
  const listAround = (node: object): readonly (object | undefined)[] => [
    ...(users.get(node) ?? []),
    positions.get(node).parent,
  ];
  for (const node of reachable(widened, listAround)) {
    const { parent, key } = positions.get(node);
    const keyword = parent && findOpposite(positions, parent, key);
    if (keyword === undefined) continue;
    const { schema, name } = keyword;
    const id = `${positions.toId(schema)} ${name}`;
    if (Object.hasOwn(schema, name) && !found.has(id)) found.set(id, makeConsequence(positions, schema, name));
  }
  return [...found.values()];
}

/** Groups the schemas that refer to others by those. */
function groupUsers({ root, references }: WidenContext): ReadonlyMap<object, readonly JsonObject[]> {
  const pairs: (readonly [target: object, user: JsonObject])[] = [];
  walk(root, {
    visit() {},
    refer(node) {
      const value = resolveTarget({ references }, node)?.value;
      if (isJsonObject(value)) pairs.push([value, node]);
      return value;
    },
  });
  return groupPairs(pairs);
}

/** Finds the keyword that takes fewer values when a schema under it takes more: `oneOf`, `not` or `if`. */
function findOpposite(
  positions: Positions,
  parent: object,
  key: string | number,
): { readonly schema: JsonObject; readonly name: string } | undefined {
  const list = positions.get(parent);
  const [schema, name] = Array.isArray(parent) ? [list.parent, list.key] : [parent, key];
  if (typeof name !== 'string' || !opposites.has(name) || !isJsonObject(schema)) return undefined;
  const holder = positions.get(schema).key;
  // A property may have the name of a keyword.
  const isMap =
    typeof holder === 'string' && !Array.isArray(parent) && keywords.get(holder)?.takes.startsWith('named') === true;
  return isMap ? undefined : { schema, name };
}

function makeConsequence(positions: Positions, schema: JsonObject, name: string): Consequence {
  const message = `a schema inside of "${name}" takes more values than the document says, because it was repaired`;
  const fault = { code: 'widened-schema', message, at: positions.ofKey(schema, name) } as const;
  const { oneOf, anyOf, allOf } = schema;
  const dropped = { owner: schema, key: name };
  if (name !== 'oneOf' || oneOf === undefined)
    return { fault, repair: { done: `"${name}" is left out`, edits: [dropped] } };
  const moved =
    anyOf === undefined
      ? { owner: schema, key: 'anyOf', value: oneOf }
      : { owner: schema, key: 'allOf', value: [...(Array.isArray(allOf) ? allOf : []), { anyOf: oneOf }] };
  return { fault, repair: { done: 'it is read as "anyOf"', edits: [moved, dropped] } };
}
